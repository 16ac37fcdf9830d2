import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { Detail } from '../redaction/redact.ts';
import { t } from '../text/l10n.ts';
import { PanelSet } from '../ui/panelSet.ts';
import { ReportPanel, type ReportSubject } from './reportPanel.ts';

/** The report panels in this window, at most one per log. */
export class ReportPanels extends PanelSet<ReportSubject, ReportPanel> {
  constructor(app: App) {
    super({
      viewType: 'partnerLogs.report',
      title: t('Bug Report'),
      create: (webview) => new ReportPanel(webview, app),
      idOf: (subject) => (subject.kind === 'log' ? targetId(subject.target) : subject.title),
      restored: async (state) => {
        const { link } = (state ?? {}) as { link?: unknown };
        const target = typeof link === 'string' ? await app.links.fromStored(link) : undefined;
        return target && { kind: 'log', target };
      },
    });
  }

  /** The log whose report is in the focused panel. */
  get activeLog(): LogTarget | undefined {
    const { subject } = this.active ?? {};
    return subject?.kind === 'log' ? subject.target : undefined;
  }

  /** Shows the report about a log next to the active editor. If it is already open, resets its choices. */
  openLog(target: LogTarget, detail: Detail = 'essential'): void {
    this.open({ kind: 'log', target, detail }, vscode.ViewColumn.Beside);
  }

  /** Shows text that the user can read before copying it. The title must not contain external text. */
  showText(title: string, text: string): void {
    void this.create(vscode.ViewColumn.Beside).show({ kind: 'text', title, text });
  }

  /** Rereads logs after a connection, its key, or its conventions have changed. */
  refresh(): void {
    for (const panel of this.all) panel.refresh();
  }
}
