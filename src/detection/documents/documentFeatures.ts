import * as vscode from 'vscode';
import type { LogTarget } from '../../connections/logTarget.ts';
import type { DetectionLog } from '../../service/model.ts';
import { type Message, t } from '../../text/l10n.ts';
import { type FindLogDocument, LANGUAGES, type LogDocument, SCHEME } from './logDocument.ts';
import { MatchMarks } from './matchMarks.ts';
import { OpenLog } from './openLog.ts';

/** The language features of log documents. Loaded when the first document is opened. */
export class DocumentFeatures implements vscode.Disposable {
  /** The logs with an open document, by slot. */
  readonly #open = new Map<number, OpenLog>();
  readonly #workerFile: string;
  readonly #subscriptions: vscode.Disposable[];

  /** @param workerFile the compiled `worker.ts` */
  constructor(findDocument: FindLogDocument, workerFile: string) {
    this.#workerFile = workerFile;
    const find = (document: vscode.TextDocument) => {
      const { slot, kind } = findDocument(document.uri) ?? {};
      const open = slot === undefined ? undefined : this.#open.get(slot);
      if (slot === undefined || !open || kind === 'normalised') return undefined;
      return { open, side: kind === 'decoded' ? kind : 'raw' } as const;
    };
    this.#subscriptions = [
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const slot = findDocument(uri)?.slot;
        const isOpen = vscode.workspace.textDocuments.some((each) => findDocument(each.uri)?.slot === slot);
        if (slot !== undefined && !isOpen) this.#close(slot);
      }),
      vscode.workspace.onDidOpenTextDocument((document) =>
        keepLanguage(document, findDocument(document.uri)),
      ),
      vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, new NoLinks()),
      new MatchMarks(find),
    ];
  }

  /** Returns the text of one of a log's documents, or the reason it could not be created. */
  async textOf({ slot, kind, target }: LogDocument, log: DetectionLog): Promise<string> {
    const open = this.#openLog(slot, target, log);
    switch (kind) {
      case 'raw':
      case 'large':
        return log.rawData;
      case 'decoded': {
        const decoded = await open.decoded();
        return 'problem' in decoded
          ? missing(t('This log could not be decoded.'), decoded)
          : decoded.result.document.text;
      }
      case 'normalised': {
        const normalised = await open.normalised();
        return 'problem' in normalised
          ? missing(t('This log could not be normalized.'), normalised)
          : normalised.result;
      }
    }
  }

  dispose(): void {
    for (const open of this.#open.values()) open.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Returns the open log for a slot. Creates one if there is none for this log, or if an earlier read failed. */
  #openLog(slot: number, { row }: LogTarget, log: DetectionLog): OpenLog {
    const known = this.#open.get(slot);
    if (known?.log === log && !known.failed) return known;
    known?.dispose();
    const open = new OpenLog(log, row?.detectedValue, this.#workerFile);
    this.#open.set(slot, open);
    return open;
  }

  #close(slot: number): void {
    this.#open.get(slot)?.dispose();
    this.#open.delete(slot);
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
