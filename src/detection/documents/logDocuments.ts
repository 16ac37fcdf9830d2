import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { type LogTarget, targetId } from '../../connections/logTarget.ts';
import { type ReadLog, readLog } from '../../jobs.ts';
import { describeFault } from '../../service/faults.ts';
import type { DetectionLog } from '../../service/model.ts';
import { local, type Message, t } from '../../text/l10n.ts';
import { asLabel, asMarkdown } from '../../text/label.ts';
import { Disposables } from '../../ui/disposables.ts';
import {
  type DocumentKind,
  formatDocumentPath,
  LANGUAGES,
  type LogDocument,
  parseDocumentPath,
  SCHEME,
} from './logDocument.ts';
import { NoLinks } from './noLinks.ts';
import type { ReadDocument } from './readDocument.ts';

/** The reading of an open document, which ends when it is closed. */
interface Reading {
  readonly ending: AbortController;
  readonly done: Promise<ReadLog<ReadDocument>>;
}

/**
 * The log documents of this window, with marks on the text that the rule matched. They are virtual and read-only, and
 * they exist until the window closes.
 */
export class LogDocuments extends Disposables implements vscode.TextDocumentContentProvider {
  readonly #app: Pick<App, 'logs' | 'workerFile'>;
  /** The targets by slot. Their rows omit the raw data, which the log contains. */
  readonly #targets: LogTarget[] = [];
  /** The readings of open documents, by path. */
  readonly #readings = new Map<string, Reading>();
  #marks:
    | { readonly matched: vscode.TextEditorDecorationType; readonly note: vscode.TextEditorDecorationType }
    | undefined;

  constructor(app: Pick<App, 'logs' | 'workerFile'>) {
    super();
    this.#app = app;
    this.register(vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  /** Returns the URI of a log's document, new or existing. A log from a different service has a different URI. */
  uri(given: LogTarget, kind: DocumentKind): vscode.Uri {
    const target = this.#app.logs.bound(given);
    const id = targetId(target);
    const known = this.#targets.findIndex((each) => targetId(each) === id && each.ending === target.ending);
    const slot = known < 0 ? this.#targets.length : known;
    if (target.row || known < 0) this.#targets[slot] = withoutRawData(target);
    return vscode.Uri.from({ scheme: SCHEME, path: formatDocumentPath({ slot, idx: target.key.idx, kind }) });
  }

  /**
   * Shows a document as text, even if workspace settings assign a different editor to it, which might render it as
   * Markdown.
   */
  async open(uri: vscode.Uri, options: vscode.TextDocumentShowOptions): Promise<void> {
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', options);
  }

  /**
   * Like `open`, but shows two documents side by side. The option is undocumented; the editor's built-in extensions use
   * it.
   */
  async compare(left: vscode.Uri, right: vscode.Uri, title: string): Promise<void> {
    const asText = { override: false };
    await vscode.commands.executeCommand('vscode.diff', left, right, title, asText);
  }

  /** Returns the log document of a URI, or undefined if it is not a document of this window. */
  find(uri: vscode.Uri): LogDocument | undefined {
    const parsed = uri.scheme === SCHEME ? parseDocumentPath(uri.path) : undefined;
    const target = parsed && this.#targets[parsed.slot];
    if (!parsed || target?.key.idx !== parsed.idx) return undefined;
    return { slot: parsed.slot, kind: parsed.kind, target };
  }

  /** The log in the active editor, if any. */
  get active(): LogTarget | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor && this.find(editor.document.uri)?.target;
  }

  /** Returns the text of a document. If the log cannot be read, rejects with a message to display. */
  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const document = this.find(uri);
    if (!document)
      throw new Error(t('This log is no longer available. Open it again from the Domains view.'));
    const controller = new AbortController();
    const cancelling = token.onCancellationRequested(() => controller.abort());
    try {
      return await this.#read(uri, document, await this.#app.logs.get(document.target, controller.signal));
    } catch (fault) {
      const { headline, cause } = describeFault(fault, local);
      throw new Error(`${asLabel(headline)} ${asLabel(cause)}`);
    } finally {
      cancelling.dispose();
    }
  }

  override dispose(): void {
    for (const { ending } of this.#readings.values()) ending.abort();
    super.dispose();
  }

  /** Begins to read a document, and returns its text. */
  async #read(uri: vscode.Uri, { kind, target }: LogDocument, log: DetectionLog): Promise<string> {
    this.#marks ??= this.#registerFeatures();
    this.#readings.get(uri.path)?.ending.abort();
    const ending = new AbortController();
    const { rawData, description, request } = log;
    const { detectedValue } = target.row ?? {};
    const { workerFile } = this.#app;
    const options = { workerFile, signal: ending.signal };
    const done = readLog(
      'readDocument',
      { log: { rawData, description, request }, detectedValue, kind },
      options,
    );
    this.#readings.set(uri.path, { ending, done });
    void done.then(() => this.#markAll());
    if (kind === 'raw' || kind === 'large') return rawData;
    const read = await done;
    if ('result' in read) return read.result.text;
    const isDecoded = kind === 'decoded';
    return missing(
      isDecoded ? t('This log could not be decoded.') : t('This log could not be normalized.'),
      read,
    );
  }

  #registerFeatures() {
    this.register(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (!this.find(uri)) return;
        this.#readings.get(uri.path)?.ending.abort();
        this.#readings.delete(uri.path);
      }),
    );
    this.register(
      vscode.workspace.onDidOpenTextDocument((document) => keepLanguage(document, this.find(document.uri))),
    );
    this.register(vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, new NoLinks()));
    this.register(vscode.window.onDidChangeVisibleTextEditors(() => this.#markAll()));
    const matched = vscode.window.createTextEditorDecorationType({
      backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
      border: '1px solid',
      borderColor: new vscode.ThemeColor('editorWarning.foreground'),
      overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.warningForeground'),
      overviewRulerLane: vscode.OverviewRulerLane.Right,
    });
    const note = vscode.window.createTextEditorDecorationType({
      after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 2em' },
    });
    return { matched: this.register(matched), note: this.register(note) };
  }

  /** Marks the text that the rule matched, and shows at the end of the line how it matched, in all visible documents. */
  #markAll(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const reading = this.find(editor.document.uri) && this.#readings.get(editor.document.uri.path);
      void reading?.done.then((read) => this.#mark(editor, read));
    }
  }

  #mark(editor: vscode.TextEditor, read: ReadLog<ReadDocument>): void {
    const { document } = editor;
    // By now, the editor might be hidden.
    if (!this.#marks || !vscode.window.visibleTextEditors.includes(editor)) return;
    const { marks = [], note = undefined } = 'result' in read ? read.result : {};
    const text = note
      ? local(note.text)
      : 'problem' in read && t('rule match: unknown, because the search did not finish. {0}', read.problem);
    const { end } = document.lineAt(Math.min(note?.line ?? 0, document.lineCount - 1)).range;
    editor.setDecorations(
      this.#marks.matched,
      marks.map(({ start, end, hover }) => ({
        range: new vscode.Range(start.line, start.character, end.line, end.character),
        hoverMessage: new vscode.MarkdownString(asMarkdown(local(hover))),
      })),
    );
    editor.setDecorations(
      this.#marks.note,
      text ? [{ range: new vscode.Range(end, end), renderOptions: { after: { contentText: text } } }] : [],
    );
  }
}

/** Restores the language of a log document if workspace settings map its file extension to a different one. */
function keepLanguage(document: vscode.TextDocument, known: LogDocument | undefined): void {
  const language = known && LANGUAGES[known.kind];
  if (language === undefined || document.languageId === language) return;
  void vscode.languages.setTextDocumentLanguage(document, language);
}

function missing(failure: string, { problem }: { readonly problem: Message }): string {
  return `${t(
    'Note: {0} {1} The raw data is complete. To try again, close this tab and reopen the log.',
    failure,
    problem,
  )}\n`;
}

function withoutRawData(target: LogTarget): LogTarget {
  if (!target.row) return target;
  const { rawData: _, ...row } = target.row;
  return { ...target, row };
}
