/** A detection log without the secrets of the people whose requests it records. */
import type { DetectionLog, Header, LogRow, MessageHead, OtherFields } from '../service/model.ts';
import { type RowText, rowTextEntries } from '../service/rowFields.ts';
import { type FoundSecret, type OptionalSecrets, SecretFinder } from './findSecrets.ts';
import { headerSecrets } from './headerGrammar.ts';
import { Redactor } from './redactor.ts';
import { SecretNames } from './secretNames.ts';

export interface RedactionOptions extends OptionalSecrets {
  /** Further names of headers, parameters and fields whose values are secrets. */
  readonly names: readonly string[];
}

export const defaultRedaction: RedactionOptions = {
  names: [],
  emails: false,
  longTokens: false,
  cardNumbers: false,
};

export interface Redacted extends Findings {
  readonly log: DetectionLog;
  readonly row: LogRow | undefined;
}

export interface RedactedRow extends Findings {
  readonly row: LogRow;
}

interface Findings {
  /** Different secrets. */
  readonly count: number;
  /** What a reader has to know: sentences that quote nothing but placeholders. */
  readonly notes: readonly string[];
}

/**
 * Redacts cookies, authorization, keys and tokens in headers; credentials in URLs; secrets by name in queries, forms, JSON,
 * XML and multipart bodies; JSON Web Tokens; what else the options ask for; and every further occurrence of what was found,
 * plain, percent-encoded, escaped or in Base64. Identifiers and the client's address stay. Linear in the log's size.
 */
export function redactLog(log: DetectionLog, row: LogRow, options: RedactionOptions): Redacted & RedactedRow;
export function redactLog(log: DetectionLog, row: LogRow | undefined, options: RedactionOptions): Redacted;
export function redactLog(log: DetectionLog, row: LogRow | undefined, options: RedactionOptions): Redacted {
  const redaction = new Redaction(options);
  visitLog(log, redaction.find);
  if (row !== undefined) visitRow(row, redaction.find);
  const redacted = {
    log: visitLog(log, redaction.rewrite),
    row: row === undefined ? undefined : visitRow(row, redaction.rewrite),
  };
  return { ...redacted, count: redaction.count, notes: redaction.notes({ log, row }, redacted) };
}

/** A row alone, as `redactLog` does it. */
export function redactRow(row: LogRow, options: RedactionOptions): RedactedRow {
  const redaction = new Redaction(options);
  visitRow(row, redaction.find);
  const redacted = { row: visitRow(row, redaction.rewrite) };
  return { ...redacted, count: redaction.count, notes: redaction.notes({ row }, redacted) };
}

/** What a text is, which decides where its secrets are. */
type Place = 'request' | 'query' | 'text' | { readonly header: string } | { readonly field: string };

/** Called with every text of a log, in the order of the record; gives the text to put in its place. */
type Visit = (text: string, place: Place) => string;

interface Subject {
  readonly log?: DetectionLog;
  readonly row: LogRow | undefined;
}

/** One for all logs that are redacted alike: it remembers the names that it has judged. */
const finders = new WeakMap<RedactionOptions, SecretFinder>();

function finderOf(options: RedactionOptions): SecretFinder {
  const known = finders.get(options);
  if (known) return known;
  const finder = new SecretFinder(new SecretNames(options.names), options);
  finders.set(options, finder);
  return finder;
}

class Redaction {
  readonly #finder: SecretFinder;
  readonly #redactor = new Redactor();
  readonly #replacements: ReturnType<Redactor['add']>[] = [];
  #rewritten = 0;

  constructor(options: RedactionOptions) {
    this.#finder = finderOf(options);
  }

  get count(): number {
    return this.#redactor.count;
  }

  /** The first visit: finds the secrets and changes nothing. */
  readonly find: Visit = (text, place) => {
    this.#replacements.push(this.#redactor.add(this.#findAt(text, place)));
    return text;
  };

  /** The second visit, of the same texts in the same order. */
  readonly rewrite: Visit = (text) =>
    this.#redactor.rewrite(text, this.#replacements[this.#rewritten++] ?? []);

  notes(before: Subject, after: Subject): string[] {
    if (this.count === 0) return [];
    const notes: string[] = [];
    const detected = detection(before);
    if (detected !== detection(after)) {
      notes.push('What the detection names is redacted in part: see the original to judge it.');
    }
    const named = this.#redactor.placeholdersNamedBy(detected);
    if (named.length > 0) {
      notes.push(
        `The detection speaks of what is redacted as ${named.slice(0, 3).join(', ')}: the attack itself may be hidden.`,
      );
    }
    if (this.#redactor.overflowed) {
      notes.push(
        'There are very many secrets: some may remain where they occur again. Read it before you share it.',
      );
    }
    return notes;
  }

  #findAt(text: string, place: Place): readonly FoundSecret[] {
    if (place === 'request') return this.#finder.findInRequest(text);
    if (place === 'query' || place === 'text') return this.#finder.find(text, place);
    if ('field' in place) {
      return this.#finder.names.isSecret(place.field)
        ? [{ start: 0, end: text.length, kind: 'secret', name: place.field, secret: text }]
        : this.#finder.find(text, 'text');
    }
    const kind = this.#finder.names.ofHeader(place.header);
    if (kind === undefined) return this.#finder.find(text, 'text');
    return headerSecrets(place.header, kind, text).map((finding) => ({
      ...finding,
      secret: text.slice(finding.start, finding.end),
    }));
  }
}

/** What the service says about the detection itself. */
function detection({ log, row }: Subject): string {
  return `${log?.description ?? ''}\n${row?.description ?? ''}\n${row?.detectedValue ?? ''}`;
}

function visitLog(log: DetectionLog, visit: Visit): DetectionLog {
  return {
    ...log,
    virtualHost: visit(log.virtualHost, 'text'),
    request: visitHead(log.request, visit),
    response: visitHead(log.response, visit),
    rawData: visit(log.rawData, 'request'),
    description: visit(log.description, 'text'),
    other: visitFields(log.other, visit),
  };
}

function visitHead(head: MessageHead, visit: Visit): MessageHead {
  return {
    firstLine: head.firstLine === undefined ? undefined : visit(head.firstLine, 'request'),
    headers: head.headers.map(([name, value]): Header => [name, visit(value, { header: name })]),
  };
}

/** The texts of a row that may hold secrets, the raw data last. */
const ROW_PLACES: readonly (readonly [RowText, Place])[] = rowTextEntries
  .flatMap(([name, { kind }]) => (kind === 'value' ? [] : [[name, kind] as const]))
  .toSorted(([, one], [, other]) => Number(one === 'request') - Number(other === 'request'));

function visitRow(row: LogRow, visit: Visit): LogRow {
  const visited: { -readonly [Field in RowText]?: string } = {};
  for (const [field, place] of ROW_PLACES) {
    const text = row[field];
    if (text !== undefined) visited[field] = visit(text, place);
  }
  return { ...row, ...visited, other: visitFields(row.other, visit) };
}

function visitFields(fields: OtherFields, visit: Visit): OtherFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, visitValue(name, value, visit)]),
  );
}

function visitValue(name: string, value: unknown, visit: Visit): unknown {
  if (typeof value === 'string') return visit(value, { field: name });
  if (typeof value === 'number') {
    const text = visit(String(value), { field: name });
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((element) => visitValue(name, element, visit));
  return typeof value === 'object' && value !== null ? visitFields({ ...value }, visit) : value;
}
