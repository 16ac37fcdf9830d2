import * as vscode from 'vscode';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { Beside } from '../connections/openTable.ts';
import { t } from '../text/l10n.ts';
import { setContext } from '../ui/ownCommands.ts';
import { DetectionPanel, type DetectionPanelOptions, VIEW_TYPE } from './detectionPanel.ts';

export interface DetectionPanelsOptions extends DetectionPanelOptions {
  readonly links: {
    toLink(target: LogTarget): string;
    /** Returns the log that a stored link refers to, or undefined if no connection matches the link. */
    fromStored(link: string): Promise<LogTarget | undefined>;
  };
}

export interface HowToOpen {
  /** True to open a new panel instead of showing the log in the single preview panel. */
  readonly newTab?: boolean;
  /** True to leave the focus where it is. */
  readonly preserveFocus?: boolean;
  /** The log whose panel should be reused. */
  readonly from?: LogTarget;
  /** Shows the log in a group next to the table. The focus moves only if requested. */
  readonly beside?: Beside;
}

/**
 * Returns true if one of the editor's own pages, such as a walkthrough, is the active tab. A log must not cover it
 * unless the user opened the log.
 */
function isGuide(): boolean {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab !== undefined && tab.input === undefined;
}

/** The detection panels of this window. At most one is the preview, which is reused for each newly opened log. */
export class DetectionPanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #options: DetectionPanelsOptions;
  readonly #panels = new Set<DetectionPanel>();
  readonly #changed = new vscode.EventEmitter<LogTarget | undefined>();
  readonly onDidChangeActive = this.#changed.event;
  readonly #left = new vscode.EventEmitter<void>();
  /** Fires when the user leaves a panel with Escape. */
  readonly onDidLeave = this.#left.event;
  #active: LogTarget | undefined;

  constructor(options: DetectionPanelsOptions) {
    this.#options = options;
  }

  /** The log in the focused panel. */
  get active(): LogTarget | undefined {
    return this.#active;
  }

  /** The start of the selected text in the focused panel; empty if nothing is selected. */
  get selectedText(): string {
    return [...this.#panels].find((panel) => panel.isActive)?.selectedText ?? '';
  }

  /** The number of open panels. */
  get size(): number {
    return this.#panels.size;
  }

  /** Resolves when a panel shows the log (true) or its fault (false). Never rejects. */
  async open(target: LogTarget, how: HowToOpen = {}): Promise<boolean> {
    const isShown = await this.#place(how).show(target);
    if (isShown) setContext('partnerLogs.read');
    return isShown;
  }

  /** Retries failed reads after a change of key or conventions. */
  refresh(): void {
    for (const panel of this.#panels) panel.refresh();
  }

  /**
   * Called by the editor when a panel from the last session becomes visible again. The panel stays hidden until this
   * resolves, so it waits neither for the service nor for the user.
   */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const { link, preview } = (state ?? {}) as { link?: unknown; preview?: unknown };
    const restored = this.#add(panel, preview === true && !this.#preview());
    void this.#targetOf(link).then((target) => {
      // The panel might have been closed or show another log by now.
      if (this.#panels.has(restored) && !restored.target) void restored.show(target);
    });
  }

  dispose(): void {
    for (const panel of [...this.#panels]) panel.dispose();
    this.#changed.dispose();
    this.#left.dispose();
  }

  /** Makes a panel visible, either an existing or a new one. */
  #place({ newTab = false, preserveFocus = false, from, beside }: HowToOpen): DetectionPanel {
    const reused = newTab ? undefined : (this.#showing(from) ?? this.#preview());
    const keepsFocus = beside ? !beside.focus : preserveFocus;
    if (reused) {
      // Revealing the panel again would take focus from the button that was clicked in it.
      const isRevealed = beside ? !reused.isVisible || beside.focus : !from || !reused.isActive;
      if (beside && reused.column === beside.column) reused.reveal(keepsFocus, vscode.ViewColumn.Beside);
      else if (isRevealed) reused.reveal(keepsFocus);
      return reused;
    }
    const isBeside = beside !== undefined || (preserveFocus && isGuide());
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, t('Detection Log'), {
      viewColumn: isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
      preserveFocus: keepsFocus,
    });
    return this.#add(panel, !newTab);
  }

  async #targetOf(link: unknown): Promise<LogTarget | undefined> {
    try {
      return typeof link === 'string' ? await this.#options.links.fromStored(link) : undefined;
    } catch {
      return undefined;
    }
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
    // Adding a row to a log creates a new target for the same log.
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
