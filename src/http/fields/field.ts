/** A field of a logged request: a value with its path in the request and its range in the raw text. */

import { type Message, message } from '../../text/l10n.ts';
import { cutName } from '../../text/strings.ts';
import type { TextRange } from '../decode/offsetMap.ts';

/** The part of the request that contains a field. */
export type FieldPart =
  | 'path'
  | 'query'
  | 'header'
  | 'cookie'
  | 'form'
  | 'multipart'
  | 'json'
  | 'xml'
  | 'body';

/**
 * The kind of a value. An `object`, `list`, or `graphql` document is followed by its fields, whose paths begin with its
 * path.
 */
export type FieldKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'null'
  | 'file'
  | 'binary'
  | 'object'
  | 'list'
  | 'graphql';

export interface Field {
  readonly part: FieldPart;
  /**
   * The decoded names that lead to the value within its part, outermost first. List elements are represented by their
   * zero-based index.
   */
  readonly path: readonly string[];
  /**
   * The name that describes the value: the last name in the path that is not a list index or, for a GraphQL variable,
   * the name of the argument that uses it. Empty if there is none.
   */
  readonly name: string;
  readonly kind: FieldKind;
  /**
   * The value, decoded according to its part: percent-encoding, JSON escapes, or entities. Empty for objects, lists,
   * and binary data.
   */
  readonly value: string;
  /**
   * The range of the value in the raw text, as sent, without quotes. For an XML element that contains elements, the
   * empty range past its tag.
   */
  readonly place: TextRange;
  /** The range of the name in the raw text, as sent. */
  readonly namePlace?: TextRange;
  /** The format of binary data, if its first bytes identify it. */
  readonly format?: string | undefined;
}

export interface RequestFields {
  /** In request order. */
  readonly fields: readonly Field[];
  /** True if there are more fields than the limit. */
  readonly more: boolean;
}

/** Maximum number of fields of one request to display, including objects and lists. */
export const FIELDS_LIMIT = 100_000;
/**
 * Maximum number of names in a path. A more deeply nested object or list becomes one field without the fields inside
 * it.
 */
export const DEPTH_LIMIT = 32;
/** Maximum nesting depth of text, such as JSON in a JSON string, that is read as JSON, GraphQL, or XML. */
export const NESTED_LIMIT = 4;
/**
 * Maximum number of stretches in the offset map of a value that contains fields. A value that needs more becomes a
 * single field.
 */
export const STRETCHES_LIMIT = 1024 * 1024;

const PARTS: Readonly<Record<FieldPart, Message>> = {
  path: message('Path'),
  query: message('Query parameter'),
  header: message('Header'),
  cookie: message('Cookie'),
  form: message('Form field'),
  multipart: message('Part'),
  json: message('JSON body'),
  xml: message('XML body'),
  body: message('Body'),
};

/** Maximum number of names in a path to display. */
const NAMES_SHOWN = 8;

/**
 * Returns the path of a field. The names in it are untrusted and might be truncated.
 * @example fieldPath(field) // in English 'JSON body ▸ cart ▸ 0 ▸ coupon'
 */
export function fieldPath({ part, path }: Pick<Field, 'part' | 'path'>): Message {
  const names = path.map(cutName);
  if (names.length > NAMES_SHOWN) names.splice(3, names.length - NAMES_SHOWN + 1, '…');
  return names.length === 0 ? PARTS[part] : message('{0} ▸ {1}', PARTS[part], names.join(' ▸ '));
}

/** Returns the kind of an unquoted value. */
export function kindOfWord(word: string): FieldKind {
  if (word === 'true' || word === 'false') return 'boolean';
  if (word === 'null') return 'null';
  return /^-?\d/.test(word) ? 'number' : 'text';
}

/**
 * Returns the index of the innermost field whose name or value contains a range of the raw text, or -1 if no field does.
 */
export function innermostField(fields: readonly Field[], { start, end }: TextRange): number {
  const isAround = (place: TextRange | undefined) =>
    place !== undefined && place.start <= start && end <= place.end;
  return fields.findLastIndex(
    ({ kind, place, namePlace }) =>
      isAround(namePlace) || (kind !== 'object' && kind !== 'list' && isAround(place)),
  );
}

/** Returns true if a name in a path is the index of a list. */
export function isIndex(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

/** Returns true for a JSON member, as opposed to words in text that only starts like JSON. */
export function isMember(raw: string, { kind, place, namePlace }: Field): boolean {
  const isNamed = namePlace !== undefined && raw[namePlace.end] === '"';
  return isNamed && (kind !== 'text' || raw[place.start - 1] === '"');
}

/** The headers of a multipart part that has only a name. */
const SIMPLE_PART = /^--[\w-]{1,80}\r?\ncontent-disposition: form-data; name="?[\w.[\]-]{1,80}"?\r?\n\r?\n$/i;

/** Returns the range of a field, including its name, its quotes, and the headers of its multipart part. */
export function wholeField(raw: string, { part, namePlace, place }: Field): TextRange {
  const start = Math.min(namePlace?.start ?? place.start, place.start);
  if (part === 'multipart') {
    const from = Math.max(0, raw.lastIndexOf('\n--', start) + 1);
    return SIMPLE_PART.test(raw.slice(from, start)) ? { start: from, end: place.end } : { ...place };
  }
  // Each attribute of an element is a separate field.
  if (part === 'xml' && namePlace && place.start > namePlace.end + 1) return { ...place };
  const isQuoted = raw[start - 1] === '"' && raw[place.end] === '"';
  return isQuoted ? { start: start - 1, end: place.end + 1 } : { start, end: place.end };
}
