/** Collects the fields of one request, within its limits (`field.ts`). */
import { LimitReached } from '../decode/allowance.ts';
import { asBytes, formatOf, isBinary } from '../decode/bytes.ts';
import {
  entitiesDecoded,
  jsonUnescaped,
  percentDecoded,
  undoEntities,
  undoJsonEscapes,
  undoPercentEncoding,
} from '../decode/characterCodes.ts';
import type { OffsetMap, TextRange } from '../decode/offsetMap.ts';
import type { PeeledText } from '../decode/peeledText.ts';
import { type Field, type FieldKind, type FieldPart, NESTED_LIMIT, STRETCHES_LIMIT } from './field.ts';

/** The position of a value: its part, path, and name, and the number of strings that enclose it. */
export interface Position {
  readonly part: FieldPart;
  readonly path: readonly string[];
  readonly name: string;
  readonly namePlace?: TextRange;
  /** The number of enclosing strings that were read as JSON, GraphQL, or XML. */
  readonly nested: number;
}

/** A field whose value is still being read. */
export interface OpenField extends Omit<Field, 'kind' | 'value' | 'place' | 'format'> {
  kind: FieldKind;
  value: string;
  place: TextRange;
  format?: string | undefined;
}

/** How a value is encoded in its part. */
export type Encoding = 'form' | 'percent' | 'json' | 'entities' | 'none';

const UNDO: Readonly<
  Record<
    Encoding,
    (text: string, most: number) => { readonly text: string; readonly map: OffsetMap } | undefined
  >
> = {
  form: (text, most) => undoPercentEncoding(text, { plus: true, most }),
  percent: (text, most) => undoPercentEncoding(text, { most }),
  json: undoJsonEscapes,
  entities: (text, most) => undoEntities(text, { most }),
  none: () => undefined,
};

const DECODE: Readonly<Record<Encoding, (text: string) => string>> = {
  form: (text) => percentDecoded(text, { plus: true }),
  percent: percentDecoded,
  json: jsonUnescaped,
  entities: entitiesDecoded,
  none: (text) => text,
};

/**
 * Reads a decoded value that might contain nested fields, and returns true if it does. `peel` returns the value with
 * its mapping to the raw data, or undefined if the mapping would be too large.
 */
export type ReadNested = (
  list: FieldList,
  position: Position,
  value: string,
  peel: () => PeeledText | undefined,
) => boolean;

/**
 * Maximum length, in UTF-16 units, of an encoded value that is treated as text even if it looks like binary data, as
 * attacks can. This does not apply to known binary formats.
 */
const SHORT = 64;

export class FieldList {
  readonly fields: OpenField[] = [];
  more = false;
  /** The arguments that use a GraphQL document's variables, keyed by the position of the document. */
  readonly #arguments = new Map<string, ReadonlyMap<string, string>>();
  readonly #readNested: ReadNested;
  readonly #most: number;

  constructor(readNested: ReadNested, most: number) {
    this.#readNested = readNested;
    this.#most = most;
  }

  /**
   * Adds a field.
   * @throws LimitReached if there are too many, after which `more` is true
   */
  add(position: Position, kind: FieldKind, value: string, place: TextRange): OpenField {
    this.more = this.fields.length >= this.#most;
    if (this.more) throw new LimitReached();
    const { part, path, name, namePlace } = position;
    const field: OpenField = namePlace
      ? { part, path, name, namePlace, kind, value, place }
      : { part, path, name, kind, value, place };
    this.fields.push(field);
    return field;
  }

  /** Adds text as a single field or as the fields it contains. */
  addText(position: Position, sent: PeeledText, encoding: Encoding): void {
    const text = decoded(sent.text, encoding);
    const peel = () => peeled(sent, encoding);
    if (position.nested < NESTED_LIMIT && this.#readNested(this, position, text, peel)) return;
    const isLong = encoding === 'none' || text.length > SHORT;
    if (isBinary(text) && (isLong || formatIn(text) !== undefined)) this.addBinary(position, sent, text);
    else this.add(position, 'text', text, sent.toRaw());
  }

  addBinary(position: Position, sent: PeeledText, bytes: string): void {
    this.add(position, 'binary', '', sent.toRaw()).format = formatIn(bytes);
  }

  /** Adds the arguments that use a GraphQL document's variables. */
  bindVariables(document: Position, bound: ReadonlyMap<string, string>): void {
    this.#arguments.set(placeOf(document, document.path.slice(0, -1)), bound);
  }

  /** Names the GraphQL variables after the arguments that use them, regardless of their order in the request. */
  nameVariables(): void {
    if (this.#arguments.size === 0) return;
    for (const [index, field] of this.fields.entries()) {
      const { path, name } = field;
      if (path.at(-2) !== 'variables') continue;
      const bound = this.#arguments.get(placeOf(field, path.slice(0, -2)))?.get(name);
      if (bound !== undefined) this.fields[index] = { ...field, name: bound };
    }
  }
}

/** Decodes a value as sent. */
export function decoded(sent: string, encoding: Encoding): string {
  return DECODE[encoding](sent);
}

/** Returns the decoded value with its mapping, or undefined if it has too many encoded characters. */
function peeled(sent: PeeledText, encoding: Encoding): PeeledText | undefined {
  try {
    const undone = UNDO[encoding](sent.text, STRETCHES_LIMIT);
    return undone ? sent.become(undone.text, undone.map, []) : sent;
  } catch (error) {
    if (error instanceof LimitReached) return undefined;
    throw error;
  }
}

/** The number of bytes that identify a format. */
const LONGEST_SIGNATURE = 16;

function formatIn(text: string): string | undefined {
  const bytes = asBytes(text.slice(0, LONGEST_SIGNATURE));
  return bytes && formatOf(bytes);
}

function placeOf({ part }: Pick<Field, 'part'>, path: readonly string[]): string {
  return [part, ...path].join('\0');
}
