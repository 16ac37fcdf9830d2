import { type Message, message } from '../text/l10n.ts';

/** The JSON type names that have translations. */
const TYPES: Readonly<Record<string, Message>> = {
  array: message('array'),
  boolean: message('boolean'),
  date: message('date'),
  integer: message('integer'),
  list: message('list'),
  nothing: message('nothing'),
  object: message('object'),
  string: message('string'),
  'a number beyond 2^53 − 1': message('a number beyond 2^53 − 1'),
  'a value': message('a value'),
  'number with a fraction': message('number with a fraction'),
  'a name': message('a name'),
  'a name, or null': message('a name, or null'),
  'a list of names': message('a list of names'),
  'a list of names, or null': message('a list of names, or null'),
  'a name that differences can have': message('a name that differences can have'),
  'an unknown name': message('an unknown name'),
  'a path that starts with /': message('a path that starts with /'),
  "the name of a request header that isn't reserved": message(
    "the name of a request header that isn't reserved",
  ),
};

/**
 * Returns the display name of a type. Names that are the same in every language, such as `null`, are returned
 * unchanged.
 */
export function typeMessage(name: string): string | Message {
  return TYPES[name] ?? name;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Returns the name of a value's type in a fault. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  // Numbers that JavaScript would round are kept as strings of digits.
  const isNumber = typeof value === 'string' && NUMBER.test(value);
  if (isNumber && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER) return 'a number beyond 2^53 − 1';
  if (typeof value !== 'number') return typeof value;
  return Number.isInteger(value) ? 'integer' : 'number with a fraction';
}
