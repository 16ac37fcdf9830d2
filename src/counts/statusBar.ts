import * as vscode from 'vscode';
import type { CommandId } from '../commandIds.ts';
import { t } from '../text/l10n.ts';
import { asMarkdown } from '../text/label.ts';
import type { CountsStatus } from './statusText.ts';

/** The status bar item, which shows today's number of attackers for the pinned domains. */
export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(
    'partnerLogs.attackers',
    vscode.StatusBarAlignment.Left,
    10,
  );
  #shown = '';

  constructor() {
    this.#item.name = t("Partner Logs: Today's Attackers");
    this.#item.command = {
      command: 'partnerLogs.openCounts' satisfies CommandId,
      title: t('Show Visitor and Attacker Counts'),
      arguments: ['pinned'],
    };
  }

  /** Renders the item if its content has changed. */
  show(status: CountsStatus | undefined): void {
    const shown = JSON.stringify(status ?? null);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (!status) {
      this.#item.hide();
      return;
    }
    this.#item.text = status.text;
    this.#item.backgroundColor = status.warning
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.#item.tooltip = markdown(status.tooltip);
    this.#item.accessibilityInformation = { label: status.label };
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/**
 * Returns the paragraphs as Markdown, one below the other. The text is escaped because it contains domain names and
 * error messages from the service.
 */
function markdown(paragraphs: readonly (readonly string[])[]): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  for (const lines of paragraphs) {
    for (const line of lines) text.appendMarkdown(`${asMarkdown(line)}  \n`);
    text.appendMarkdown('\n');
  }
  return text;
}
