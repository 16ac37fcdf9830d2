import * as vscode from 'vscode';
import { t } from '../../text/l10n.ts';

/** Maximum number of URLs whose links are removed individually. */
const MOST = 10_000;

/**
 * Removes links from text that attackers control. Links are turned off for this extension's languages, but workspace
 * settings can turn them back on. Where links overlap, the editor uses the ones from the more specific provider: this
 * one, whose links lead nowhere.
 */
export class NoLinks implements vscode.DocumentLinkProvider {
  /**
   * Returns a link on the colon of each URL, because a link cannot be empty. If there are too many, one link covers the
   * rest.
   */
  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const links: vscode.DocumentLink[] = [];
    const add = (start: vscode.Position, end: vscode.Position) => {
      const link = new vscode.DocumentLink(new vscode.Range(start, end));
      link.tooltip = t('Links in a log are not followed');
      links.push(link);
    };
    for (let line = 0; line < document.lineCount; line++) {
      const { text } = document.lineAt(line);
      for (let at = text.indexOf(':/'); at >= 0; at = text.indexOf(':/', at + 1)) {
        const start = new vscode.Position(line, at);
        if (links.length === MOST) {
          add(start, document.lineAt(document.lineCount - 1).range.end);
          return links;
        }
        add(start, start.translate(0, 1));
      }
    }
    return links;
  }
}
