import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { runCommand } from './ownCommands.ts';
import { panelHtml } from './panelHtml.ts';
import { type CommonMessage, nextStep } from './panelMessages.ts';
import { showFailure } from './showFault.ts';

export interface PanelPage<From> {
  readonly extensionUri: vscode.Uri;
  /**
   * The base name of the panel's files: the script dist/webview/<name>Panel.js; the style sheet with the same name,
   * which extends the shared panel.css; and the icons media/<name>-light.svg and -dark.svg.
   */
  readonly name: 'counts' | 'detection' | 'report' | 'table';
  readonly title: string;
  /** Returns the message if the page is allowed to send it, or undefined for any other value. */
  readonly read: (message: unknown) => From | CommonMessage | undefined;
}

/** The fault that a panel shows, and the argument for the fault's next step. */
export interface ShownFault {
  readonly fault: unknown;
  readonly target: unknown;
}

/** A base class for panels, which manages the page, the messages to and from it, and its visibility. */
export abstract class Panel<From extends object, To> implements vscode.Disposable {
  protected readonly webviewPanel: vscode.WebviewPanel;
  readonly #subscriptions: vscode.Disposable[];
  /** True while a page is listening. By default, the editor discards the page of a hidden panel. */
  #isReady = false;
  #isDisposed = false;
  #due: (() => void) | undefined;

  constructor(panel: vscode.WebviewPanel, page: PanelPage<From>) {
    this.webviewPanel = panel;
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((received: unknown) => {
        const message = page.read(received);
        if (message) this.#receive(message).catch(showFailure);
      }),
      panel.onDidChangeViewState(() => {
        if (!panel.visible && !panel.options.retainContextWhenHidden) this.#isReady = false;
        if (panel.visible) this.#readIfDue();
        this.viewStateChanged();
      }),
      panel.onDidDispose(() => this.dispose()),
    ];
    showPage(panel, page);
  }

  get onDidDispose(): vscode.Event<void> {
    return this.webviewPanel.onDidDispose;
  }

  get isActive(): boolean {
    return this.webviewPanel.active;
  }

  get isVisible(): boolean {
    return this.webviewPanel.visible;
  }

  /** @param column the editor column to move the panel to */
  reveal(preserveFocus = false, column?: vscode.ViewColumn): void {
    this.webviewPanel.reveal(column, preserveFocus);
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#isReady = false;
    this.#due = undefined;
    this.end();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.webviewPanel.dispose();
  }

  /** The fault for which the page offers a next step. */
  protected abstract get shownFault(): ShownFault | undefined;

  /** Sends the panel's complete content to a page that has just loaded. */
  protected abstract fill(): void;

  /** Handles a message that is specific to the panel. If it rejects, the error is shown to the user. */
  protected abstract receive(message: From): Promise<void>;

  protected abstract tryAgain(): Promise<void>;

  /** Stops the panel's work before the panel is disposed of. */
  protected abstract end(): void;

  /** Called when the panel gains or loses focus, or is shown or hidden. */
  protected abstract viewStateChanged(): void;

  /** Sends a message if the page has loaded. If it loads later, `fill` sends everything. */
  protected send(message: To): void {
    if (this.#isReady) void this.webviewPanel.webview.postMessage(message);
  }

  /** Runs `read` immediately or, if the panel is hidden, when it becomes visible. Only the last pending `read` runs. */
  protected whenVisible(read: () => void): void {
    this.#due = read;
    if (this.isVisible) this.#readIfDue();
  }

  #readIfDue(): void {
    const due = this.#due;
    this.#due = undefined;
    due?.();
  }

  async #receive(message: From | CommonMessage): Promise<void> {
    if (!isCommon(message)) return this.receive(message);
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        return this.fill();
      case 'tryAgain':
        return this.tryAgain();
      case 'nextStep': {
        const shown = this.shownFault;
        const next = shown && nextStep(shown.fault);
        if (next) await runCommand(next.command, shown.target);
      }
    }
  }
}

function isCommon(message: object): message is CommonMessage {
  return 'type' in message && ['ready', 'tryAgain', 'nextStep'].includes(String(message.type));
}

/** Shows one of the extension's pages in a webview. The page loads no resources. */
function showPage<From>(panel: vscode.WebviewPanel, page: PanelPage<From>): void {
  const { extensionUri, name, title } = page;
  const built = (file: string) =>
    readFileSync(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', file).fsPath, 'utf8');
  const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `${name}-${theme}.svg`);
  panel.iconPath = { light: icon('light'), dark: icon('dark') };
  panel.webview.options = { enableScripts: true, localResourceRoots: [] };
  const style = built('panel.css') + built(`${name}Panel.css`);
  panel.webview.html = panelHtml(title, built(`${name}Panel.js`), style);
}
