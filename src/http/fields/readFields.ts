/** Reads all values of a logged request as one list of fields. */
import { isBinary } from '../decode/bytes.ts';
import { undoChunked } from '../decode/chunked.ts';
import { PeeledText } from '../decode/peeledText.ts';
import { headerValue, mediaType, parseRawRequest, type RawHeader, type RawRequest } from '../rawHttp.ts';
import { FIELDS_LIMIT, type FieldPart, type RequestFields } from './field.ts';
import { decoded, type Encoding, FieldList, type Position } from './fieldList.ts';
import { looksLikeGraphql, readGraphql } from './graphqlFields.ts';
import { readJson } from './jsonFields.ts';
import {
  boundaryOf,
  cookies,
  formFields,
  multipartFields,
  type Pair,
  separate,
  splitAt,
} from './separated.ts';
import { readXml } from './xmlFields.ts';

/**
 * Splits a request (`raw_data`, section 2.2) into its fields: the path, the query, headers, cookies, and the fields of
 * the body, whose chunks are joined. JSON-like text inside a value is read as well. Never throws. Linear in the length
 * of the text, within the limits of `field.ts`. Text that is not a request is treated as a body.
 * @param most the maximum number of fields
 */
export function readFields(rawData: string, most = FIELDS_LIMIT): RequestFields {
  const list = new FieldList(readNested, most);
  try {
    readRequest(list, PeeledText.raw(rawData), parseRawRequest(rawData));
  } catch (error) {
    if (!list.more) throw error;
  }
  list.nameVariables();
  return { fields: list.fields, more: list.more };
}

function readRequest(list: FieldList, raw: PeeledText, request: RawRequest): void {
  const { method, headers, bodyOffset } = request;
  if (method === undefined) {
    readBody(list, raw, '');
    return;
  }
  readTarget(list, raw, request);
  for (const header of headers) readHeader(list, raw, header);
  if (bodyOffset < raw.text.length)
    readBody(list, bodyOf(raw, request), headerValue(headers, 'content-type'));
}

/** The start and end of text that is clearly JSON, with optional white space around it. */
const JSON_START =
  /^\s{0,100}(?:\{\s{0,100}["}]|\[\s{0,100}(?:["{\]\d-]|\[\s{0,100}["{[\]\d-]|true|false|null))/;
const NESTED_START = /^\s{0,100}[[{<]/;
const JSON_END = /[}\]]\s{0,100}$/;

function readNested(
  list: FieldList,
  position: Position,
  text: string,
  peel: () => PeeledText | undefined,
): boolean {
  const read = readerOf(position, text);
  const value = read && peel();
  if (value === undefined) return false;
  read?.(list, { ...position, nested: position.nested + 1 }, value);
  return true;
}

function readerOf({ path }: Position, text: string): typeof readJson | undefined {
  // Only for speed: most values are plain text.
  if (!NESTED_START.test(text) && path.at(-1) !== 'query') return undefined;
  if (JSON_START.test(text) && JSON_END.test(text.slice(-101))) return readJson;
  if (/^\s{0,100}<\?xml\s/.test(text)) return readXml;
  return path.at(-1) === 'query' && looksLikeGraphql(text) ? readGraphql : undefined;
}

function at(part: FieldPart, path: readonly string[], name = path.at(-1) ?? ''): Position {
  return { part, path, name, nested: 0 };
}

const ORIGIN = /^[a-z][a-z\d+.-]{0,20}:\/\/[^/?#]{0,2000}/i;

function readTarget(list: FieldList, raw: PeeledText, { targetStart, targetEnd }: RawRequest): void {
  const target = raw.text.slice(targetStart, targetEnd);
  const question = target.indexOf('?');
  const pathEnd = question < 0 ? targetEnd : targetStart + question;
  const pathStart = targetStart + (ORIGIN.exec(target)?.[0].length ?? 0);
  let number = 0;
  for (const segment of splitAt('/', raw.text, { start: pathStart, end: pathEnd })) {
    const path = String(number++);
    for (const [index, pair] of [...separate(raw.text, segment, ';')].entries()) {
      if (index > 0 && pair.name !== '') addPair(list, raw, pair, at('path', [path]), 'percent');
      else
        list.addText(
          at('path', [path], ''),
          raw.slice({ start: pair.nameStart, end: pair.value.end }),
          'percent',
        );
    }
  }
  for (const pair of formFields(raw.text, { start: pathEnd + 1, end: targetEnd })) {
    addPair(list, raw, pair, at('query', []), 'form');
  }
}

function readHeader(list: FieldList, raw: PeeledText, header: RawHeader): void {
  const { name, start, valueStart, end } = header;
  const value = { start: valueStart, end };
  if (name.trim().toLowerCase() === 'cookie') {
    for (const cookie of cookies(raw.text, value)) {
      addPair(list, raw, cookie, at('cookie', []), 'percent');
    }
    return;
  }
  const namePlace = { start, end: start + name.length };
  list.addText({ ...at('header', [name.trim()]), namePlace }, raw.slice(value), 'none');
}

/** Adds a named value below the position. */
function addPair(
  list: FieldList,
  text: PeeledText,
  { name, nameStart, value }: Pair,
  around: Position,
  encoding: Encoding,
): void {
  const range = { start: nameStart, end: nameStart + name.length };
  const read = decoded(name, encoding);
  const { part, nested } = around;
  const path = [...around.path, read];
  const position: Position =
    name === ''
      ? { part, nested, path, name }
      : { part, nested, path, name: read, namePlace: text.toRaw(range) };
  list.addText(position, text.slice(value), encoding);
}

/** Returns the body with its chunks joined, if it is chunked. */
export function bodyOf(raw: PeeledText, { headers, bodyOffset }: RawRequest): PeeledText {
  const sent = raw.slice({ start: bodyOffset, end: raw.text.length });
  if (!headerValue(headers, 'transfer-encoding').toLowerCase().includes('chunked')) return sent;
  const joined = undoChunked(sent.text);
  return joined ? sent.become(joined.text, joined.map, []) : sent;
}

const FORM = /^[\w.%+~[\]-]{1,200}=/;
/** The first line of a configuration file, which is not JSON. */
const SECTION = /^\s{0,100}\[[A-Za-z][\w .-]{0,60}\][ \t]{0,10}[\r\n]/;

/** Reads the body. JSON, XML, and multipart bodies are recognized by their content, regardless of the content type. */
function readBody(list: FieldList, body: PeeledText, contentType: string): void {
  const { text } = body;
  const type = mediaType(contentType);
  const start = text.slice(0, 1000);
  if (/^\s*[[{]/.test(start) && !SECTION.test(start) && type !== 'application/graphql')
    readJson(list, at('json', []), body);
  else if (/^\s*<[?!A-Za-z]/.test(start)) readXml(list, at('xml', []), body);
  else if (type.startsWith('multipart/') || start.startsWith('--')) readMultipart(list, body, contentType);
  else if (type === 'application/graphql') readGraphql(list, at('body', []), body);
  else if (type === 'application/x-www-form-urlencoded' || (FORM.test(start) && !isBinary(start)))
    readForm(list, body);
  else if (/[/+]json\b/.test(type)) readJson(list, at('json', []), body);
  else list.addText(at('body', []), body, 'none');
}

function readForm(list: FieldList, body: PeeledText): void {
  const around = at('form', []);
  for (const pair of formFields(body.text, { start: 0, end: body.text.length })) {
    addPair(list, body, pair, around, 'form');
  }
}

function readMultipart(list: FieldList, body: PeeledText, contentType: string): void {
  const { text } = body;
  let hasParts = false;
  for (const { name, fileName, value } of multipartFields(text, boundaryOf(contentType, text))) {
    hasParts = true;
    const position = at('multipart', [name]);
    const content = body.slice(value);
    if (fileName === undefined) list.addText(position, content, 'none');
    else {
      if (isBinary(content.text)) list.addBinary(position, content, content.text);
      else list.add(position, 'file', content.text, content.toRaw());
      list.addText(at('multipart', [name, 'filename']), body.slice(fileName), 'none');
    }
  }
  if (!hasParts) list.addText(at('body', []), body, 'none');
}
