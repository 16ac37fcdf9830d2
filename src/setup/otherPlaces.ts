/** The other ways to ask a service that are worth a try. */
import type { Read } from '../connections/diagnosis.ts';
import type { Conventions, ConventionsOverride } from '../service/conventions.ts';
import type { OtherFields } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';
import { domainFields } from './domainFields.ts';

/** Where a service is, and how it is asked. */
export interface Place {
  readonly baseUrl: string;
  readonly conventions: Conventions;
}

/** Another place, and in what it differs. */
export interface Candidate {
  readonly what: Message;
  readonly place: Place;
}

const KEY_HEADERS = ['X-Service-Key', 'X-Api-Key', 'Authorization: Bearer', 'X-Cloudbric-Key'];
const PREFIXES = ['', '/api', '/api/v1', '/api/v2', '/api/v3', '/v1', '/v2', '/v3'];
/** The paths of the interface begin with it (section 4), whatever is before. */
const ROOT = '/partner/';
const READS = ['domains', 'logs', 'detail', 'counts'] as const;
const MOST_KINDS = 5;

/** Returns the place with some conventions replaced. */
export function withConventions(place: Place, override: ConventionsOverride): Place {
  return { ...place, conventions: merged(place.conventions, override) as Conventions };
}

export function otherHeaders(place: Place): Candidate[] {
  const current = place.conventions.keyHeader.toLowerCase();
  return KEY_HEADERS.filter((header) => header.toLowerCase() !== current).map((keyHeader) => ({
    what: message('the key in {0}', keyHeader),
    place: withConventions(place, { keyHeader }),
  }));
}

export function otherPaging(place: Place, list: 'domains' | 'logs'): Candidate[] {
  const paging = place.conventions[list].paging === 'page' ? 'offset' : 'page';
  return [
    { what: message('the paging “{0}”', paging), place: withConventions(place, { [list]: { paging } }) },
  ];
}

export function otherDates(place: Place, part: 'logs' | 'counts'): Candidate {
  const dateFormat = place.conventions[part].dateFormat === 'YYYYMMDD' ? 'YYYY-MM-DD' : 'YYYYMMDD';
  return {
    what: message('dates as {0}', dateFormat),
    place: withConventions(place, { [part]: { dateFormat } }),
  };
}

/** The fields of a domain that may hold its number, each with the one that may hold its name. */
export function otherFields(place: Place, fields: OtherFields): Candidate[] {
  const { indexFields, nameField } = domainFields(fields);
  return indexFields.map(({ name }) => ({
    what: numberFrom(name),
    place: withConventions(place, {
      domains: { indexFields: [name], ...(nameField && { nameFields: [nameField] }) },
    }),
  }));
}

/** Says which field a domain's number is taken from. */
export function numberFrom(field: string): Message {
  return message("the domain's number from “{0}”", field);
}

/** The values of `detected_type` that a row may mean by its fields (`log_type: "waf"`), and leaving it out. */
export function otherDetectedTypes(place: Place, row: OtherFields | undefined) {
  const named = Object.entries(row ?? {})
    .filter(([name, value]) => /type|kind|category/i.test(name) && typeof value === 'string')
    .map(([, value]) => String(value))
    .filter((kind) => /^[\w-]{1,40}$/.test(kind));
  const kinds = row ? [...new Set([...named, 'waf', 'ATTACK', 'attack'])].slice(0, MOST_KINDS) : [];
  const values: Candidate[] = kinds
    .filter((kind) => kind !== place.conventions.detail.detectedType)
    .map((kind) => ({
      what: message('detected_type “{0}”', kind),
      place: withConventions(place, { detail: { detectedType: kind } }),
    }));
  const leftOut: Candidate = {
    what: message('without detected_type'),
    place: withConventions(place, { detail: { parameters: { detectedType: null } } }),
  };
  return { values, leftOut };
}

/** Other prefixes of the interface's paths: of all of them for the domains, which are read first, else of the read's own. */
export function otherPrefixes(place: Place, read: Read): Candidate[] {
  const { baseUrl, conventions } = place;
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname === '/' ? '' : pathname;
  const start = conventions[read].path.indexOf(ROOT);
  if (start < 0) return [];
  const current = base + conventions[read].path.slice(0, start);
  const reads = read === 'domains' ? READS : [read];
  return PREFIXES.filter((prefix) => prefix !== current).flatMap((prefix): Candidate[] => {
    const isBelow = prefix.startsWith(base);
    // What is before the paths is a part of the base URL: that has to be shorter.
    if (!isBelow && read !== 'domains') return [];
    const lead = isBelow ? prefix.slice(base.length) : '';
    const paths = Object.fromEntries(
      reads.map((each) => [each, { path: prefixed(conventions[each].path, lead) }]),
    );
    const moved = { ...place, baseUrl: isBelow ? baseUrl : origin + prefix };
    const what = prefix === '' ? message('paths without a prefix') : message('paths below {0}', prefix);
    return [{ what, place: withConventions(moved, paths) }];
  });
}

function prefixed(path: string, lead: string): string {
  const start = path.indexOf(ROOT);
  return start < 0 ? path : lead + path.slice(start);
}

function merged(base: object, override: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(override)) {
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
    result[name] = isPart ? merged(result[name] as object, value) : value;
  }
  return result;
}
