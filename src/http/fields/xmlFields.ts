/**
 * Reads the fields of XML or HTML, well-formed or not: elements, attributes, and text. Linear in the length of the
 * text.
 */
import { decoded } from '../decode/codes.ts';
import type { MappedText, TextRange } from '../decode/mappedText.ts';
import { DEPTH_LIMIT } from './field.ts';
import type { FieldList, OpenField, Position } from './fieldList.ts';

interface Element {
  readonly tag: string;
  readonly position: Position;
  readonly field: OpenField;
  hasContent: boolean;
}

const TAG = /<([^\s<>/!?"'=]{1,200})/y;
const END_TAG = /<\/\s{0,20}([^\s<>]{0,200})[^<>]{0,200}>?/y;
const ATTRIBUTE =
  /\s{0,200}([^\s<>=/"']{1,200})(?:\s{0,200}=\s{0,200}(?:"([^"]*)"?|'([^']*)'?|([^\s<>"']{0,2000})))?/dy;
/** The tag at which a value ends if its closing quotation mark is missing. */
const NEXT_TAG = /<[^\s<>][^<>]{0,200}>/;
/** The delimiters of constructs other than elements, and the name of the field that each construct becomes. */
const SPECIAL: readonly (readonly [start: string, end: string, name: string])[] = [
  ['<!--', '-->', '#comment'],
  ['<![CDATA[', ']]>', ''],
  ['<!', '>', '#doctype'],
  ['<?', '?>', ''],
];

/** Adds the fields of XML. An element that contains elements is an object, and an attribute's name begins with `@`. */
export function readXml(list: FieldList, outermost: Position, xml: MappedText): void {
  new XmlReader(list, outermost, xml).read();
}

class XmlReader {
  readonly #list: FieldList;
  readonly #outermost: Position;
  readonly #xml: MappedText;
  readonly #open: Element[] = [];
  /** The number of open elements that are nested more deeply than `DEPTH_LIMIT`. */
  #deeper = 0;

  constructor(list: FieldList, outermost: Position, xml: MappedText) {
    this.#list = list;
    this.#outermost = outermost;
    this.#xml = xml;
  }

  read(): void {
    const { text } = this.#xml;
    let from = 0;
    for (;;) {
      const mark = text.indexOf('<', from);
      this.#content({ start: from, end: mark < 0 ? text.length : mark }, 'entities');
      if (mark < 0) return;
      from = this.#special(mark) ?? this.#endTag(mark) ?? this.#startTag(mark);
    }
  }

  /**
   * Returns the offset past a comment, CDATA section, DOCTYPE, or processing instruction, or undefined if none begins
   * here.
   */
  #special(start: number): number | undefined {
    const { text } = this.#xml;
    // Only for speed: most tags begin with a name or a slash.
    const isSpecial = /[!?]/.test(text.charAt(start + 1));
    const special = isSpecial && SPECIAL.find(([mark]) => text.startsWith(mark, start));
    if (!special) return undefined;
    const [mark, endMark, name] = special;
    const subset = name === '#doctype' ? /[[>]/g : undefined;
    if (subset) subset.lastIndex = start;
    const close = subset && text[subset.exec(text)?.index ?? start] === '[' ? ']>' : endMark;
    const found = text.indexOf(close, start + mark.length);
    const end = found < 0 ? text.length : found;
    // A document type is not split, because it contains declarations but no values.
    const content = subset ? { start, end: end + close.length } : { start: start + mark.length, end };
    if (mark === '<![CDATA[') this.#content(content, 'none');
    else if (name !== '') this.#list.addText(this.#position(name), this.#xml.slice(content), 'none');
    return end + close.length;
  }

  #endTag(start: number): number | undefined {
    if (this.#xml.text[start + 1] !== '/') return undefined;
    END_TAG.lastIndex = start;
    const tag = END_TAG.exec(this.#xml.text)?.[1];
    if (this.#deeper > 0) this.#deeper--;
    else if (this.#open.some((element) => element.tag === tag)) while (this.#open.pop()?.tag !== tag);
    return END_TAG.lastIndex;
  }

  #startTag(start: number): number {
    const { text } = this.#xml;
    TAG.lastIndex = start;
    const tag = TAG.exec(text)?.[1];
    if (tag === undefined) {
      this.#content({ start, end: start + 1 }, 'none');
      return start + 1;
    }
    const tagEnd = TAG.lastIndex;
    if (this.#open.length >= DEPTH_LIMIT) this.#deeper++;
    const position = this.#position(tag, { start: start + 1, end: tagEnd });
    const field =
      this.#deeper > 0
        ? undefined
        : this.#list.add(position, 'text', '', this.#xml.toRaw({ start, end: tagEnd }));
    const attributesEnd = this.#attributes(tagEnd, field && position);
    const isEmpty = text.startsWith('/>', attributesEnd);
    const end = isEmpty ? attributesEnd + 2 : attributesEnd + (text[attributesEnd] === '>' ? 1 : 0);
    if (field) {
      const around = this.#open.at(-1);
      if (around && !around.hasContent) around.field.kind = 'object';
      field.place = this.#xml.toRaw({ start: end, end });
      this.#open.push({ tag, position, field, hasContent: false });
    }
    if (isEmpty && field) this.#open.pop();
    else if (isEmpty) this.#deeper--;
    return end;
  }

  /** Reads the attributes of a tag and returns the offset of its end. */
  #attributes(from: number, element: Position | undefined): number {
    const { text } = this.#xml;
    // Only for speed: most tags have no attributes.
    if (text[from] === '>') return from;
    let end = from;
    ATTRIBUTE.lastIndex = from;
    for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
      end = ATTRIBUTE.lastIndex;
      const { 1: named, 2: double, 3: single, 4: bare } = match.indices ?? [];
      const quoted = double ?? single;
      const tag = quoted?.[1] === text.length ? text.slice(quoted[0]).search(NEXT_TAG) : -1;
      if (quoted && tag >= 0) {
        end = quoted[0] + tag;
        quoted[1] = end;
        ATTRIBUTE.lastIndex = end;
      }
      const [start, valueEnd] = quoted ?? bare ?? [end, end];
      if (!element || !named) continue;
      const name = text.slice(named[0], named[1]);
      const namePlace = this.#xml.toRaw({ start: named[0], end: named[1] });
      const position = { ...element, path: [...element.path, `@${name}`], name, namePlace };
      this.#list.addText(position, this.#xml.slice({ start, end: valueEnd }), 'entities');
    }
    const mark = /[<>]|\/>/g;
    mark.lastIndex = end;
    return mark.exec(text)?.index ?? text.length;
  }

  /** Adds text inside the innermost element. */
  #content(range: TextRange, encoding: 'entities' | 'none'): void {
    const element = this.#open.at(-1);
    const sent = this.#xml.text.slice(range.start, range.end);
    const text = sent.trim();
    if (text === '' || this.#deeper > 0) return;
    const start = range.start + sent.length - sent.trimStart().length;
    const content = this.#xml.slice({ start, end: start + text.length });
    if (element === undefined || element.hasContent || element.field.kind === 'object') {
      this.#list.addText(this.#position('#text'), content, encoding);
      return;
    }
    element.hasContent = true;
    element.field.value = decoded(encoding, content.text);
    element.field.place = content.toRaw();
    element.field.sent = content;
    element.field.encoding = encoding;
  }

  #position(name: string, namePlace?: TextRange): Position {
    const { position } = this.#open.at(-1) ?? { position: this.#outermost };
    const own = name === '#text' ? position.name : name;
    const place = namePlace && this.#xml.toRaw(namePlace);
    const path = [...position.path, name];
    return { ...position, path, name: own.slice(own.indexOf(':') + 1), namePlace: place };
  }
}
