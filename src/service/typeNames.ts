import { type Message, message } from '../text/l10n.ts';

/** The JSON type names that have translations. */
const TYPES: Readonly<Record<string, Message>> = {
  array: message('array'),
  boolean: message('boolean'),
  date: message('date'),
  integer: message('integer'),
  list: message('list'),
  nothing: message('nothing'),
  number: message('number'),
  object: message('object'),
  string: message('string'),
  'a number beyond 2^53 − 1': message('a number beyond 2^53 − 1'),
  'a value': message('a value'),
  'any value': message('a value'),
  'number with a fraction': message('number with a fraction'),
};

/**
 * Returns the display name of a type. Names that are the same in every language, such as `null`, are returned
 * unchanged.
 */
export function typeMessage(name: string): string | Message {
  return TYPES[name] ?? name;
}
