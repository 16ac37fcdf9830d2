import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { describeFault } from '../service/faults.ts';
import { local } from '../text/l10n.ts';
import { runCommand } from './ownCommands.ts';
import { panelHtml } from './panelHtml.ts';
import { COMMON_MESSAGE, type CommonMessage } from './panelMessages.ts';
import { showFault } from './showFault.ts';

/** A base class for panels, which manages the page, the messages to and from it, and its visibility. */
export abstract class Panel<From extends object, To> {
  readonly webviewPanel: vscode.WebviewPanel;
  /**
   * What the page has received: everything, because the editor keeps messages until the page of a new panel has loaded;
   * or nothing, because by default it discards the page of a hidden panel.
   */
  #page: 'new' | 'discarded' | 'listening' = 'new';
  #due: (() => void) | undefined;

  /**
   * @param name the base name of the panel's files: the script dist/webview/<name>Panel.js; the style sheet with the same
   * name, which extends the shared panel.css; and the icons media/<name>-light.svg and -dark.svg
   * @param read returns the message if the page is allowed to send it, or undefined for any other value
   */
  constructor(
    panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    name: 'counts' | 'detection' | 'report' | 'table',
    title: string,
    read: (message: unknown) => From | CommonMessage | undefined,
  ) {
    this.webviewPanel = panel;
    panel.webview.onDidReceiveMessage((received: unknown) => {
      const message = read(received);
      if (message) this.#receive(message).catch(showFault);
    });
    panel.onDidChangeViewState(() => {
      if (!panel.visible && !panel.options.retainContextWhenHidden) this.#page = 'discarded';
      this.whenVisible();
      this.viewStateChanged();
    });
    panel.onDidDispose(() => {
      this.#page = 'discarded';
      this.end();
    });
    const built = (file: string) =>
      readFileSync(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', file).fsPath, 'utf8');
    const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `${name}-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const [script, style] = [built(`${name}Panel.js`), built('panel.css') + built(`${name}Panel.css`)];
    panel.webview.html = panelHtml(title, script, style);
  }

  /** @param column the editor column to move the panel to */
  reveal(preserveFocus = false, column?: vscode.ViewColumn): void {
    this.webviewPanel.reveal(column, preserveFocus);
  }

  /** The fault for which the page offers a next step, and the argument for that step. */
  protected abstract get shownFault(): { readonly fault: unknown; readonly target: unknown } | undefined;

  /** Sends the panel's complete content to a page that has received none. */
  protected abstract fill(): void;

  /** Handles a message that is specific to the panel. If it rejects, the error is shown to the user. */
  protected abstract receive(message: From): Promise<void>;

  protected abstract tryAgain(): Promise<void>;

  /** Stops the panel's work when the panel is disposed of. */
  protected abstract end(): void;

  /** Called when the panel gains or loses focus, or is shown or hidden. */
  protected abstract viewStateChanged(): void;

  /** Sends a message unless the page was discarded. When the panel is visible again, `fill` sends everything. */
  protected send(message: To): void {
    if (this.#page !== 'discarded') void this.webviewPanel.webview.postMessage(message);
  }

  /**
   * Runs `read` immediately or, if the panel is hidden, when it becomes visible. Only the last pending `read` runs.
   * @param read defaults to the pending one
   */
  protected whenVisible(read = this.#due): void {
    const { visible } = this.webviewPanel;
    this.#due = visible ? undefined : read;
    if (visible) read?.();
  }

  async #receive(message: From | CommonMessage): Promise<void> {
    if (!v.is(COMMON_MESSAGE, message)) return this.receive(message);
    if (message.type === 'tryAgain') return this.tryAgain();
    if (message.type === 'ready') {
      const isNew = this.#page === 'new';
      this.#page = 'listening';
      return isNew ? undefined : this.fill();
    }
    const shown = this.shownFault;
    const next = shown && describeFault(shown.fault, local).next;
    if (next) await runCommand(next.command, shown.target);
  }
}
