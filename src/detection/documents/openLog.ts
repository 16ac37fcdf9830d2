import * as vscode from 'vscode';
import type { TextRange } from '../../http/decode/mappedText.ts';
import type { Matching } from '../../http/match.ts';
import { type ReadLog, readLog } from '../../jobs.ts';
import type { DetectionLog } from '../../service/model.ts';
import type { DecodedData } from './decodedDocument.ts';
import { LineTable } from './lineTable.ts';

/** The two forms of a log: its raw data and its decoded data. */
export type Side = 'raw' | 'decoded';

export interface RawSide {
  readonly lines: LineTable;
  /** The text that the rule matched. */
  readonly matches: Matching;
}

export interface DecodedSide {
  readonly lines: LineTable;
  readonly document: DecodedData;
}

/** A log with open documents. Each side is read when it is first requested. No method rejects. */
export class OpenLog implements vscode.Disposable {
  readonly log: DetectionLog;
  readonly #detectedValue: string | undefined;
  readonly #workerFile: string;
  readonly #closed = new AbortController();
  #raw: Promise<ReadLog<RawSide>> | undefined;
  #decoded: Promise<ReadLog<DecodedSide>> | undefined;
  #failed = false;

  /** @param detectedValue `detected_value` of the log's row, if the log is from a list */
  constructor(log: DetectionLog, detectedValue: string | undefined, workerFile: string) {
    this.log = log;
    this.#detectedValue = detectedValue;
    this.#workerFile = workerFile;
  }

  /** True if a side could not be read. */
  get failed(): boolean {
    return this.#failed;
  }

  raw(): Promise<ReadLog<RawSide>> {
    this.#raw ??= this.#readRaw();
    return this.#raw;
  }

  decoded(): Promise<ReadLog<DecodedSide>> {
    this.#decoded ??= this.#readDecoded();
    return this.#decoded;
  }

  /** Returns the raw data normalized for comparison. */
  async normalised(): Promise<ReadLog<string>> {
    return this.#noted(await readLog('normaliseRequest', this.log.rawData, this.#options));
  }

  /** Cancels reads in progress. */
  dispose(): void {
    this.#closed.abort();
  }

  async #readRaw(): Promise<ReadLog<RawSide>> {
    const { rawData, description } = this.log;
    const request = { rawData, description, detectedValue: this.#detectedValue };
    const read = this.#noted(await readLog('readRawData', request, this.#options));
    if ('problem' in read) return read;
    const { lineStarts, ...side } = read.result;
    return { result: { ...side, lines: new LineTable(rawData, lineStarts) } };
  }

  async #readDecoded(): Promise<ReadLog<DecodedSide>> {
    const { rawData, request } = this.log;
    const read = this.#noted(await readLog('readDecodedData', { rawData, request }, this.#options));
    if ('problem' in read) return read;
    const { lineStarts, ...document } = read.result;
    return { result: { document, lines: new LineTable(document.text, lineStarts) } };
  }

  #noted<Result>(read: ReadLog<Result>): ReadLog<Result> {
    if ('problem' in read) this.#failed = true;
    return read;
  }

  get #options() {
    return { workerFile: this.#workerFile, signal: this.#closed.signal };
  }
}

/** Returns the editor range for a range of the text. */
export function rangeIn(lines: LineTable, { start, end }: TextRange): vscode.Range {
  const [from, to] = [lines.positionOf(start), lines.positionOf(end)];
  return new vscode.Range(from.line, from.character, to.line, to.character);
}

/** Returns true if an editor is visible; hidden editors don't accept decorations. */
export function isShown(editor: vscode.TextEditor): boolean {
  return vscode.window.visibleTextEditors.includes(editor);
}

/** A document of an open log. */
export interface OpenDocument {
  readonly open: OpenLog;
  readonly side: Side;
}

/** Returns the open log of a document, or undefined for normalized data and any other document. */
export type FindOpen = (document: vscode.TextDocument) => OpenDocument | undefined;
