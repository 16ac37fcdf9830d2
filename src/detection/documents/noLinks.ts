import * as vscode from 'vscode';
import { t } from '../../text/l10n.ts';

/** Addresses that are unlinked one by one. */
const MOST = 10_000;

/**
 * Takes the links of an attacker's text away. They are switched off for our languages, but a workspace's settings can
 * switch them on: where links touch, the editor keeps those of the more specific provider, and these lead nowhere.
 */
export class NoLinks implements vscode.DocumentLinkProvider {
  /** A link on the colon of each address, for no link may be empty; of very many, one over the rest. */
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
