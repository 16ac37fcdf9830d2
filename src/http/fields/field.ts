/** A field of a logged request: a value with its path in the request and its place in the raw text. */

import { type Message, message } from '../../text/l10n.ts';
import { cutName } from '../../text/placeName.ts';
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
 * The kind of a value. The fields of an `object`, a `list` or a `graphql` document follow it; their paths begin with its
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
   * The names that lead to the value in its part, decoded, outermost first; for an element of a list, its index from 0.
   */
  readonly path: readonly string[];
  /**
   * The name that describes the value: the last one of the path that is not a list index, or for a GraphQL variable the
   * argument that uses it. Empty when there is none.
   */
  readonly name: string;
  readonly kind: FieldKind;
  /**
   * The value, decoded like its part: percent-encoding, JSON escapes, entities. Empty for an object, a list and binary
   * data.
   */
  readonly value: string;
  /** The range of the value in the raw text, as sent, without quotes. */
  readonly place: TextRange;
  /** The range of the name in the raw text, as sent. */
  readonly namePlace?: TextRange;
  /** The format of binary data, if its first bytes identify one. */
  readonly format?: string;
}

export interface RequestFields {
  /** In the order of the request. */
  readonly fields: readonly Field[];
  /** True when there are more fields than `FIELDS_LIMIT`. */
  readonly more: boolean;
}

/** Maximum fields of one request, including objects and lists. */
export const FIELDS_LIMIT = 100_000;
/** Maximum names in a path. A deeper object or list is one field, without the fields in it. */
export const DEPTH_LIMIT = 32;
/** Maximum nested texts that are read as JSON, GraphQL or XML, such as JSON in a JSON string. */
export const NESTED_LIMIT = 4;
/** Maximum stretches of all offset maps of decoded values; a value beyond them stays as sent. */
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

/** Maximum names of a path that are displayed. */
const NAMES_SHOWN = 8;

/**
 * Returns the path of a field; the names in it are untrusted and may be cut.
 * @example fieldPath(field) // in English 'JSON body ▸ cart ▸ 0 ▸ coupon'
 */
export function fieldPath({ part, path }: Pick<Field, 'part' | 'path'>): Message {
  const names = path.map(cutName);
  if (names.length > NAMES_SHOWN) names.splice(3, names.length - NAMES_SHOWN + 1, '…');
  return names.length === 0 ? PARTS[part] : message('{0} ▸ {1}', PARTS[part], names.join(' ▸ '));
}

/** Returns the kind of a value that is not in quotes. */
export function kindOfWord(word: string): FieldKind {
  if (word === 'true' || word === 'false') return 'boolean';
  if (word === 'null') return 'null';
  return /^-?\d/.test(word) ? 'number' : 'text';
}

/** Returns the index of the field with the smallest name or value that contains a range of the raw text. */
export function smallestField(fields: readonly Field[], range: TextRange): number | undefined {
  let smallest: number | undefined;
  let length = Number.POSITIVE_INFINITY;
  for (const [index, { place, namePlace, kind }] of fields.entries()) {
    const isContainer = kind === 'object' || kind === 'list';
    for (const each of [isContainer ? undefined : place, namePlace]) {
      if (!each || each.start > range.start || each.end < range.end) continue;
      if (each.end - each.start >= length) continue;
      smallest = index;
      length = each.end - each.start;
    }
  }
  return smallest;
}
