import * as vscode from 'vscode';
import { ADDED_HEADING } from '../../http/decode/decodedDocument.ts';
import { knownHeader } from '../../http/knownHeaders.ts';
import { local, t } from '../../text/l10n.ts';
import { asMarkdown } from '../../text/label.ts';
import { Disposables } from '../../ui/disposables.ts';
import { DECODED_LANGUAGE, RAW_LANGUAGE } from './logDocument.ts';
import { type DecodedSide, type FindOpen, type RawSide, rangeIn } from './openLog.ts';

interface HoveredHeader {
  readonly name: string;
  readonly added: boolean;
  readonly range: vscode.Range;
}

/** Provides the hover for a header: its meaning, its specification, and whether the service added it. */
export class HeaderHover extends Disposables implements vscode.HoverProvider {
  readonly #find: FindOpen;

  constructor(find: FindOpen) {
    super();
    this.#find = find;
    this.register(vscode.languages.registerHoverProvider([RAW_LANGUAGE, DECODED_LANGUAGE], this));
  }

  async provideHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const found = this.#find(document);
    if (!found) return undefined;
    const read = found.side === 'raw' ? await found.open.raw() : await found.open.decoded();
    if ('problem' in read) return undefined;
    const header =
      'document' in read.result ? inDecoded(read.result, position) : inRaw(read.result, position);
    return header && new vscode.Hover(describe(header), header.range);
  }
}

/** Describes a header. Its name is untrusted text; everything else is from this extension. */
function describe({ name, added }: HoveredHeader): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const known = knownHeader(name);
  if (known) {
    const title = typeof known.title === 'string' ? known.title : local(known.title);
    text.appendMarkdown(`**${known.name}**: ${local(known.meaning)}\n\n[${title}](${known.url})`);
  } else {
    text.appendMarkdown(t('{0}: not in any common specification.', asMarkdown(name)));
  }
  text.appendMarkdown('\n\n');
  return text.appendText(
    added
      ? t('Added by the service. Not in the raw data.')
      : t('Part of the request as it was sent. Included in the raw data.'),
  );
}

function inRaw({ lines, outline }: RawSide, position: vscode.Position): HoveredHeader | undefined {
  const at = lines.offsetOf(position);
  const header = outline.headers.find(({ start, nameEnd }) => start <= at && at <= nameEnd);
  if (!header) return undefined;
  const { name, start, nameEnd } = header;
  return { name, added: false, range: rangeIn(lines, { start, end: nameEnd }) };
}

function inDecoded({ document, lines }: DecodedSide, position: vscode.Position): HoveredHeader | undefined {
  const at = lines.offsetOf(position);
  const section = document.sections.find(({ start, end }) => start <= at && at < end);
  if (section?.heading !== 'Headers' && section?.heading !== ADDED_HEADING) return undefined;
  const lineStart = lines.offsetOf({ line: position.line, character: 0 });
  const line = document.text.slice(lineStart, lineStart + 1000);
  const { 1: indent = '', 2: name = '' } = /^( {4})([^:\n]+):/.exec(line) ?? [];
  if (name === '' || at > lineStart + indent.length + name.length) return undefined;
  const start = lineStart + indent.length;
  return {
    name: name.trim(),
    added: section.heading === ADDED_HEADING,
    range: rangeIn(lines, { start, end: start + name.length }),
  };
}
