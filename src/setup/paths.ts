/**
 * Generates alternative paths for a read, with different prefixes, resource names, and spellings, most likely first.
 */
import {
  type ConventionsOverride,
  DOMAIN_PLACEHOLDER,
  defaultConventions,
  LOG_PLACEHOLDERS,
} from '../service/conventions.ts';
import { READS, type Read } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import { type Asked, type Place, withConventions } from './prober.ts';
import {
  inputOf,
  inStyle,
  namesOf,
  PREFIXES,
  RESOURCES,
  type Style,
  styleOf,
  VERSIONS,
  wordsOf,
} from './vocabulary.ts';

/** A base URL and conventions to try, with a description. */
export type Candidate = readonly [what: Message, place: Place];

/** The start of the API's paths (section 4), after any prefix. */
const ROOT = '/partner/';
const NUMBER = `/${DOMAIN_PLACEHOLDER}`;

/** Returns the possible paths of a read, including the one in the conventions, most likely first. */
export function* placesOf(read: Read, place: Place, style: Style): Iterable<Candidate> {
  if (read === 'domains') return yield* otherLists(place);
  const { path } = place.conventions[read];
  // A configured path is more likely than any other.
  const isSet = !path.endsWith(defaultConventions[read].path);
  const paths = [...new Set([...(isSet ? [path] : []), ...pathsOf(read, place, style)])];
  for (const each of paths) yield pathCandidate(read, each, place);
  if (path.includes(ROOT)) yield* prefixed(PREFIXES.slice(0, 6), place, [read]);
}

/** Returns prefixes with resources that might be the list of domains. Each prefix also applies to the other reads. */
function* otherLists(place: Place): Iterable<Candidate> {
  const standard = defaultConventions.domains.path;
  const own = VERSIONS.flatMap((prefix, at) =>
    RESOURCES.lists.map((name, rank) => ({
      prefix,
      path: `/${name}`,
      cost: (1 + 0.75 * at) * (1 + 0.35 * rank),
    })),
  );
  const all = [
    ...PREFIXES.map((prefix, at) => ({ prefix, path: standard, cost: 0.55 * (at + 1) })),
    ...own,
    ...RESOURCES.domains.map((name, rank) => ({ prefix: '', path: `/${name}`, cost: 1.3 * (rank + 1) })),
  ];
  const current = place.baseUrl + place.conventions.domains.path;
  for (const { prefix, path } of all.toSorted((one, other) => one.cost - other.cost)) {
    const moved = withPrefix(READS, prefix, place);
    if (!moved) continue;
    const lead = leadOf(moved.conventions.domains.path);
    const [what, found] = pathCandidate('domains', lead + path, moved);
    if (moved.baseUrl + lead + path !== current)
      yield [path === standard ? prefixMessage(prefix) : what, found];
  }
}

/** Returns possible paths for a read, derived from those of the domains and logs, most likely first. */
function pathsOf(read: 'logs' | 'detail' | 'counts', { conventions }: Place, style: Style): string[] {
  const { domains, logs } = conventions;
  const [lists = '', ofLists = ''] = domains.path.replace(/\/(?=\?|$)/, '').split(/(?=\?)/);
  const [list = '', query = ''] = logs.path.split(/(?=\?)/);
  const slash = /\/(?=\?|$)/.test(domains.path) ? '/' : '';
  const current = conventions[read].path;
  const lead = leadOf(read === 'logs' ? domains.path : logs.path);
  const standard = lead + defaultConventions[read].path;
  // A path such as `/partner/website/all` has no other resources below it.
  const isResource = !/\/(?:all|list|search)$/.test(lists);
  const collection = lists.replace(/\/(?:all|list|search)$/, '');
  const root = lists.replace(/\/[^/]+$/, '');
  const isBelow = list.startsWith(collection + NUMBER);
  // The path for logs is probably similar to the path for domains, and the other paths to the path for logs.
  const isOwn = read === 'logs' ? isResource && !lists.includes(ROOT) : !list.includes(ROOT);
  const last =
    list
      .split('/')
      .filter((name) => name !== '' && !name.startsWith(':'))
      .at(-1) ?? '';
  const spelled = ([styleOf([last]), 'kebab', 'camel'] as const).map((each) => spelledAs(standard, each));
  const isMoved = !(read === 'logs' ? domains : logs).path.endsWith(
    defaultConventions[read === 'logs' ? 'domains' : 'logs'].path,
  );
  const inQuery = query || queryOf(namesInQuery(domains.indexFields, style));
  const unnumbered = [standard.replace(NUMBER, '') + inQuery];
  if (read === 'detail') {
    const one = (path: string, ...tail: string[]) =>
      [`${path.replace(/\/$/, '')}/${LOG_PLACEHOLDERS.idx}`, ...tail].join('/') + slash + query;
    const ofOne = isOwn ? [] : [one(list.replace(/s(?=\/:|$)/, ''))];
    const ones = [
      one(list),
      ...ofOne,
      one(`${root}/${last}`),
      ...RESOURCES.detail.map((tail) => one(list, tail)),
    ];
    const others = ['detail', 'log', 'detection_log'].map((name) => `${lead}${ROOT}logs/${name}${NUMBER}`);
    return likeliest([
      [isBelow || isOwn ? 1 : isMoved ? 2 : 5, ones],
      [isBelow || isOwn ? 6 : query ? 2 : 1, [...spelled.slice(0, 1), current, ...spelled]],
      [query ? 1 : 4, [...unnumbered, ...(query ? [`${list}/detail${query}`] : [])]],
      [4, others.flatMap((path) => [path, one(path)])],
    ]);
  }
  // If the service uses the API's name for the logs, it probably uses the API's name for the counts, too.
  const named = read === 'counts' && last === 'attack_logs' ? ['visitors_hackers'] : [];
  const names = [...named, ...RESOURCES[read]];
  const [first = '', second = '', ...more] = names;
  const tails = [first, second].flatMap((name) => RESOURCES.tails.map((tail) => `${name}/${tail}`));
  const roots = [first, second, ...tails, ...more].map((name) => `${lead}${ROOT}${name}${NUMBER}`);
  const ofQuery = read === 'counts' && query ? names.map((name) => `${list}/${name}${query}`) : [];
  const rank = (name: string) => names.indexOf(name) - (/[-_]/.test(name) ? 4 : 0);
  const inLogs = names.filter((name) => name !== 'logs').toSorted((one, other) => rank(one) - rank(other));
  const isStandard = read === 'counts' && !isBelow && list.includes(ROOT) && query === '';
  return likeliest([
    [
      isOwn || isBelow ? 7 : query ? 3 : isMoved && isResource ? 2.5 : 1,
      [...(isStandard ? spelled.slice(0, 1) : []), current, ...spelled],
    ],
    [isOwn || isBelow || isStandard ? 9 : query ? 1 : isResource ? 4 : 2.5, [...unnumbered, ...ofQuery]],
    [
      query ? 5 : isBelow || isOwn || (isMoved && isResource) ? 1 : isResource ? 1.5 : 5,
      names.map((name) => `${collection}${NUMBER}/${name}${slash}${ofLists}`),
    ],
    [
      isOwn || isBelow ? 9 : 3,
      inLogs.map((name) => `${lead}${ROOT}logs/${name.replaceAll('-', '_')}${NUMBER}`),
    ],
    [isOwn || isBelow ? 9 : read === 'counts' ? 2.5 : 6, roots],
    [
      isOwn ? (query ? 1 : 2) : 4,
      names.map((name) => `${isResource ? root : `${lead}/partner`}/${name}${slash}${inQuery}`),
    ],
  ]);
}

/**
 * Merges several lists of paths, sorted by the product of the weight of the list and the rank of the path in that list.
 */
function likeliest(lists: readonly (readonly [weight: number, paths: readonly string[]])[]): string[] {
  return lists
    .flatMap(([weight, paths]) => paths.map((path, rank) => ({ path, cost: weight * (rank + 1) })))
    .toSorted((one, other) => one.cost - other.cost)
    .map(({ path }) => path);
}

/** Returns a path with its multiword names converted to a style. */
function spelledAs(path: string, style: Style): string {
  return path
    .replace(/[^/]+/g, (name) => (name.startsWith(':') || !name.includes('_') ? name : inStyle(name, style)))
    .replace(/:[\w-]+/g, (name) => (wordsOf(name).join('') === 'userdomainidx' ? DOMAIN_PLACEHOLDER : name));
}

/**
 * Returns the part of a path before the path that the API defines or, if it does not contain that path, before the
 * resource.
 */
function leadOf(path: string): string {
  const [, lead = ''] =
    /^((?:\/[\w.-]{1,30}){0,8}?)\/(?:partner\/|[\w-]{1,40}(?:\/:|\/?(?:\?|$)))/.exec(path) ?? [];
  return lead;
}

/** Returns the path of a resource below another path, keeping that path's trailing slash and query. */
export function below(path: string, name: string): string {
  const [, list = '', slash = '', query = ''] = /^([^?]*?)(\/?)(\?.*)?$/.exec(path) ?? [];
  return `${list}/${name}${slash}${query}`;
}

/** Returns the path with the domain's number in one query parameter per name. */
export function withDomainNames(path: string, names: readonly string[]): string {
  return path.replace(/\?.*/, '') + queryOf(names);
}

/**
 * Returns the path with one query parameter for each likely name of the domain's number, starting with the names that
 * the path already contains.
 */
export function withAllDomainNames(path: string, { conventions }: Place, style: Style): string {
  const others = namesInQuery(conventions.domains.indexFields, style).filter(
    (name) => inputOf(name) === 'domain',
  );
  return withDomainNames(path, [...new Set([...domainNames(path), ...others])]);
}

/** Returns possible names for the domain's number, starting with those in the list of domains. */
function namesInQuery(indexFields: readonly string[], style: Style): string[] {
  const own = indexFields.map((field) => field.split('.').at(-1) ?? field);
  return [...new Set([...own, ...namesOf('domain', style)])];
}

/** Returns the names of the parameters that contain the domain's number in a path. */
export function domainNames(path: string): string[] {
  return [...path.matchAll(/[?&]([\w-]+)=:user_domain_idx/g)].map(([, name = '']) => name);
}

function queryOf(names: readonly string[]): string {
  return `?${names.map((name) => `${name}=${DOMAIN_PLACEHOLDER}`).join('&')}`;
}

export function pathCandidate(read: Read, path: string, place: Place): Candidate {
  const shown = message(
    'the path {0}',
    domainNames(path).length > 3 ? `${path.replace(/\?.*/, '')}?…` : path,
  );
  const isOne = read === 'detail' && path.includes(LOG_PLACEHOLDERS.idx);
  const part = { path, ...(isOne && { parameters: { idx: null, detectedType: null } }) };
  return [shown, withConventions(place, { [read]: part } as ConventionsOverride)];
}

const prefixMessage = (prefix: string) =>
  prefix === '' ? message('paths without a prefix') : message('paths below {0}', prefix);

/**
 * Returns a copy of the `Place` in which some reads have a different prefix. A prefix that is shorter than the base
 * URL's path applies to all reads.
 */
function withPrefix(reads: readonly Read[], prefix: string, place: Place): Place | undefined {
  const { baseUrl, conventions } = place;
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname === '/' ? '' : pathname;
  const isBelow = prefix.startsWith(base);
  if (!isBelow && reads.length === 1) return undefined;
  const lead = isBelow ? prefix.slice(base.length) : '';
  const paths = reads.map((each) => {
    const { path } = conventions[each];
    return [each, { path: lead + path.slice(Math.max(0, path.indexOf(ROOT))) }];
  });
  const moved = { ...place, baseUrl: isBelow ? baseUrl : origin + prefix };
  return withConventions(moved, Object.fromEntries(paths));
}

/** Returns copies of the `Place`, one per prefix, in which the prefix precedes the API's paths for the reads. */
export function prefixed(
  prefixes: readonly string[],
  place: Place,
  reads: readonly Read[] = READS,
): Candidate[] {
  return prefixes.flatMap((prefix) => {
    const moved = withPrefix(reads, prefix, place);
    return moved ? [[prefixMessage(prefix), moved] as const] : [];
  });
}

/** Returns the path to which a response redirects on the same origin. */
export function locationOf({ answer }: Asked<unknown>, { baseUrl }: Place): string | undefined {
  const location = answer?.location;
  if (!location || !URL.canParse(location, baseUrl)) return undefined;
  const { origin, pathname } = new URL(location, baseUrl);
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  if (origin !== new URL(baseUrl).origin || !pathname.startsWith(`${base}/`)) return undefined;
  const path = pathname.slice(base.length).replace(/\/\d{1,15}(?=\/|$)/, `/${DOMAIN_PLACEHOLDER}`);
  return /^[\w/:.-]{1,200}$/.test(path) ? path : undefined;
}
