/**
 * Decodes parsed JSON. The faults contain the field's path on the wire, the expected type, and the actual type, but never
 * the value.
 */
import { ServiceError } from '../../base/errors.ts';
import { isObject, typeName } from '../../base/values.ts';
import { type Message, message } from '../../text/l10n.ts';
import { parseSentDay } from '../calendar.ts';
import { answerLimits } from '../limits.ts';
import type { Header, OtherFields } from '../model.ts';

/** A value in a response, and its path. Its methods throw `bad-shape` for a value of another type. */
export class Field {
  readonly value: unknown;
  readonly #path: string | (() => string);

  /** @param path a function if it is needed only for a fault */
  constructor(value: unknown, path: string | (() => string) = '') {
    this.value = value;
    this.#path = path;
  }

  get path(): string {
    return typeof this.#path === 'string' ? this.#path : this.#path();
  }

  /** Returns the names of an object's members; none for any other value. */
  get names(): readonly string[] {
    return isObject(this.value) ? Object.keys(this.value) : [];
  }

  /** Returns the value of a member; undefined if there is none of that name. */
  get(name: string): unknown {
    return isObject(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined;
  }

  member(name: string): Field {
    return new Field(this.get(name), () => {
      if (!PLAIN_NAME.test(name)) return `${this.path}[${JSON.stringify(name.slice(0, 64))}]`;
      return this.path === '' ? name : `${this.path}.${name}`;
    });
  }

  /** Returns the elements of a list, at most `answerLimits.items`. */
  elements(): readonly Field[] {
    if (!Array.isArray(this.value)) throw this.bad('array');
    this.limit(this.value.length);
    return this.value.map((element, index) => new Field(element, () => `${this.path}[${index}]`));
  }

  /** Returns the field if it is an object. */
  object(): this {
    if (isObject(this.value)) return this;
    throw this.bad('object');
  }

  text(): string {
    if (typeof this.value === 'string') return this.value;
    throw this.bad('string');
  }

  /** Returns an integer up to ±(2^53 − 1), sent as a number or as a string of digits. */
  integer(): number {
    const whole = wholeNumber(this.value);
    if (whole !== undefined) return whole;
    throw this.bad('integer');
  }

  /** Returns the first of the members that is a whole number. The fault has the names of all others that are one. */
  numberIn(names: readonly string[]): { readonly name: string; readonly number: number } {
    const isNumber = (each: string) => wholeNumber(this.get(each)) !== undefined;
    const name = names.find(isNumber);
    if (name !== undefined) return { name, number: this.member(name).integer() };
    const sent = names.map((each) => this.get(each)).find((value) => value !== undefined);
    const { code, message, facts } = new Field(sent, `${this.path}.${names.join(' | ')}`).bad('integer');
    throw new ServiceError(code, message, { ...facts, numbers: this.names.filter(isNumber) });
  }

  /** Returns a day as `YYYY-MM-DD`, sent in any of the date formats. */
  day(): string {
    const isDay = typeof this.value === 'string' || typeof this.value === 'number';
    const day = isDay ? parseSentDay(String(this.value)) : undefined;
    if (day !== undefined) return day;
    throw this.bad('date');
  }

  /** Returns undefined for a value that is null or missing, and otherwise the result of `read`. */
  optional<Value>(read: (field: this) => Value): Value | undefined {
    return this.value === undefined || this.value === null ? undefined : read(this);
  }

  /** @throws ServiceError `bad-shape` if the field has more parts of one kind than `answerLimits.items` */
  limit(count: number): void {
    if (count <= answerLimits.items) return;
    throw this.bad(message('at most {0} items', answerLimits.items), message('more'));
  }

  /** Returns the fault for a type other than the one that the API defines. */
  bad(expected: string | Message, found: string | Message = typeName(this.value)): ServiceError {
    const field = this.path || message('the whole response');
    return new ServiceError('bad-shape', 'The response has another shape.', { field, expected, found });
  }

  /** Returns the fault for a response that identifies itself as the response to a different request. */
  mismatch(expected: string | Message, found: string | Message): ServiceError {
    const facts = { field: this.path, expected, found };
    return new ServiceError('mismatch', 'The response is for a different request.', facts);
  }
}

const PLAIN_NAME = /^\w{1,64}$/;

/** Returns an optional text, which is empty if it is null or missing. */
export function textOf(field: Field): string {
  return field.optional((sent) => sent.text()) ?? '';
}

/**
 * Returns the entries of an object of header values, in the order sent. Numbers become strings, and a list becomes one
 * header per string.
 */
export function headersOf(map: Field): Header[] {
  return map.names.flatMap((name) =>
    [map.get(name)].flat().flatMap((value): Header[] => {
      if (value === null) return [];
      if (typeof value === 'object') throw new Field(value, map.member(name).path).bad('string');
      return [[name, String(value)]];
    }),
  );
}

/** Returns the members of an object that are not known, as sent; at most `answerLimits.items`. */
export function otherFields(field: Field, isKnown: (name: string) => boolean): OtherFields {
  const others = field.names.filter((name) => !isKnown(name));
  field.limit(others.length);
  return Object.fromEntries(others.map((name) => [name, field.get(name)]));
}

/** Returns an integer up to ±(2^53 − 1) that was sent as a number or as a string of digits; undefined for other values. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}
