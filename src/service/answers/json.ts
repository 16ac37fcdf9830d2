import { ServiceError } from '../../base/errors.ts';
import { type Message, message } from '../../text/l10n.ts';
import { answerLimits } from '../limits.ts';
import { Field } from './decode.ts';

/**
 * Parses JSON from the service in linear time. Integers beyond ±(2^53 − 1) become strings of digits, so that none are
 * rounded; decoders for numbers reject such strings.
 * @throws ServiceError `truncated` if the text ends inside a value, `not-json` if it is not JSON, `bad-shape` if it
 * exceeds the depth or number of values in `answerLimits`, which are checked before memory is allocated
 */
export function parseJson(text: string): unknown {
  const { exact, isOpen } = scan(text);
  try {
    const rounded: unknown = JSON.parse(text);
    return exact === text ? rounded : JSON.parse(exact);
  } catch {
    if (isOpen) throw new ServiceError('truncated', 'The answer ends in the middle of its JSON.');
    const found = text.trim() === '' ? message('an empty body') : message('text that is not JSON');
    throw new ServiceError('not-json', 'The answer is not JSON.', { found });
  }
}

/**
 * Counts the values of JSON text by counting commas and opening brackets. Returns the text with unsafe integers in
 * quotation marks, and whether it ends inside a value.
 */
function scan(text: string): { readonly exact: string; readonly isOpen: boolean } {
  const number = /-?\d[\d.eE+-]*/y;
  const parts: string[] = [];
  let [copied, depth, values] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === '"') {
      const end = endOfString(text, at);
      if (end === undefined) return { exact: text, isOpen: true };
      at = end;
    } else if (mark === '}' || mark === ']') depth--;
    else if (mark === '{' || mark === '[' || mark === ',') {
      values++;
      if (mark !== ',') depth++;
      if (depth > answerLimits.depth)
        throw tooMany(message('at most {0} levels of nesting', answerLimits.depth));
      if (values > answerLimits.values) throw tooMany(message('at most {0} values', answerLimits.values));
    } else if (mark === '-' || (mark >= '0' && mark <= '9')) {
      number.lastIndex = at;
      const [written = mark] = number.exec(text) ?? [];
      const end = at + written.length;
      if (isUnsafeInteger(written)) {
        parts.push(text.slice(copied, at), `"${written}"`);
        copied = end;
      }
      at = end - 1;
    }
  }
  return { exact: copied === 0 ? text : parts.join('') + text.slice(copied), isOpen: depth > 0 };
}

function tooMany(expected: Message): ServiceError {
  return new Field(undefined).bad(expected, message('more'));
}

/** Minimum length, in characters, of digits that might be rounded. With a point, they are longer. */
const SHORTEST_ROUNDED = 16;

/** Returns true if `written` is an integer that a JavaScript number cannot represent exactly. */
function isUnsafeInteger(written: string): boolean {
  if (written.length < SHORTEST_ROUNDED && !/e/i.test(written)) return false;
  const value = Number(written);
  if (!Number.isInteger(value)) return !Number.isFinite(value);
  return !Number.isSafeInteger(value) || (written.length > SHORTEST_ROUNDED && !/^-?\d+$/.test(written));
}

/** Returns the index of the closing quote of the string that begins at `start`, or undefined if it is not closed. */
function endOfString(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslash = quote - 1;
    while (text[backslash] === '\\') backslash--;
    if ((quote - backslash) % 2 === 1) return quote;
  }
  return undefined;
}
