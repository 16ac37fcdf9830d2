import * as vscode from 'vscode';
import type { DecodedSection } from '../../http/decode/decodedDocument.ts';
import type { TextRange } from '../../http/decode/offsetMap.ts';
import { isFound, mainMatch } from '../../http/ruleMatch.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { Disposables } from '../../ui/disposables.ts';
import { DECODED_LANGUAGE, RAW_LANGUAGE } from './logDocument.ts';
import { type DecodedSide, type FindOpen, type RawSide, rangeIn } from './openLog.ts';

/** Provides the outline and folding for raw and decoded data. */
export class DocumentOutline
  extends Disposables
  implements vscode.DocumentSymbolProvider, vscode.FoldingRangeProvider
{
  readonly #find: FindOpen;

  constructor(find: FindOpen) {
    super();
    this.#find = find;
    const languages = [RAW_LANGUAGE, DECODED_LANGUAGE];
    this.register(
      vscode.languages.registerDocumentSymbolProvider(languages, this, { label: 'Partner Logs' }),
    );
    this.register(vscode.languages.registerFoldingRangeProvider(languages, this));
  }

  async provideDocumentSymbols(document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
    const found = this.#find(document);
    if (!found) return [];
    const read = found.side === 'raw' ? await found.open.raw() : await found.open.decoded();
    if ('problem' in read) return [];
    return 'document' in read.result
      ? read.result.document.sections.map(sectionSymbol(read.result))
      : rawSymbols(read.result);
  }

  async provideFoldingRanges(document: vscode.TextDocument): Promise<vscode.FoldingRange[]> {
    return (await this.provideDocumentSymbols(document))
      .filter(({ range }) => range.end.line > range.start.line)
      .map(({ range }) => new vscode.FoldingRange(range.start.line, range.end.line));
  }
}

function rawSymbols({ lines, outline, matches }: RawSide): vscode.DocumentSymbol[] {
  const { requestLine, headerLines, headers, headerCount, body } = outline;
  const symbol = (name: string, detail: string, kind: vscode.SymbolKind, place: TextRange) => {
    const range = rangeIn(lines, place);
    return new vscode.DocumentSymbol(asLabel(name) || t('unnamed'), asLabel(detail), kind, range, range);
  };
  const symbols: vscode.DocumentSymbol[] = [];
  if (requestLine) {
    symbols.push(symbol(requestLine.method, requestLine.target, vscode.SymbolKind.Method, requestLine));
  }
  if (headerLines) {
    const detail = headers.length < headerCount ? t('the first {0} of {1}', headers.length, headerCount) : '';
    const all = symbol(t('Headers'), detail, vscode.SymbolKind.Namespace, headerLines);
    all.children = headers.map((header) =>
      symbol(header.name, header.value, vscode.SymbolKind.Field, header),
    );
    symbols.push(all);
  }
  if (body) symbols.push(symbol(t('Body'), '', vscode.SymbolKind.Object, body));
  const match = isFound(matches) ? mainMatch(matches) : undefined;
  if (match) {
    symbols.push(symbol(t('Matched by the rule'), local(match.place), vscode.SymbolKind.Event, match));
  }
  return symbols;
}

function sectionSymbol({ lines }: DecodedSide): (section: DecodedSection) => vscode.DocumentSymbol {
  return ({ heading, place, start, end }) => {
    const layers = heading.slice(`${place} ← `.length);
    const range = rangeIn(lines, { start, end: end - 1 });
    const selection = rangeIn(lines, { start, end: start + heading.length });
    return new vscode.DocumentSymbol(place, layers, vscode.SymbolKind.Field, range, selection);
  };
}
