/** Creates search expressions from a request's path that find the likely location of its route in source code. */
import { percentDecoded } from '../text/strings.ts';

export interface RouteSearch {
  /** Matches the last two literal segments of the path, with any text between and after them. */
  readonly whole: RouteExpression;
  /**
   * Matches only the last literal segment, for routes that are composed of several parts; equal to `whole` if there is
   * only one segment.
   */
  readonly last: RouteExpression;
}

export interface RouteExpression {
  /** The expression for the editor's search, which uses only syntax that ripgrep and JavaScript share. */
  readonly expression: string;
  /** The segments that the expression covers, with `…` for a parameter. Untrusted text. */
  readonly text: string;
}

/** Maximum length, in UTF-16 units, of the part of a path to read, and of a segment that can be part of a route. */
const LONGEST_PATH = 4_096;
const LONGEST_SEGMENT = 80;
/** Maximum number of parameters between or after the segments of a route. */
const MOST_PARAMETERS = 8;

/** A parameter in router syntax: `:id`, `:id(\d+)`, `{id}`, `<int:id>`, `[id]`, `${id}`, `(?P<id>\d+)`. */
const PARAMETER =
  '(?::\\w+(?:\\([^()/]*\\))?[?*+]?|\\$\\{[^{}]*\\}|\\{[^{}]*\\}|<[^<>]*>|\\[[^\\[\\]]*\\]|\\([^()/]*\\))';

/** Returns the expressions for a request's target, or undefined if none of its segments can be part of a route. */
export function routeSearch(target: string): RouteSearch | undefined {
  const segments = pathOf(target.slice(0, LONGEST_PATH)).split('/').flatMap(segmentOf);
  const literals = segments.flatMap((segment, at) => (segment === PARAMETER_SEGMENT ? [] : [at]));
  const last = literals.at(-1);
  if (last === undefined) return undefined;
  const before = literals.at(-2) ?? last;
  const first = last - before > MOST_PARAMETERS ? last : before;
  return {
    whole: expressionOf(segments.slice(first, last + 1 + MOST_PARAMETERS)),
    last: expressionOf(segments.slice(last, last + 1)),
  };
}

/** Marks a segment that is a parameter value. Cannot be confused with a literal segment, which is never empty. */
const PARAMETER_SEGMENT = '';

/** Returns the path of a target, which might include a scheme and host. */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]{0,20}:\/\/[^/?#]*/i, '');
  // `*` refers to the whole server.
  return path === '*' ? '' : (path.split(/[?#]/, 1)[0] ?? '');
}

function segmentOf(sent: string): string[] {
  // Some servers treat text after `;` as segment parameters.
  const segment = percentDecoded(sent.split(';', 1)[0] ?? '');
  if (segment === '' || segment === '.' || segment === '..') return [];
  return isValue(segment) ? [PARAMETER_SEGMENT] : [segment];
}

/**
 * Returns true if a segment is a value and not a name: a number, a UUID, a hash, a token, or other text that cannot
 * occur in a route's source code.
 */
function isValue(segment: string): boolean {
  return (
    segment.length > LONGEST_SEGMENT ||
    /^\d+$/.test(segment) ||
    /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(segment) ||
    (/^[\da-f]{12,80}$/i.test(segment) && /\d/.test(segment)) ||
    (/^[\w-]{20,80}$/.test(segment) &&
      /\d/.test(segment) &&
      /[a-z]/i.test(segment) &&
      !/[-_]/.test(segment)) ||
    /[\s\p{C}"'`<>\\/]/u.test(segment)
  );
}

function expressionOf(segments: readonly string[]): RouteExpression {
  const isName = (character = '') => /\w/.test(character);
  const [first = ''] = segments;
  const last = segments.at(-1) ?? '';
  const expression = segments.map((segment) =>
    segment === PARAMETER_SEGMENT ? PARAMETER : escaped(segment),
  );
  const before = isName(first[0]) ? '\\b' : '';
  const after = isName(last.at(-1)) ? '\\b' : '';
  return {
    expression: before + expression.join('/') + after,
    text: segments.map((segment) => (segment === PARAMETER_SEGMENT ? '…' : segment)).join('/'),
  };
}

/** Escapes text for the editor's search. */
function escaped(text: string): string {
  return text.replace(/[\\{}*+?|^$.[\]()]/g, '\\$&');
}
