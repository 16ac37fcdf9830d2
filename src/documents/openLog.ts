import * as vscode from 'vscode';
import type { TextRange } from '../report/decode/offsetMap.ts';
import type { Reading } from '../report/reading.ts';
import { LineTable } from './lineTable.ts';

/** The two texts of a log that belong together: the raw data, and what is decoded of it. */
export type Side = 'raw' | 'decoded';

/** A log of which documents are open: between offsets of its texts and positions in the editor. */
export class OpenLog {
  readonly reading: Reading;
  readonly #lines = new Map<Side, LineTable>();

  constructor(reading: Reading) {
    this.reading = reading;
  }

  rangeOf(side: Side, { start, end }: TextRange): vscode.Range {
    const [from, to] = [this.#linesOf(side).positionOf(start), this.#linesOf(side).positionOf(end)];
    return new vscode.Range(from.line, from.character, to.line, to.character);
  }

  offsetsOf(side: Side, { start, end }: vscode.Range): TextRange {
    return { start: this.#linesOf(side).offsetOf(start), end: this.#linesOf(side).offsetOf(end) };
  }

  #linesOf(side: Side): LineTable {
    const { log } = this.reading;
    const lines =
      this.#lines.get(side) ?? new LineTable(side === 'raw' ? log.rawData : this.reading.decoded.text);
    this.#lines.set(side, lines);
    return lines;
  }
}

/** A document of an open log. */
export interface OpenDocument {
  readonly open: OpenLog;
  readonly slot: number;
  readonly side: Side;
}

/** Undefined for any other document, and for a normalised one. */
export type FindOpen = (document: vscode.TextDocument) => OpenDocument | undefined;
