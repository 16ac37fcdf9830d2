/** Collects the fields of one request, within its limits (`field.ts`). */
import { asBytes, formatOf, isBinary } from '../decode/bytes.ts';
import { decoded, type Encoding, undo } from '../decode/codes.ts';
import { type Budget, peel } from '../decode/layers.ts';
import type { MappedText, TextRange } from '../decode/mappedText.ts';
import { type FieldKind, type FieldPart, NESTED_LIMIT, type ReadField } from './field.ts';

/** The position of a value: its part, path, and name, and the values that contain it. */
export interface Position {
  readonly part: FieldPart;
  readonly path: readonly string[];
  readonly name: string;
  readonly namePlace?: TextRange | undefined;
  /** The number of enclosing values that were read as JSON, GraphQL, or XML. */
  readonly nested: number;
  readonly isInside?: boolean | undefined;
  readonly around?: TextRange | undefined;
}

/** A field whose value is still being read. */
export interface OpenField extends Omit<ReadField, 'kind' | 'value' | 'place' | 'format' | Sent> {
  kind: FieldKind;
  value: string;
  place: TextRange;
  format?: string | undefined;
  sent?: MappedText | undefined;
  encoding: Encoding;
  isBase64?: boolean;
}

type Sent = 'sent' | 'encoding' | 'isBase64';

/** Thrown when the request has too many fields. */
export class LimitReached extends Error {}

/** Adds the fields of a value. */
export type ReadFields = (list: FieldList, position: Position, value: MappedText) => void;

/** Returns the function that reads the fields in a decoded value, or undefined if the value is plain text. */
export type FindReader = (position: Position, value: string) => ReadFields | undefined;

/**
 * Maximum length, in UTF-16 units, of an encoded value that is treated as text even if it looks like binary data, as
 * attacks can. This does not apply to known binary formats.
 */
const SHORT = 64;

/** The start of JSON or XML that is percent-encoded more than once or Base64. */
const DEEPER = /^\s{0,20}(?:%(?:25){0,9}(?:5b|7b|3c)|[\w+/-]{12})/i;

export class FieldList {
  readonly fields: OpenField[] = [];
  more = false;
  /** The arguments that use a GraphQL document's variables, keyed by the position of the document. */
  readonly #arguments = new Map<string, ReadonlyMap<string, string>>();
  readonly #findReader: FindReader;
  readonly #most: number;
  readonly #budget: Budget;

  constructor(findReader: FindReader, most: number, budget: Budget) {
    this.#findReader = findReader;
    this.#most = most;
    this.#budget = budget;
  }

  /**
   * Adds a field.
   * @param sent the value as sent, if it can have further layers
   * @throws LimitReached if there are too many, after which `more` is true
   */
  add(
    position: Position,
    kind: FieldKind,
    value: string,
    place: TextRange,
    sent?: MappedText,
    encoding: Encoding = 'none',
  ): OpenField {
    this.more = this.fields.length >= this.#most;
    if (this.more) throw new LimitReached();
    const field: OpenField = { ...position, kind, value, place, sent, encoding };
    this.fields.push(field);
    return field;
  }

  /** Adds text as a single field or as the fields it contains. */
  addText(position: Position, sent: MappedText, encoding: Encoding, isBase64 = false): void {
    const text = decoded(encoding, sent.text);
    const canNest = position.nested < NESTED_LIMIT;
    const read = canNest ? this.#findReader(position, text) : undefined;
    const value = read && this.#decode(sent, encoding);
    if (read && value) {
      const outermost = this.fields.length;
      read(this, { ...position, nested: position.nested + 1 }, value);
      const field = this.fields[outermost];
      if (field?.sent === undefined && field) [field.sent, field.encoding] = [sent, encoding];
      return;
    }
    const isLong = encoding === 'none' || text.length > SHORT;
    if (isBinary(text) && (isLong || formatIn(text) !== undefined)) this.addBinary(position, sent, text);
    else {
      const field = this.add(position, 'text', text, sent.toRaw(), sent, encoding);
      if (isBase64) field.isBase64 = true;
    }
    if (canNest && (isBase64 || DEEPER.test(text))) this.#addInside(position, sent, encoding, isBase64);
  }

  addBinary(position: Position, sent: MappedText, bytes: string): void {
    this.add(position, 'binary', '', sent.toRaw(), sent).format = formatIn(bytes);
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

  /** Returns the decoded value with its map, or undefined if too much of the request was decoded already. */
  #decode(sent: MappedText, encoding: Encoding): MappedText | undefined {
    const undone = undo(encoding, sent.text);
    if (undone === undefined) return sent;
    return this.#budget.takes(undone.text.length) ? sent.become(undone) : undefined;
  }

  /** Adds the fields in the innermost layer of a value, after the value itself. */
  #addInside(position: Position, sent: MappedText, encoding: Encoding, isBase64: boolean): void {
    const { stages } = peel(sent, encoding, this.#budget, isBase64);
    const inner = stages.at(-1) ?? sent;
    const read = inner === sent ? undefined : this.#findReader(position, inner.text);
    read?.(this, { ...position, nested: position.nested + 1, isInside: true }, inner);
  }
}

/** The number of bytes that identify a format. */
const LONGEST_SIGNATURE = 16;

function formatIn(text: string): string | undefined {
  const bytes = asBytes(text.slice(0, LONGEST_SIGNATURE));
  return bytes && formatOf(bytes);
}

function placeOf({ part }: Pick<ReadField, 'part'>, path: readonly string[]): string {
  return [part, ...path].join('\0');
}
