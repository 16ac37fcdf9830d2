import * as vscode from 'vscode';
import { ADDED_HEADING } from '../report/decode/decodedDocument.ts';
import { knownHeader } from '../report/knownHeaders.ts';
import { parseRawRequest } from '../report/rawHttp.ts';
import { asVisible } from '../report/visible.ts';
import { DECODED_LANGUAGE, RAW_LANGUAGE } from './languages.ts';
import type { FindOpen, OpenDocument } from './openLog.ts';

interface HoveredHeader {
  readonly name: string;
  readonly added: boolean;
  readonly range: vscode.Range;
}

/** What a header is, where that is specified, and whether the service added it. */
export class HeaderHover implements vscode.HoverProvider, vscode.Disposable {
  readonly #find: FindOpen;
  readonly #registration: vscode.Disposable;

  constructor(find: FindOpen) {
    this.#find = find;
    this.#registration = vscode.languages.registerHoverProvider([RAW_LANGUAGE, DECODED_LANGUAGE], this);
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const found = this.#find(document);
    const header = found && (found.side === 'raw' ? inRaw(found, position) : inDecoded(found, position));
    return header && new vscode.Hover(describe(header), header.range);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** The name is an attacker's text; all else is ours. */
function describe({ name, added }: HoveredHeader): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const known = knownHeader(name);
  if (known) {
    text.appendMarkdown(`**${known.name}**: ${known.meaning}\n\n[${known.title}](${known.url})`);
  } else {
    text.appendText(`${asVisible(name.slice(0, 100))}: no header of a common specification.`);
  }
  text.appendMarkdown('\n\n');
  return text.appendText(
    added
      ? 'Added by the service: the raw data does not have it.'
      : 'Part of the request as it was sent: it stands in the raw data.',
  );
}

function inRaw({ open }: OpenDocument, position: vscode.Position): HoveredHeader | undefined {
  const { start } = open.offsetsOf('raw', new vscode.Range(position, position));
  const header = parseRawRequest(open.reading.log.rawData).headers.find(
    (each) => each.start <= start && start <= each.start + each.name.length,
  );
  if (!header) return undefined;
  const range = open.rangeOf('raw', { start: header.start, end: header.start + header.name.length });
  return { name: header.name.trim(), added: false, range };
}

function inDecoded({ open }: OpenDocument, position: vscode.Position): HoveredHeader | undefined {
  const { decoded } = open.reading;
  const { start: at } = open.offsetsOf('decoded', new vscode.Range(position, position));
  const section = decoded.sections.find(({ start, end }) => start <= at && at < end);
  if (section?.heading !== 'Headers' && section?.heading !== ADDED_HEADING) return undefined;
  const lineStart = decoded.text.lastIndexOf('\n', at - 1) + 1;
  const line = decoded.text.slice(lineStart, lineStart + 1000);
  const { 1: indent = '', 2: name = '' } = /^( {4})([^:\n]+):/.exec(line) ?? [];
  if (name === '' || at > lineStart + indent.length + name.length) return undefined;
  const start = lineStart + indent.length;
  return {
    name: name.trim(),
    added: section.heading === ADDED_HEADING,
    range: open.rangeOf('decoded', { start, end: start + name.length }),
  };
}
