import * as vscode from 'vscode';
import { panelHtml } from './panelHtml.ts';

export interface PanelFiles {
  readonly title: string;
  /** Names dist/webview/<name>.js and media/<name>.css. */
  readonly name: string;
  /** Further style sheets of dist/webview, which come first. */
  readonly styles?: readonly string[];
}

/** Fills a webview with a page of ours, which loads nothing but files of the extension. */
export function showPage(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { title, name, styles = [] }: PanelFiles,
): void {
  const built = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  const media = vscode.Uri.joinPath(extensionUri, 'media');
  const address = (folder: vscode.Uri, file: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [built, media] };
  webview.html = panelHtml({
    title,
    script: address(built, `${name}.js`),
    styles: [
      ...['codicon.css', ...styles].map((file) => address(built, file)),
      ...['panel.css', `${name}.css`].map((file) => address(media, file)),
    ],
    source: webview.cspSource,
  });
}
