import * as vscode from 'vscode';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import { t } from '../text/l10n.ts';
import { tellContext } from '../ui/ownCommands.ts';
import { DetectionPanel, type DetectionPanelOptions, VIEW_TYPE } from './detectionPanel.ts';

export interface DetectionPanelsOptions extends DetectionPanelOptions {
  readonly links: {
    toLink(target: LogTarget): string;
    /** Resolves a stored link; undefined when no connection has it. */
    fromStored(link: string): Promise<LogTarget | undefined>;
  };
}

export interface HowToOpen {
  /** Opens a panel of its own. Otherwise the one preview panel shows the log. */
  readonly newTab?: boolean;
  /** Leaves the focus where it is. */
  readonly preserveFocus?: boolean;
  /** The panel that shows this log turns to the other one. */
  readonly from?: LogTarget;
  /** Shows it beside this column. The focus stays where it is unless asked. */
  readonly beside?: { readonly column: vscode.ViewColumn | undefined; readonly focus: boolean };
}

/** Whether a page of the editor's own is on top, such as a walkthrough, which a log must not cover unasked. */
function isGuide(): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab !== undefined && tab.input === undefined;
}

/** The detection panels of this window. At most one of them is the preview, which each newly opened log reuses. */
export class DetectionPanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #options: DetectionPanelsOptions;
  readonly #panels = new Set<DetectionPanel>();
  readonly #changed = new vscode.EventEmitter<LogTarget | undefined>();
  readonly onDidChangeActive = this.#changed.event;
  readonly #left = new vscode.EventEmitter<void>();
  /** Fires when a person leaves a panel by Escape. */
  readonly onDidLeave = this.#left.event;
  #active: LogTarget | undefined;

  constructor(options: DetectionPanelsOptions) {
    this.#options = options;
  }

  /** The log of the focused panel. */
  get active(): LogTarget | undefined {
    return this.#active;
  }

  /** The start of what is selected in the focused panel; empty when nothing is. */
  get selectedText(): string {
    return [...this.#panels].find((panel) => panel.isActive)?.selectedText ?? '';
  }

  /** The number of open panels. */
  get size(): number {
    return this.#panels.size;
  }

  /** Resolves once the log, or why it can't be read, is in a panel: whether it is the log. Never rejects. */
  async open(target: LogTarget, how: HowToOpen = {}): Promise<boolean> {
    const { newTab = false, preserveFocus = false, beside } = how;
    const reused = newTab ? undefined : (this.#showing(how.from) ?? this.#preview());
    if (reused) {
      // Revealing it once more would take the focus from the button that was pressed in it.
      if (beside) reused.revealBeside(beside.column, beside.focus);
      else if (!how.from || !reused.isActive) reused.reveal(preserveFocus);
      return this.#show(reused, target);
    }
    const isBeside = beside !== undefined || (preserveFocus && isGuide());
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, t('Detection Log'), {
      viewColumn: isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
      preserveFocus: beside ? !beside.focus : preserveFocus,
    });
    return this.#show(this.#add(panel, !newTab), target);
  }

  /** Retries what failed, after a change of key or conventions. */
  refresh(): void {
    for (const panel of this.#panels) panel.refresh();
  }

  /**
   * Called by the editor when a panel of the last session is looked at again. It keeps the panel out of sight until this
   * resolves, so neither the service nor an answer of the person is waited for.
   */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { link, preview } = (state ?? {}) as { link?: unknown; preview?: unknown };
    const restored = this.#add(panel, preview === true && !this.#preview());
    void this.#targetOf(link).then((target) => {
      // It may have been closed or have turned to another log meanwhile.
      if (this.#panels.has(restored) && !restored.target) void restored.show(target);
    });
  }

  dispose(): void {
    for (const panel of [...this.#panels]) panel.dispose();
    this.#changed.dispose();
    this.#left.dispose();
  }

  async #targetOf(link: unknown): Promise<LogTarget | undefined> {
    try {
      return typeof link === 'string' ? await this.#options.links.fromStored(link) : undefined;
    } catch {
      return undefined;
    }
  }

  async #show(panel: DetectionPanel, target: LogTarget): Promise<boolean> {
    const isShown = await panel.show(target);
    if (isShown) tellContext('partnerLogs.read');
    return isShown;
  }

  #add(webviewPanel: vscode.WebviewPanel, preview: boolean): DetectionPanel {
    const panel = new DetectionPanel(webviewPanel, preview, this.#options);
    this.#panels.add(panel);
    panel.onDidChange(() => this.#update());
    panel.onDidLeave(() => this.#left.fire());
    panel.onDidDispose(() => {
      this.#panels.delete(panel);
      this.#update();
    });
    return panel;
  }

  #update(): void {
    const active = [...this.#panels].find((panel) => panel.isActive)?.target;
    const before = this.#active;
    this.#active = active;
    // The same log may have got its row.
    const isSame =
      active && before && targetId(active) === targetId(before) && active.ending === before.ending;
    if (!isSame && active !== before) this.#changed.fire(active);
  }

  #preview(): DetectionPanel | undefined {
    return [...this.#panels].find((panel) => panel.preview);
  }

  #showing(target: LogTarget | undefined): DetectionPanel | undefined {
    if (!target) return undefined;
    const showing = [...this.#panels].filter(
      (panel) => panel.target && targetId(panel.target) === targetId(target),
    );
    return showing.find((panel) => panel.isActive) ?? showing[0];
  }
}
