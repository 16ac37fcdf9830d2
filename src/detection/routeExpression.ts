/** Creates a search expression from a request's path that finds the likely location of its route in source code. */
import { escapedForRegExp, percentDecoded } from '../text/strings.ts';

/** Maximum length, in UTF-16 units, of the part of a path to read, and of a segment that can be part of a route. */
const LONGEST_PATH = 4_096;
const LONGEST_SEGMENT = 80;
/** Maximum number of segments at the end of a path to read. */
const MOST_SEGMENTS = 10;

/** A parameter in router syntax: `:id`, `:id(\d+)`, `{id}`, `<int:id>`, `[id]`, `${id}`, `(?P<id>\d+)`. */
const PARAMETER =
  '(?::\\w+(?:\\([^()/]*\\))?[?*+]?|\\$\\{[^{}]*\\}|\\{[^{}]*\\}|<[^<>]*>|\\[[^\\[\\]]*\\]|\\([^()/]*\\))';

/**
 * Returns an expression that matches the last two literal segments of a request's target, with any parameters between
 * and after them, or undefined if none of its segments can be part of a route. The expression uses only syntax that
 * ripgrep and JavaScript share.
 */
export function routeExpression(target: string): string | undefined {
  const all = pathOf(target.slice(0, LONGEST_PATH)).split('/').flatMap(segmentOf);
  const segments = all.slice(-MOST_SEGMENTS);
  const literals = segments.flatMap((segment, at) => (segment === PARAMETER ? [] : [at]));
  const first = literals.at(-2) ?? literals.at(-1);
  if (first === undefined) return undefined;
  const expression = segments.slice(first).join('/');
  const before = /^\w/.test(expression) ? '\\b' : '';
  const after = /\w$/.test(expression) ? '\\b' : '';
  return before + expression + after;
}

/** Returns the path of a target, which might include a scheme and host. */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]{0,20}:\/\/[^/?#]*/i, '');
  // `*` refers to the whole server.
  return path === '*' ? '' : (path.split(/[?#]/, 1)[0] ?? '');
}

/** Returns the expression for a segment, or nothing for one that is not part of a route. */
function segmentOf(sent: string): string[] {
  // Some servers treat text after `;` as segment parameters.
  const segment = percentDecoded(sent.split(';', 1)[0] ?? '');
  if (segment === '' || segment === '.' || segment === '..') return [];
  return [isValue(segment) ? PARAMETER : escapedForRegExp(segment)];
}

/**
 * Returns true if a segment is a value and not a name: a number, a UUID, a hash, a token, or other text that cannot
 * occur in a route's source code.
 */
function isValue(segment: string): boolean {
  return (
    segment.length > LONGEST_SEGMENT ||
    /^\d+$/.test(segment) ||
    ((/^[\da-f-]{12,80}$/i.test(segment) || /^[\da-z]{20,80}$/i.test(segment)) && /\d/.test(segment)) ||
    /[\s\p{C}"'`<>\\/]/u.test(segment)
  );
}
