import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { type LogTarget, targetId } from '../../connections/logTarget.ts';
import { readLog } from '../../jobs.ts';
import { describeFault } from '../../service/faults.ts';
import type { DetectionLog } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { findAll } from '../../text/spans.ts';
import { Disposables } from '../../ui/disposables.ts';
import { type DocumentKind, KINDS, SCHEME } from './logDocument.ts';
import type { LineRange } from './readDocument.ts';

interface LogDocument {
  readonly kind: DocumentKind;
  target: LogTarget;
  /** The text that the rule matched; empty until it is found. */
  marks: readonly LineRange[];
}

/**
 * The log documents of this window, with marks on the text that the rule matched. They are virtual and read-only, and
 * they exist until the window closes.
 */
export class LogDocuments
  extends Disposables
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider
{
  readonly #app: App;
  /** The documents by path, which contains no text from a log. */
  readonly #documents = new Map<string, LogDocument>();
  readonly #matched = this.register(
    vscode.window.createTextEditorDecorationType({
      backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
      border: '1px solid',
      borderColor: new vscode.ThemeColor('editorWarning.foreground'),
      overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.warningForeground'),
      overviewRulerLane: vscode.OverviewRulerLane.Right,
    }),
  );

  constructor(app: App) {
    super();
    this.#app = app;
    this.register(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
    this.register(vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, this));
    this.register(vscode.workspace.onDidOpenTextDocument((document) => this.#keepLanguage(document)));
    this.register(vscode.window.onDidChangeVisibleTextEditors(() => this.#markAll()));
  }

  /** Returns the URI of a log's document, new or existing. A log from a different service has a different URI. */
  uri(given: LogTarget, kind: DocumentKind): vscode.Uri {
    const target = this.#app.logs.bound(given);
    const id = targetId(target);
    const isSame = (each: LogDocument) =>
      each.kind === kind && targetId(each.target) === id && each.target.ending === target.ending;
    const [path, known] = [...this.#documents].find(([, each]) => isSame(each)) ?? [
      `/${this.#documents.size}/${target.key.idx}.${KINDS[kind].extension}`,
    ];
    if (!known) this.#documents.set(path, { kind, target, marks: [] });
    else if (target.row) known.target = target;
    return vscode.Uri.from({ scheme: SCHEME, path });
  }

  /**
   * Shows a document as text, even if workspace settings assign a different editor to it, which might render it as
   * Markdown.
   */
  async open(uri: vscode.Uri, options: vscode.TextDocumentShowOptions): Promise<void> {
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', options);
  }

  /** Returns the log of a document, or undefined if it is not a document of this window. */
  logOf(uri: vscode.Uri): LogTarget | undefined {
    return this.#find(uri)?.target;
  }

  /** The log in the active editor, if any. */
  get active(): LogTarget | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor && this.logOf(editor.document.uri);
  }

  /** Returns the text of a document. If the log cannot be read, rejects with a message to display. */
  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const document = this.#find(uri);
    if (!document)
      throw new Error(t('This log is no longer available. Open it again from the Domains view.'));
    const ending = new AbortController();
    const cancelling = token.onCancellationRequested(() => ending.abort());
    try {
      const log = await this.#app.logs.get(document.target, ending.signal);
      const text = this.#read(document, log, ending.signal);
      return document.kind === 'raw' ? log.rawData : await text;
    } catch (fault) {
      const { headline, cause } = describeFault(fault, local);
      throw new Error(`${asLabel(headline)} ${asLabel(cause)}`);
    } finally {
      cancelling.dispose();
    }
  }

  /**
   * Removes links from text that attackers control. Links are turned off for this extension's languages, but workspace
   * settings can turn them back on. Where links overlap, the editor uses the ones from the more specific provider: this
   * one, whose links lead nowhere. A link is on the colon of each URL, because it cannot be empty; if there are too
   * many, one covers the rest.
   */
  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const text = document.getText();
    return findAll(text, ':/', MOST_LINKS + 1).map(({ start }, at) => {
      const end = at === MOST_LINKS ? text.length : start + 1;
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const link = new vscode.DocumentLink(range);
      link.tooltip = t('Links in a log are not followed');
      return link;
    });
  }

  #find({ scheme, path }: vscode.Uri): LogDocument | undefined {
    return scheme === SCHEME ? this.#documents.get(path) : undefined;
  }

  /** Finds and marks the match in a document. Returns the decoded text. */
  async #read(document: LogDocument, log: DetectionLog, signal: AbortSignal): Promise<string> {
    const { kind, target } = document;
    const given = { ...log, detectedValue: target.row?.detectedValue, kind };
    const read = await readLog(this.#app.threads, 'readDocument', given, signal);
    if (!('result' in read)) {
      const failure = t('This log could not be decoded.');
      return `${t('Note: {0} {1} The raw data is complete. To try again, close this tab and reopen the log.', failure, read.problem)}\n`;
    }
    document.marks = read.result.marks;
    this.#markAll();
    return read.result.text;
  }

  /** Restores the language of a log document if workspace settings map its file extension to a different one. */
  #keepLanguage(document: vscode.TextDocument): void {
    const known = this.#find(document.uri);
    if (!known || document.languageId === KINDS[known.kind].language) return;
    void vscode.languages.setTextDocumentLanguage(document, KINDS[known.kind].language);
  }

  /** Marks the text that the rule matched in all visible documents. */
  #markAll(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const marks = this.#find(editor.document.uri)?.marks.map((range) => new vscode.Range(...range));
      if (marks) editor.setDecorations(this.#matched, marks);
    }
  }
}

/** Maximum number of URLs whose links are removed individually. */
const MOST_LINKS = 10_000;
