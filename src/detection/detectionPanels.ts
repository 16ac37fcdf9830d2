import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isObject } from '../base/values.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import { PanelSet } from '../ui/panelSet.ts';
import { DetectionPanel, logTitle } from './detectionPanel.ts';

export interface HowToOpen {
  /** True to open a new panel instead of showing the log in the single preview panel. */
  readonly newTab?: boolean;
  /** True to leave the focus where it is. */
  readonly preserveFocus?: boolean;
  /** The log whose panel should be reused. */
  readonly from?: LogTarget;
  /** The editor column of a table that the log must not cover. The log is shown in the next column. */
  readonly beside?: vscode.ViewColumn | undefined;
}

/** The detection panels of this window. At most one is the preview, which is reused for each newly opened log. */
export class DetectionPanels implements vscode.Disposable {
  readonly panels: PanelSet<LogTarget, DetectionPanel>;

  constructor(app: App) {
    this.panels = new PanelSet<LogTarget, DetectionPanel>({
      viewType: 'partnerLogs.detection',
      titleOf: (log) => logTitle(log, app),
      options: { enableFindWidget: true },
      create: (webview, state) => {
        const { link, preview } = storedLog(state);
        return new DetectionPanel(webview, link, preview && !this.#preview, app);
      },
      idOf: targetId,
      restored: (state) => {
        const { link } = storedLog(state);
        return link === undefined ? undefined : app.links.fromStored(link);
      },
    });
  }

  /** The log in the focused panel. */
  get active(): LogTarget | undefined {
    return this.panels.active?.subject;
  }

  /** The start of the selected text in the focused panel; empty if nothing is selected. */
  get selectedText(): string {
    return this.panels.active?.selectedText ?? '';
  }

  /** Resolves when a panel shows the log (true) or its fault (false). Never rejects. */
  open(target: LogTarget, how: HowToOpen = {}): Promise<boolean> {
    return this.#place(target, how).show(target);
  }

  /** Rereads logs that are not shown or are from another service, after a change of key or conventions. */
  refresh(): void {
    for (const panel of this.panels.all) panel.refresh();
  }

  /** Renders all logs again, for example in another time zone. */
  redraw(): void {
    for (const panel of this.panels.all) panel.fill();
  }

  dispose(): void {
    this.panels.dispose();
  }

  get #preview(): DetectionPanel | undefined {
    return this.panels.all.find(({ preview }) => preview);
  }

  /** Makes a panel visible, either an existing or a new one. */
  #place(log: LogTarget, how: HowToOpen): DetectionPanel {
    const { newTab = false, preserveFocus = false, from, beside } = how;
    const reused = newTab ? undefined : ((from && this.panels.showing(from)) ?? this.#preview);
    if (!reused) {
      const isBeside = beside !== undefined || (preserveFocus && isGuide());
      const viewColumn = isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
      return this.panels.create({ viewColumn, preserveFocus }, { preview: !newTab }, log);
    }
    const { viewColumn, active, visible } = reused.webviewPanel;
    if (beside !== undefined && viewColumn === beside) reused.reveal(preserveFocus, vscode.ViewColumn.Beside);
    // Revealing the panel again would take focus from the button that was clicked in it.
    else if (from ? !active : !preserveFocus || !visible) reused.reveal(preserveFocus);
    return reused;
  }
}

function storedLog(state: unknown) {
  const { link, preview } = isObject(state) ? state : {};
  return { link: typeof link === 'string' ? link : undefined, preview: preview === true };
}

/**
 * Returns true if one of the editor's own pages, such as a walkthrough, is the active tab. A log must not cover it
 * unless the user opened the log.
 */
function isGuide(): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab !== undefined && tab.input === undefined;
}
