import * as vscode from 'vscode';
import type { LogTarget } from '../connections/logTarget.ts';
import type { Detail } from '../redaction/redact.ts';
import { t } from '../text/l10n.ts';
import {
  isSameLog,
  REPORT_VIEW_TYPE,
  ReportPanel,
  type ReportPanelOptions,
  type ReportSubject,
} from './reportPanel.ts';

export interface ReportPanelsOptions extends ReportPanelOptions {
  readonly links: {
    toLink(target: LogTarget): string;
    /** Resolves a stored link. Returns undefined if no connection matches it. */
    fromStored(link: string): Promise<LogTarget | undefined>;
  };
}

/** The report panels in this window, at most one per log. */
export class ReportPanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #options: ReportPanelsOptions;
  readonly #panels = new Set<ReportPanel>();

  constructor(options: ReportPanelsOptions) {
    this.#options = options;
  }

  /** The log whose report is in the focused panel. */
  get active(): LogTarget | undefined {
    const subject = [...this.#panels].find(({ isActive }) => isActive)?.subject;
    return subject?.kind === 'log' ? subject.target : undefined;
  }

  /** Shows the report about a log next to the active editor. If it is already open, resets its choices. */
  open(target: LogTarget, detail?: Detail): void {
    const open = [...this.#panels].find(({ subject }) => isSameLog(subject, target));
    open?.reveal();
    void (open ?? this.#create()).show({ kind: 'log', target }, detail);
  }

  /** Shows text that the user can read before copying it. The title must not contain external text. */
  showText(title: string, text: string): void {
    void this.#create().show({ kind: 'text', title, text });
  }

  /** Rereads logs after a connection, its key, or its conventions have changed. */
  refresh(): void {
    for (const panel of this.#panels) panel.refresh();
  }

  /**
   * Called by the editor when a panel from the last session becomes visible again. Does not wait for the service or for
   * user input.
   */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { link } = (state ?? {}) as { link?: unknown };
    const restored = this.#add(panel);
    void this.#subjectOf(link).then((subject) => {
      if (this.#panels.has(restored) && !restored.subject) void restored.show(subject);
    });
  }

  dispose(): void {
    for (const panel of [...this.#panels]) panel.dispose();
  }

  async #subjectOf(link: unknown): Promise<ReportSubject> {
    try {
      const target = typeof link === 'string' ? await this.#options.links.fromStored(link) : undefined;
      return target ? { kind: 'log', target } : { kind: 'gone' };
    } catch {
      return { kind: 'gone' };
    }
  }

  #create(): ReportPanel {
    const column = vscode.ViewColumn.Beside;
    return this.#add(vscode.window.createWebviewPanel(REPORT_VIEW_TYPE, t('Bug Report'), column));
  }

  #add(webviewPanel: vscode.WebviewPanel): ReportPanel {
    const panel = new ReportPanel(webviewPanel, this.#options);
    this.#panels.add(panel);
    panel.onDidDispose(() => this.#panels.delete(panel));
    return panel;
  }
}
