import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import { logFileName } from '../formats/exportedLog.ts';
import { Disposables } from '../ui/disposables.ts';

const SCHEME = 'partner-log-report';

/**
 * Bug reports in the editor's Markdown preview. They are virtual and available while the window is open. A preview that
 * the editor restores after a reload states that its report is no longer available.
 */
export class ReportPreviews extends Disposables implements vscode.TextDocumentContentProvider {
  /** The reports, by path. */
  readonly #reports = new Map<string, string>();
  /**
   * The IDs of the reported logs. Their indexes in this list are part of the path, because logs of different
   * connections can have the same number.
   */
  readonly #targets: string[] = [];

  readonly #gone: () => Promise<string>;

  /**
   * @param gone returns the text to show for a report that is no longer available: `reportGone`, once the language is
   * known
   */
  constructor(gone: () => Promise<string>) {
    super();
    this.#gone = gone;
    this.register(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  async show(target: LogTarget, markdown: string): Promise<void> {
    const id = targetId(target);
    if (!this.#targets.includes(id)) this.#targets.push(id);
    const name = logFileName(target.key, 'md').replace('detection-log', 'bug-report');
    await this.#open(`/${this.#targets.indexOf(id)}/${name}`, markdown);
  }

  /** Shows text that is not related to a log. The name is a constant of the extension. */
  async showText(name: string, markdown: string): Promise<void> {
    await this.#open(`/${name}`, markdown);
  }

  /**
   * Shows the report as a new document, which the editor's preview renders as a new page. For a changed document, the
   * editor would send a message to the page, and the message would be lost if the page was still loading.
   */
  async #open(path: string, markdown: string): Promise<void> {
    this.#reports.set(path, markdown);
    const uri = vscode.Uri.from({ scheme: SCHEME, path, query: randomUUID() });
    await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
  }

  async provideTextDocumentContent({ path }: vscode.Uri): Promise<string> {
    return this.#reports.get(path) ?? this.#gone();
  }
}
