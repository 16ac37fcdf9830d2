import { english, type Message, message } from '../../text/l10n.ts';
import { ServiceError } from '../errors.ts';

/** The place of a fault that is of no one field. */
export const WHOLE = message('the whole answer');

/** The fault of an answer that holds more of something than one may. */
export function tooMany(field: string | Message, expected: Message): ServiceError {
  return new ServiceError('bad-shape', `Too many: expected ${english(expected)}.`, {
    field,
    expected,
    found: message('more'),
  });
}
