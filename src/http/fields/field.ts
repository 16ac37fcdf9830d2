/** A field of a logged request: a value with its path in the request and its range in the raw text. */

import { type Message, message } from '../../text/l10n.ts';
import { truncate } from '../../text/strings.ts';
import type { Encoding } from '../decode/codes.ts';
import { firstWhere, type MappedText, type TextRange } from '../decode/mappedText.ts';

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

/** A field as plain data. */
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
  readonly namePlace?: TextRange | undefined;
  /** The format of binary data, if its first bytes identify it. */
  readonly format?: string | undefined;
  /** The number of values that contain this one and were read as JSON, GraphQL, or XML. */
  readonly nested: number;
  /** The range of a part of a multipart body with its headers. */
  readonly around?: TextRange | undefined;
  /** True if the field was read from a layer below the encoding of its part, such as Base64 or gzip. */
  readonly isInside?: boolean | undefined;
}

/** A field with its value as sent and the encoding of its part, from which further layers are decoded. */
export interface ReadField extends Field {
  /** Undefined for objects, lists, and words outside of quotes. */
  readonly sent?: MappedText | undefined;
  readonly encoding: Encoding;
  /** True if the request declares the value as Base64. */
  readonly isBase64?: boolean | undefined;
}

/**
 * Maximum number of fields of one request, including objects and lists. Servers and firewalls read fewer: PHP and
 * ModSecurity 1,000 by default.
 */
export const FIELDS_LIMIT = 5_000;
/**
 * Maximum number of names in a path. A more deeply nested object or list becomes one field without the fields inside
 * it.
 */
export const DEPTH_LIMIT = 32;
/** Maximum nesting depth of text, such as JSON in a JSON string, that is read as JSON, GraphQL, or XML. */
export const NESTED_LIMIT = 4;

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
/** Maximum length of each of them, in UTF-16 units. */
const NAME_LENGTH = 200;

/**
 * Returns the path of a field. The names in it are untrusted and might be truncated.
 * @example fieldPath(field) // in English 'JSON body ▸ cart ▸ 0 ▸ coupon'
 */
export function fieldPath({ part, path }: Pick<Field, 'part' | 'path'>): Message {
  const names = path.map((name) => truncate(name, NAME_LENGTH));
  if (names.length > NAMES_SHOWN) names.splice(3, names.length - NAMES_SHOWN + 1, '…');
  return names.length === 0 ? PARTS[part] : message('{0} ▸ {1}', PARTS[part], names.join(' ▸ '));
}

/** Returns the kind of an unquoted value. */
export function kindOfWord(word: string): FieldKind {
  if (word === 'true' || word === 'false') return 'boolean';
  if (word === 'null') return 'null';
  return /^-?\d/.test(word) ? 'number' : 'text';
}

/** The range of a field with its name in the raw text, and the smallest such range that contains it. */
interface Place extends TextRange {
  readonly field: number;
  around?: Place | undefined;
}

/**
 * Returns a function that returns the index of the smallest field that, with its name, contains a range of the raw text, or
 * undefined if none does. Fields inside Base64 or compressed data have no such range.
 */
export function fieldFinder(fields: readonly Field[]): (range: TextRange) => number | undefined {
  const places: Place[] = [];
  for (const [field, { namePlace, place, around = place, isInside }] of fields.entries()) {
    if (isInside) continue;
    const start = Math.min(place.start, around.start, namePlace?.start ?? place.start);
    const end = Math.max(place.end, around.end, namePlace?.end ?? place.end);
    places.push({ start, end, field });
  }
  places.sort((one, other) => one.start - other.start || other.end - one.end);
  let around: Place | undefined;
  for (const place of places) {
    while (around && around.end < place.end) around = around.around;
    place.around = around;
    around = place;
  }
  return ({ start, end }) => {
    let found = places[firstWhere(0, places.length, (at) => (places[at]?.start ?? 0) > start) - 1];
    while (found && found.end < end) found = found.around;
    return found?.field;
  };
}
