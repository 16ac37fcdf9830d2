import * as vscode from 'vscode';

type Place = Parameters<typeof vscode.window.createWebviewPanel>[2];

/** A panel that shows one subject at a time, for example a log or a domain. */
export interface SubjectPanel<Subject> {
  readonly webviewPanel: vscode.WebviewPanel;
  /** The subject that the panel shows, is loading, or failed to load. */
  readonly subject: Subject | undefined;
  /** Shows a subject; undefined if the subject of a restored panel is no longer available. */
  show(subject: Subject | undefined): unknown;
  reveal(): void;
}

export interface PanelKind<Subject, Shown extends SubjectPanel<Subject>> {
  readonly viewType: `partnerLogs.${string}`;
  /** Returns the tab's first title. A panel whose title is not set again afterwards appears sooner. */
  readonly titleOf: (subject?: Subject) => string;
  readonly options?: vscode.WebviewPanelOptions;
  /** @param state the state that the panel's page stored, or the one passed to `create` */
  readonly create: (webview: vscode.WebviewPanel, state: unknown) => Shown;
  /** Subjects with the same ID are shown in the same panel. */
  readonly idOf: (subject: Subject) => string;
  /** Returns the subject that a page's stored state refers to. */
  readonly restored: (state: unknown) => Subject | undefined;
}

/** The permissions of all pages. */
const PAGE: vscode.WebviewOptions = { enableScripts: true, localResourceRoots: [] };

/** The open panels of one kind in this window. Panels that were open when the window was reloaded are restored. */
export class PanelSet<Subject, Shown extends SubjectPanel<Subject>>
  implements vscode.Disposable, vscode.WebviewPanelSerializer
{
  readonly #kind: PanelKind<Subject, Shown>;
  readonly #panels = new Map<vscode.WebviewPanel, Shown>();

  constructor(kind: PanelKind<Subject, Shown>) {
    this.#kind = kind;
  }

  get all(): readonly Shown[] {
    return [...this.#panels.values()];
  }

  /** The focused panel. */
  get active(): Shown | undefined {
    return this.all.find(({ webviewPanel }) => webviewPanel.active);
  }

  /** Returns the panel that shows a subject; the focused one if there are several. */
  showing(subject: Subject): Shown | undefined {
    const { idOf } = this.#kind;
    const id = idOf(subject);
    const panels = this.all.filter((panel) => panel.subject !== undefined && idOf(panel.subject) === id);
    return panels.find(({ webviewPanel }) => webviewPanel.active) ?? panels[0];
  }

  /** Shows a subject in its panel, or in a new one. */
  open(subject: Subject, column = vscode.ViewColumn.Active): Shown {
    const known = this.showing(subject);
    known?.reveal();
    const panel = known ?? this.create(column, undefined, subject);
    void panel.show(subject);
    return panel;
  }

  /** Creates a panel that shows nothing yet. @param subject the one that it is about to show */
  create(place: Place, state?: unknown, subject?: Subject): Shown {
    const { viewType: type, titleOf, options } = this.#kind;
    const title = titleOf(subject);
    return this.#add(vscode.window.createWebviewPanel(type, title, place, { ...PAGE, ...options }), state);
  }

  /**
   * Called by the editor when a panel from the last session becomes visible again. The panel stays hidden until this
   * resolves, so it does not wait for the panel's content.
   */
  async deserializeWebviewPanel(webview: vscode.WebviewPanel, state: unknown): Promise<void> {
    webview.webview.options = PAGE;
    void this.#add(webview, state).show(this.#kind.restored(state));
  }

  dispose(): void {
    for (const webview of this.#panels.keys()) webview.dispose();
  }

  #add(webview: vscode.WebviewPanel, state: unknown): Shown {
    // Before the panel's own listeners, which use `all`: the state of a closed panel cannot be read.
    webview.onDidDispose(() => this.#panels.delete(webview));
    const panel = this.#kind.create(webview, state);
    this.#panels.set(webview, panel);
    return panel;
  }
}
