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

interface Scanned {
  /** The text with unsafe integers in quotation marks. */
  readonly exact: string;
  /** True if the text ends inside a value. */
  readonly isOpen: boolean;
}

/** Scans the tokens of JSON text and counts its values by counting commas and opening brackets. */
function scan(text: string): Scanned {
  // Brackets, commas, numbers, and the start of a string.
  const tokens = /[{}[\],"]|-?\d[\d.eE+-]*/g;
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  let values = 0;
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const [token] = match;
    if (token === '"') {
      const end = endOfString(text, match.index);
      if (end === undefined) return { exact: text, isOpen: true };
      tokens.lastIndex = end + 1;
    } else if (token === '}' || token === ']') depth--;
    else if (token === '{' || token === '[' || token === ',') {
      values++;
      if (token !== ',') depth++;
      if (depth > answerLimits.depth)
        throw tooMany(message('at most {0} levels of nesting', answerLimits.depth));
      if (values > answerLimits.values) throw tooMany(message('at most {0} values', answerLimits.values));
    } else if (isUnsafeInteger(token)) {
      parts.push(text.slice(copied, match.index), `"${token}"`);
      copied = tokens.lastIndex;
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
