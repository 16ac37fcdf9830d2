/**
 * Decodes parsed JSON into the model. Decoders throw only `ServiceError` `bad-shape`, which contains the field's path
 * on the wire, the expected type, and the actual type, but never the value.
 */

import * as v from 'valibot';
import { ServiceError } from '../../base/errors.ts';
import { isObject, typeName } from '../../base/values.ts';
import { type Message, message } from '../../text/l10n.ts';
import { parseSentDay } from '../calendar.ts';
import { answerLimits } from '../limits.ts';
import type { Header, OtherFields } from '../model.ts';

/** A schema whose error message is the name of the expected type. */
type Schema = v.GenericSchema<unknown, unknown>;

/** Any string. */
export const text = v.string('string');

/** An integer up to ±(2^53 − 1), sent as a number or as a string of digits. */
export const integer = v.pipe(
  v.custom<number | string>((value) => wholeNumber(value) !== undefined, 'integer'),
  v.transform(Number),
);

/** A day in any of the date formats, decoded as `YYYY-MM-DD`. */
export const day = v.pipe(
  v.custom<string | number>((value) => typeof value === 'string' || typeof value === 'number', 'date'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parseSentDay(String(dataset.value));
    if (parsed !== undefined) return parsed;
    addIssue({ message: 'date' });
    return NEVER;
  }),
);

/**
 * An object of header values, decoded as entries in the order sent. Numbers become strings, and a list becomes one
 * header per string.
 */
export const headerMap = v.pipe(
  v.custom<Record<string, unknown>>(isObject, 'object'),
  v.rawTransform(({ dataset, addIssue, NEVER }): Header[] => {
    const headers: Header[] = [];
    for (const [key, sent] of Object.entries(dataset.value)) {
      for (const value of Array.isArray(sent) ? sent : [sent]) {
        if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
          headers.push([key, String(value)]);
        } else if (value !== null) {
          addIssue({
            message: 'string',
            path: [{ type: 'object', origin: 'value', input: dataset.value, key, value }],
          });
          return NEVER;
        }
      }
    }
    return headers;
  }),
);

/** Decodes `input`, which is located at `path` in the response. */
export function decode<S extends Schema>(schema: S, input: unknown, path: string): v.InferOutput<S> {
  const result = v.safeParse(schema, input, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const steps = issue.path ?? [];
  const last = steps.at(-1);
  throw badShape(
    steps.reduce((field: string, { key }) => field + step(key, field), path),
    last?.origin === 'key' ? message('a value') : issue.message,
    last === undefined ? input : last.value,
  );
}

/** Returns the fault for a response that identifies itself as the response to a different request. */
export function mismatch(field: string, expected: string | Message, found: string | Message): ServiceError {
  return new ServiceError('mismatch', 'The response is for a different request.', { field, expected, found });
}

/** Returns the fault for a field whose type differs from the one that the API defines. */
export function badShape(field: string | Message, expected: string | Message, value: unknown): ServiceError {
  const facts = { field, expected, found: typeName(value) };
  return new ServiceError('bad-shape', 'A part of the response has another type.', facts);
}

/**
 * Returns the unknown fields of `input`, which is located at `path` in the response, as sent.
 * @throws ServiceError `bad-shape` if there are too many
 */
export function otherFields(
  input: Readonly<Record<string, unknown>>,
  path: string,
  isKnown: (name: string) => boolean,
): OtherFields {
  const names = Object.keys(input).filter((name) => !isKnown(name));
  if (names.length > answerLimits.otherFields)
    throw tooMany(path, message('at most {0} unknown fields', answerLimits.otherFields));
  return Object.fromEntries(names.map((name) => [name, input[name]]));
}

/** Returns an integer up to ±(2^53 − 1) that was sent as a number or as a string of digits; undefined for other values. */
export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

const PLAIN_NAME = /^\w{1,64}$/;

/** Returns the notation of a member or an element in a path. */
export function step(key: unknown, before: string): string {
  if (typeof key === 'number') return `[${key}]`;
  const name = String(key);
  if (!PLAIN_NAME.test(name)) return `[${JSON.stringify(name.slice(0, 64))}]`;
  return before === '' ? name : `.${name}`;
}

/** The `field` of a fault that concerns the whole response. */
export const WHOLE = message('the whole response');

/** Returns the fault for a response in which the number of items, fields, or other elements exceeds a limit. */
export function tooMany(field: string | Message, expected: Message): ServiceError {
  return new ServiceError('bad-shape', 'The response is too large.', {
    field,
    expected,
    found: message('more'),
  });
}
