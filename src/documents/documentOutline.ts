import * as vscode from 'vscode';
import type { DecodedSection } from '../report/decode/decodedDocument.ts';
import { asLabel } from '../report/label.ts';
import { parseRawRequest } from '../report/rawHttp.ts';
import { mainMatch } from '../report/ruleMatch.ts';
import { DECODED_LANGUAGE, RAW_LANGUAGE } from './languages.ts';
import type { FindOpen, OpenDocument } from './openLog.ts';

/** Outline and folding of raw and decoded data. */
export class DocumentOutline
  implements vscode.DocumentSymbolProvider, vscode.FoldingRangeProvider, vscode.Disposable
{
  readonly #find: FindOpen;
  readonly #registrations: vscode.Disposable[];

  constructor(find: FindOpen) {
    this.#find = find;
    const languages = [RAW_LANGUAGE, DECODED_LANGUAGE];
    this.#registrations = [
      vscode.languages.registerDocumentSymbolProvider(languages, this, { label: 'Partner Logs' }),
      vscode.languages.registerFoldingRangeProvider(languages, this),
    ];
  }

  provideDocumentSymbols(document: vscode.TextDocument): vscode.DocumentSymbol[] {
    const found = this.#find(document);
    if (!found) return [];
    return found.side === 'raw'
      ? rawSymbols(found)
      : found.open.reading.decoded.sections.map(sectionSymbol(found));
  }

  provideFoldingRanges(document: vscode.TextDocument): vscode.FoldingRange[] {
    return this.provideDocumentSymbols(document)
      .filter(({ range }) => range.end.line > range.start.line)
      .map(({ range }) => new vscode.FoldingRange(range.start.line, range.end.line));
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
  }
}

function rawSymbols({ open }: OpenDocument): vscode.DocumentSymbol[] {
  const { rawData } = open.reading.log;
  const { method, target = '', targetStart, targetEnd, headers, bodyOffset } = parseRawRequest(rawData);
  const symbol = (name: string, detail: string, kind: vscode.SymbolKind, start: number, end: number) => {
    const range = open.rangeOf('raw', { start, end });
    return new vscode.DocumentSymbol(asLabel(name) || 'unnamed', asLabel(detail), kind, range, range);
  };
  const symbols: vscode.DocumentSymbol[] = [];
  if (method !== undefined) {
    symbols.push(
      symbol(method, target, vscode.SymbolKind.Method, rawData.lastIndexOf(method, targetStart), targetEnd),
    );
  }
  const [first, last] = [headers[0], headers.at(-1)];
  if (first && last) {
    const all = symbol('Headers', '', vscode.SymbolKind.Namespace, first.start, last.end);
    all.children = headers.map(({ name, value, start, end }) =>
      symbol(name.trim(), value, vscode.SymbolKind.Field, start, end),
    );
    symbols.push(all);
  }
  if (bodyOffset < rawData.length) {
    symbols.push(symbol('Body', '', vscode.SymbolKind.Object, bodyOffset, rawData.length));
  }
  const match = open.reading.matches && mainMatch(open.reading.matches);
  if (match) {
    symbols.push(symbol('Matched by the rule', match.place, vscode.SymbolKind.Event, match.start, match.end));
  }
  return symbols;
}

function sectionSymbol({ open }: OpenDocument): (section: DecodedSection) => vscode.DocumentSymbol {
  return ({ heading, place, start, end }) => {
    const layers = heading.slice(`${place} ← `.length);
    const range = open.rangeOf('decoded', { start, end: end - 1 });
    const selection = open.rangeOf('decoded', { start, end: start + heading.length });
    return new vscode.DocumentSymbol(place, layers, vscode.SymbolKind.Field, range, selection);
  };
}
