/** The limits on copied text. */
import { ServiceError } from '../base/errors.ts';
import { message } from '../text/l10n.ts';

/**
 * Maximum length, in UTF-16 units, of text on the clipboard. Longer text would block the editor and most programs that
 * it is pasted into.
 */
export const CLIPBOARD_LIMIT = 16 * 1024 * 1024;

/** Maximum total length, in UTF-16 units, of logs that are copied together. */
export const COPIED_LIMIT = 128 * 1024 * 1024;

/** Returns the fault for logs that are too large to be copied together. */
export function tooManyToCopy(limit = COPIED_LIMIT): ServiceError {
  return new ServiceError('too-large', 'The logs are too large to be copied together.', {
    expected: message('logs of at most {0} characters', limit),
  });
}
