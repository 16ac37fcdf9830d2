/** Finds where a route is likely to be in source code: creates an expression for the path of a request. */
import { percentDecoded } from '../text/strings.ts';

export interface RouteSearch {
  /** Matches the last two literal segments of the path, with any text between and after them. */
  readonly whole: RouteExpression;
  /** Matches only the last literal segment, for composed routes; equal to `whole` when there is only one segment. */
  readonly last: RouteExpression;
}

export interface RouteExpression {
  /** For the editor's search, which accepts the syntax common to ripgrep and JavaScript. */
  readonly expression: string;
  /** The segments that it represents, `…` for a parameter; untrusted text. */
  readonly text: string;
}

/** Maximum UTF-16 units of a path that are read, and of a segment that can be part of a route. */
const LONGEST_PATH = 4_096;
const LONGEST_SEGMENT = 80;
/** Maximum parameters between or after the segments of a route. */
const MOST_PARAMETERS = 8;

/** A parameter in router syntax: `:id`, `:id(\d+)`, `{id}`, `<int:id>`, `[id]`, `${id}`, `(?P<id>\d+)`. */
const PARAMETER =
  '(?::\\w+(?:\\([^()/]*\\))?[?*+]?|\\$\\{[^{}]*\\}|\\{[^{}]*\\}|<[^<>]*>|\\[[^\\[\\]]*\\]|\\([^()/]*\\))';

/** Returns the expressions for the target of a request; undefined when no segment of it can be part of a route. */
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

/** Represents a segment that is the value of a parameter; no literal segment is empty. */
const PARAMETER_SEGMENT = '';

/** Returns the path of a target, including one with scheme and host. */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]{0,20}:\/\/[^/?#]*/i, '');
  // `*` is the whole server.
  return path === '*' ? '' : (path.split(/[?#]/, 1)[0] ?? '');
}

function segmentOf(sent: string): string[] {
  // Some servers treat text after `;` as parameters of the segment.
  const segment = percentDecoded(sent.split(';', 1)[0] ?? '');
  if (segment === '' || segment === '.' || segment === '..') return [];
  return isValue(segment) ? [PARAMETER_SEGMENT] : [segment];
}

/**
 * True when a segment is a value and not a name: a number, a UUID, a hash, a token, or text that does not occur in the
 * source of a route.
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

/** Escapes a text like the editor's search. */
function escaped(text: string): string {
  return text.replace(/[\\{}*+?|^$.[\]()]/g, '\\$&');
}
