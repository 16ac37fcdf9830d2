import { ServiceError } from './errors.ts';

/** Deeper values would overflow the stack of whoever walks them; the interface needs six levels. */
const MAX_DEPTH = 100;

/** More objects and lists would take gigabytes of memory; a page of 100 rows has some hundreds. */
const MAX_CONTAINERS = 1_000_000;

/**
 * Parses JSON from the service, in linear time. Whole numbers beyond ±(2^53 − 1) become strings of their digits, so that
 * none is ever rounded; a decoder of numbers refuses such a string.
 *
 * @throws ServiceError `truncated` if the text ends inside a value, `not-json` if it is no JSON, `bad-shape` if it is
 * nested more than 100 levels deep, or holds more than a million objects and lists
 */
export function parseJson(text: string): unknown {
  const { exact, depth, containers, open } = scan(text);
  if (depth > MAX_DEPTH) throw tooMany('levels of nesting', MAX_DEPTH);
  if (containers > MAX_CONTAINERS) throw tooMany('objects and lists', MAX_CONTAINERS);
  try {
    const rounded: unknown = JSON.parse(text);
    return exact === text ? rounded : JSON.parse(exact);
  } catch {
    if (open) throw new ServiceError('truncated', 'The answer ends in the middle of its JSON.');
    throw new ServiceError('not-json', 'The answer is not JSON.', { found: 'text that is not JSON' });
  }
}

function tooMany(things: string, most: number): ServiceError {
  return new ServiceError('bad-shape', `The answer has too many ${things}.`, {
    field: 'the whole answer',
    expected: `at most ${most.toLocaleString('en')} ${things}`,
    found: 'more',
  });
}

/** Characters of the shortest number without an exponent that may be rounded: with fewer digits each is exact. */
const SHORTEST_ROUNDED = 16;

/** What a number as written may go on with. */
const NUMBER = /[\d.eE+-]*/y;

interface Scanned {
  /** The text with unsafe integers in quotation marks. */
  readonly exact: string;
  /** Levels of nesting. */
  readonly depth: number;
  /** Objects and lists. */
  readonly containers: number;
  /** Whether the text ends inside a value. */
  readonly open: boolean;
}

/** Walks over the tokens of a JSON text, whatever it is. */
function scan(text: string): Scanned {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  let deepest = 0;
  let containers = 0;
  for (let offset = 0; offset < text.length; ) {
    const unit = text.charAt(offset);
    if (unit === '"') {
      const end = endOfString(text, offset);
      if (end === undefined) return { exact: text, depth: deepest, containers, open: true };
      offset = end;
    } else if (isDigit(unit) || (unit === '-' && isDigit(text.charAt(offset + 1)))) {
      const end = endOfNumber(text, offset);
      const written = text.slice(offset, end);
      if ((written.length >= SHORTEST_ROUNDED || /e/i.test(written)) && isUnsafeInteger(written)) {
        parts.push(text.slice(copied, offset), `"${written}"`);
        copied = end;
      }
      offset = end;
    } else {
      if (unit === '{' || unit === '[') {
        containers++;
        deepest = Math.max(deepest, ++depth);
      } else if (unit === '}' || unit === ']') {
        depth--;
      }
      offset++;
    }
  }
  const exact = copied === 0 ? text : parts.join('') + text.slice(copied);
  return { exact, depth: deepest, containers, open: depth > 0 };
}

function isDigit(unit: string): boolean {
  return unit >= '0' && unit <= '9';
}

function endOfNumber(text: string, start: number): number {
  NUMBER.lastIndex = start;
  NUMBER.test(text);
  return NUMBER.lastIndex;
}

/** Whether a number as written is a whole number that a JavaScript number cannot hold exactly. */
function isUnsafeInteger(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return true;
  if (!Number.isInteger(value)) return false;
  return !Number.isSafeInteger(value) || (written.length >= SHORTEST_ROUNDED && !/^-?\d+$/.test(written));
}

/** The index after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslash = quote - 1;
    while (text[backslash] === '\\') backslash--;
    if ((quote - backslash) % 2 === 1) return quote + 1;
  }
  return undefined;
}
