/** Parses text that a user types or pastes to look up a detection log. */
import { type Conventions, DOMAIN_PLACEHOLDER, defaultConventions } from '../service/differences.ts';
import { type Message, message } from '../text/l10n.ts';
import { isDetectedType, parseIdentifier, parseLink } from './link.ts';

export interface Reference {
  /** The domain's number or name as typed; undefined if only an `idx` was entered. */
  readonly domain: number | string | undefined;
  readonly idx: number;
  readonly detectedType: string | undefined;
  /** The base URL; set only for a link or a service URL. */
  readonly baseUrl: string | undefined;
}

export interface ReferenceProblem {
  /** A sentence that describes the problem and quotes nothing. */
  readonly problem: Message;
}

export const ACCEPTED_REFERENCES = message(
  'Enter a log number, a domain and a number such as example.com/12, a link, the URL of a log, or text that identifies one log.',
);
const LONGEST_REFERENCE = 4096;
const LINK_HOST = '://partner-logs.partner-logs/log';

/**
 * Parses `[domain number or name/]idx[?detected_type=X]`; a link; text that contains a link, such as one of this
 * extension's bug reports; the URL of a log on the service, with the path and parameters that the conventions specify;
 * or prose that identifies one log, such as "Event ID: 1234" on a block page. Takes time linear in the length of the
 * text.
 */
export function parseReference(
  text: string,
  conventions: Conventions = defaultConventions,
): Reference | ReferenceProblem {
  const link = findLink(text);
  if (link !== undefined) {
    const parsed = parseLink(link);
    return parsed.ok ? { ...parsed.key, baseUrl: parsed.baseUrl } : { problem: parsed.problem };
  }
  const typed = text.trim();
  if (typed === '') return { problem: message('Nothing was entered.') };
  if (typed.length > LONGEST_REFERENCE)
    return { problem: message('The text is too long to be a reference to a log.') };
  if (/^https?:\/\//i.test(typed)) return parseServiceUrl(typed, conventions);
  const parsed = parseTyped(typed, conventions);
  if ('problem' in parsed) return /\d/.test(typed) ? (onlyNamed(typed, INDEX_FORMS) ?? parsed) : NO_NUMBER;
  // A name can contain spaces, so the words before a slash might be a domain's name.
  return /\s/.test(typed) ? (onlyNamed(typed, CERTAIN_FORMS) ?? parsed) : parsed;
}

/**
 * Returns the last link after the word “Link” at the start of a line, outside fenced blocks; otherwise, the first link
 * anywhere. The untrusted text in a report precedes this line.
 */
function findLink(text: string): string | undefined {
  const fact = /^Link `?(\S+)/;
  let last: string | undefined;
  for (const line of linesOutsideFences(text)) {
    const candidate = fact.exec(line)?.[1];
    if (candidate?.includes(LINK_HOST)) last = candidate;
  }
  if (last !== undefined) return linkAround(last, last.indexOf(LINK_HOST));
  const found = text.indexOf(LINK_HOST);
  return found < 0 ? undefined : linkAround(text, found);
}

function* linesOutsideFences(text: string): Generator<string, void, undefined> {
  let fence = 0;
  for (const { 0: line } of text.matchAll(/[^\r\n]+/g)) {
    const ticks = /^`{3,}/.exec(line)?.[0].length ?? 0;
    if (fence === 0 && ticks === 0) yield line;
    else if (fence === 0) fence = ticks;
    else if (ticks >= fence && line.trimEnd().length === ticks) fence = 0;
  }
}

/** Returns the link around a host, with the same scheme for every editor. */
function linkAround(text: string, host: number): string {
  const rest = text.slice(host, host + LONGEST_REFERENCE).replace(/[\s`"'<>()[\]|].*/s, '');
  return `vscode${rest}`;
}

function parseServiceUrl(text: string, conventions: Conventions): Reference | ReferenceProblem {
  if (!URL.canParse(text)) return { problem: message('This URL is not complete.') };
  const { origin, pathname, searchParams } = new URL(text);
  const [before = '', after = ''] = conventions.detailPath.split(DOMAIN_PLACEHOLDER);
  const from = pathname.indexOf(before);
  const rest = pathname.slice(from + before.length);
  const digits = rest.slice(0, rest.length - after.length);
  const domain = parseIdentifier(digits);
  if (from < 0 || !rest.endsWith(after) || domain === undefined) {
    return { problem: message('This is not the URL of a detection log.') };
  }
  const { idxParameter, detectedTypeParameter } = conventions;
  return withType(
    { domain, baseUrl: origin + pathname.slice(0, from) },
    parameter(searchParams, idxParameter) ?? '',
    parameter(searchParams, detectedTypeParameter),
  );
}

function parseTyped(text: string, conventions: Conventions): Reference | ReferenceProblem {
  const question = text.indexOf('?');
  const path = question < 0 ? text : text.slice(0, question);
  const parameters = new URLSearchParams(text.slice(path.length));
  const slash = path.lastIndexOf('/');
  const domain = path.slice(0, Math.max(0, slash)).trim();
  if (slash === 0) return { problem: message('There is no domain before the slash.') };
  const isNumber = /^\d+$/.test(domain);
  if (isNumber && parseIdentifier(domain) === undefined)
    return { problem: message('The domain number is too large.') };
  return withType(
    { domain: domain === '' ? undefined : isNumber ? Number(domain) : domain, baseUrl: undefined },
    path.slice(slash + 1).trim(),
    parameter(parameters, conventions.detectedTypeParameter) ?? parameters.get('detected_type'),
  );
}

function parameter(parameters: URLSearchParams, name: string | null): string | null {
  return name === null ? null : parameters.get(name);
}

/**
 * A host and a number, as in `shop.example/1234` or `shop.example 1234`; not within a URL, an address, or a longer
 * number.
 */
const HOST_AND_INDEX =
  /(?<![\p{L}\p{N}_.:/@-])([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}(?::\d{1,5})?)(?:\/| {1,2})(\d{1,16})(?![.:-]*[\p{L}\p{N}_/])/gu;
/** A number after a word such as “ID”, as in `Event ID: 1234` or `log #1234`. */
const NAMED_INDEX =
  /(?:#|\b(?:id|idx|index|log|event|incident|reference|ref|number|no)\b ?[.:=]?[ \t]{0,4}#?)(\d{1,16})(?![.:-]*[\p{L}\p{N}_/])/giu;
/** A number after any word and a colon or equals sign, as in `Ticket: 1234`. */
const MARKED_INDEX = /\p{L} ?[:：=][ \t]{0,4}(\d{1,16})(?![.:-]*[\p{L}\p{N}_/])/gu;
/** A number after any word, as in `Ticket 1234`. */
const WORD_AND_INDEX = /\p{L} (\d{1,16})(?![.:-]*[\p{L}\p{N}_/])/gu;

/**
 * The ways to refer to a log in text, most reliable first. The last group in each is the index; the group before it, if
 * any, is the domain.
 */
const CERTAIN_FORMS = [HOST_AND_INDEX, NAMED_INDEX];
const INDEX_FORMS = [...CERTAIN_FORMS, MARKED_INDEX, WORD_AND_INDEX];
const NO_NUMBER: ReferenceProblem = { problem: ACCEPTED_REFERENCES };

/**
 * Returns the log that the first matching form identifies, or undefined if no form matches or it identifies more than
 * one log.
 */
function onlyNamed(text: string, forms: readonly RegExp[]): Reference | undefined {
  const found = forms.map((form) => Array.from(text.matchAll(form), (match) => match.slice(1)));
  const [first, ...others] = found.find(({ length }) => length > 0) ?? [];
  if (!first || others.some((other) => other.join() !== first.join())) return undefined;
  const idx = parseIdentifier(first.at(-1) ?? '');
  const domain = first.length > 1 ? first[0] : undefined;
  return idx === undefined ? undefined : { domain, idx, detectedType: undefined, baseUrl: undefined };
}

function withType(
  place: Pick<Reference, 'domain' | 'baseUrl'>,
  digits: string,
  detectedType: string | null,
): Reference | ReferenceProblem {
  const idx = parseIdentifier(digits);
  if (idx === undefined) return { problem: message('The log number is not a whole number.') };
  if (detectedType !== null && !isDetectedType(detectedType)) {
    return { problem: message('The detection type is empty, is too long, or contains control characters.') };
  }
  return { ...place, idx, detectedType: detectedType ?? undefined };
}
