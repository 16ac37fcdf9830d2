/** Reads all values of a logged request as one list of fields. */
import { wholeBase64 } from '../decode/base64.ts';
import { isBinary } from '../decode/bytes.ts';
import { decoded, type Encoding } from '../decode/codes.ts';
import { looksLikeJson } from '../decode/jsonText.ts';
import { Budget } from '../decode/layers.ts';
import { MappedText } from '../decode/mappedText.ts';
import { headerValue, mediaType, parseRawRequest, type RawHeader, type RawRequest } from '../rawHttp.ts';
import { type Body, decodeBody } from './body.ts';
import { FIELDS_LIMIT, type FieldPart, type ReadField } from './field.ts';
import { FieldList, LimitReached, type Position, type ReadFields } from './fieldList.ts';
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

/** A logged request, read once. */
export interface ReadRequest {
  readonly request: RawRequest;
  /** In request order. */
  readonly fields: readonly ReadField[];
  /** True if there are more fields than the limit. */
  readonly more: boolean;
  readonly body: Body;
  /** The amount of text of this request that may still be decoded. */
  readonly budget: Budget;
}

/**
 * Splits a request (`raw_data`, section 2.2) into its fields: the path, the query, headers, cookies, and the fields of
 * the body, whose chunks are joined and whose compression is undone. JSON, XML, and GraphQL inside a value are read as
 * well, also inside Base64. Linear in the length of the text, within the limits of `field.ts` and `layers.ts`. Text that
 * is not a request is treated as a body.
 * @param decompressedLimit maximum total size of decompressed data, in bytes; by default, data beyond the limit is left
 * compressed
 * @throws ServiceError `too-large` if decompressed data exceeds an explicit limit
 */
export function readFields(rawData: string, decompressedLimit?: number): ReadRequest {
  const raw = MappedText.raw(rawData);
  const request = parseRawRequest(rawData);
  const budget = new Budget(decompressedLimit);
  const body = decodeBody(raw, request, budget);
  const list = new FieldList(readerOf, FIELDS_LIMIT, budget);
  try {
    if (request.method !== undefined) readHead(list, raw, request);
    readBody(list, body, headerValue(request.headers, 'content-type'));
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
  }
  list.nameVariables();
  return { request, fields: list.fields, more: list.more, body, budget };
}

const NESTED_START = /^\s{0,100}[[{<]/;

function readerOf({ path }: Position, text: string): ReadFields | undefined {
  // Only for speed: most values are plain text.
  if (!NESTED_START.test(text) && path.at(-1) !== 'query') return undefined;
  if (looksLikeJson(text)) return readJson;
  if (/^\s{0,100}<\?xml\s/.test(text)) return readXml;
  return path.at(-1) === 'query' && looksLikeGraphql(text) ? readGraphql : undefined;
}

function at(part: FieldPart, path: readonly string[], name = path.at(-1) ?? ''): Position {
  return { part, path, name, nested: 0 };
}

const ORIGIN = /^[a-z][a-z\d+.-]{0,20}:\/\/[^/?#]{0,2000}/i;

function readHead(list: FieldList, raw: MappedText, request: RawRequest): void {
  readTarget(list, raw, request);
  for (const header of request.headers) readHeader(list, raw, header);
}

function readTarget(list: FieldList, raw: MappedText, { targetStart, targetEnd }: RawRequest): void {
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

function readHeader(list: FieldList, raw: MappedText, header: RawHeader): void {
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
  text: MappedText,
  { name, nameStart, value }: Pair,
  around: Position,
  encoding: Encoding,
): void {
  const read = decoded(encoding, name);
  const namePlace = name === '' ? undefined : text.toRaw({ start: nameStart, end: nameStart + name.length });
  const position = { ...around, path: [...around.path, read], name: read, namePlace };
  list.addText(position, text.slice(value), encoding);
}

const FORM = /^[\w.%+~[\]-]{1,200}=/;
/** The first line of a configuration file, which is not JSON. */
const SECTION = /^\s{0,100}\[[A-Za-z][\w .-]{0,60}\][ \t]{0,10}[\r\n]/;

/** Returns true for a declared form, unless it begins like JSON or XML, which tools declare as forms, too. */
function isDeclaredForm(text: string, type: string): boolean {
  if (type !== 'application/x-www-form-urlencoded' || /^\s*[[{]\s*["{[\]}]/.test(text)) return false;
  return !/^\s*</.test(text) || /&[\w.[\]%-]{1,100}=/.test(text);
}

/** Returns true for text that begins like a form. Base64 can end with an equals sign. */
function looksLikeForm(text: string): boolean {
  return FORM.test(text) && !isBinary(text.slice(0, 1000)) && wholeBase64(text)?.text === undefined;
}

/** Reads the body. JSON, XML, and multipart bodies are recognized by their content, regardless of the content type. */
function readBody(list: FieldList, { sent, text: body, bytes }: Body, contentType: string): void {
  if (sent.text === '') return;
  const compression = body.layers.find((layer) => layer !== 'chunked');
  const isInside = compression !== undefined;
  const within = (part: FieldPart): Position => ({ ...at(part, []), ...(isInside && { isInside }) });
  if (isInside) list.add(at('body', []), 'binary', '', sent.toRaw()).format = compression;
  if (bytes) return;
  const { text } = body;
  const type = mediaType(contentType);
  const isForm = isDeclaredForm(text, type);
  if (!isForm && /^\s*[[{]/.test(text) && !SECTION.test(text) && type !== 'application/graphql')
    readJson(list, within('json'), body);
  else if (!isForm && /^\s*<[?!A-Za-z]/.test(text)) readXml(list, within('xml'), body);
  else if (type.startsWith('multipart/') || (!isForm && text.startsWith('--')))
    readMultipart(list, body, contentType, within);
  else if (type === 'application/graphql') readGraphql(list, within('body'), body);
  else if (isForm || looksLikeForm(text)) {
    for (const pair of formFields(text, { start: 0, end: text.length }))
      addPair(list, body, pair, within('form'), 'form');
  } else if (/[/+]json\b/.test(type)) readJson(list, within('json'), body);
  else list.addText(within('body'), body, 'none');
}

function readMultipart(
  list: FieldList,
  body: MappedText,
  contentType: string,
  within: (part: FieldPart) => Position,
): void {
  const { text } = body;
  let hasParts = false;
  for (const { name, fileName, head, value, base64 } of multipartFields(
    text,
    boundaryOf(contentType, text),
  )) {
    hasParts = true;
    const around = body.toRaw({ start: head.start, end: value.end });
    const position = { ...within('multipart'), path: [name], name, around };
    const content = body.slice(value);
    if (fileName === undefined) list.addText(position, content, 'none', base64);
    else {
      if (isBinary(content.text)) list.addBinary(position, content, content.text);
      else list.add(position, 'file', content.text, content.toRaw(), content);
      const fileNamePosition = { ...position, path: [name, 'filename'], name: 'filename', around: undefined };
      list.addText(fileNamePosition, body.slice(fileName), 'none');
    }
  }
  if (!hasParts) list.addText(within('body'), body, 'none');
}
