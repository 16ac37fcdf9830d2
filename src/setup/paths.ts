/** Other paths at which a read may be: before the interface's path, below it, and beside what was found. */
import type { ConventionsOverride } from '../service/conventions.ts';
import { DOMAIN_PLACEHOLDER, LOG_PLACEHOLDERS } from '../service/conventions.ts';
import type { Read } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import { type Asked, type Place, withConventions } from './prober.ts';
import { inputOf, namesOf, PATHS, PREFIXES, type Style } from './vocabulary.ts';

/** Another place to try. */
export type Candidate = readonly [what: Message, place: Place];

const READS: readonly Read[] = ['domains', 'logs', 'detail', 'counts'];
/** The paths of the interface begin with it (section 4), whatever is before. */
const ROOT = '/partner/';

/** Returns the paths to try for a read, likeliest first. */
export function* otherPaths(
  read: Read,
  place: Place,
  style: Style,
  asked: Asked<unknown>,
): Iterable<Candidate> {
  const { path } = place.conventions[read];
  const { domains, logs } = place.conventions;
  const names = (text: string) => text.split(/\s+/).filter((name) => name !== '');
  const at = (other: string) => pathCandidate(read, other, place);
  const isOfDomain = read !== 'domains';
  const number = isOfDomain ? `/${DOMAIN_PLACEHOLDER}` : '';
  const lead = path.slice(0, Math.max(0, path.indexOf(ROOT)));
  const location = locationOf(asked, place);
  if (location !== undefined) yield at(location);
  const query = domainQuery(logs.path);
  const inQuery = query || queryOf(namesInQuery(place, style));
  if (isOfDomain) {
    if (query) yield at(path.replace(number, '') + query);
    const lists = domains.path.replace(/\?.*/, '');
    if (read === 'detail') yield at(below(logs.path, LOG_PLACEHOLDERS.idx));
    const isBelow = logs.path.startsWith(below(lists.replace(/\/$/, ''), DOMAIN_PLACEHOLDER));
    // `/partner/website/all` is no resource with others below it.
    if (!/\/(?:all|list|search)$/.test(lists))
      for (const [rank, name] of names(PATHS[read].ofDomain).entries()) {
        if (!query) yield at(below(lists, `${DOMAIN_PLACEHOLDER}/${name}`));
        if (rank < 2 && !isBelow && !lists.includes(ROOT))
          yield at(below(lists.replace(/\/[^/]+(?=\/?$)/, ''), name) + inQuery);
      }
    if (!query) yield at(path.replace(number, '') + inQuery);
  }
  const ofDomains = domains.path.slice(0, Math.max(0, domains.path.indexOf(ROOT)));
  if (isOfDomain && domains.path.includes(ROOT) && ofDomains !== lead)
    yield at(ofDomains + path.slice(lead.length));
  const prefixes = otherPrefixes(read === 'domains' ? READS : [read], place);
  const belows = names(PATHS[read].below).flatMap((name, rank) => {
    const own = lead + ROOT + name;
    const ofLog = read === 'detail' ? [at(below(own + (query || number), LOG_PLACEHOLDERS.idx))] : [];
    const inPath = query ? [] : [at(own + number)];
    return [...inPath, ...(query || (isOfDomain && rank < 3) ? [at(own + inQuery)] : []), ...ofLog];
  });
  const owns = names(PATHS[read].own).map((own) =>
    at(own.includes(':') ? own : own + (isOfDomain ? inQuery : '')),
  );
  if (asked.answer?.status === 405) yield* belows;
  else if (read === 'domains') {
    for (let at = 0; at < Math.max(prefixes.length, owns.length, belows.length); at += 1)
      yield* [
        ...prefixes.slice(2 * at, 2 * at + 2),
        ...owns.slice(3 * at, 3 * at + 3),
        ...belows.slice(at, at + 1),
      ];
  } else yield* [...belows, ...prefixes.slice(0, 6), ...owns];
}

/** Returns the path of a resource below another, with the slash at its end and the query that the other has. */
export function below(path: string, name: string): string {
  const [, list = '', slash = '', query = ''] = /^([^?]*?)(\/?)(\?.*)?$/.exec(path) ?? [];
  return `${list}/${name}${slash}${query}`;
}

/** Returns the path with the number of the domain as a parameter of each of these names. */
export function withDomainNames(path: string, names: readonly string[]): string {
  return path.replace(/\?.*/, '') + queryOf(names);
}

/** Returns the path with the number of the domain under every likely name, those that it has first. */
export function withAllDomainNames(path: string, place: Place, style: Style): string {
  const others = namesInQuery(place, style).filter((name) => inputOf(name) === 'domain');
  return withDomainNames(path, [...new Set([...domainNames(path), ...others])]);
}

/** Names that may carry the number of the domain, as the list of domains calls it first. */
function namesInQuery({ conventions }: Place, style: Style): string[] {
  const own = conventions.domains.indexFields.map((field) => field.split('.').at(-1) ?? field);
  return [...new Set([...own, ...namesOf('domain', style)])];
}

/** Returns the names of the parameters that carry the number of the domain in a path. */
export function domainNames(path: string): string[] {
  return [...path.matchAll(/[?&]([\w-]+)=:user_domain_idx/g)].map(([, name = '']) => name);
}

function domainQuery(path: string): string {
  return /\?.*/.exec(path)?.[0] ?? '';
}

function queryOf(names: readonly string[]): string {
  return `?${names.map((name) => `${name}=${DOMAIN_PLACEHOLDER}`).join('&')}`;
}

export function pathCandidate(read: Read, path: string, place: Place): Candidate {
  const shown = message(
    'the path {0}',
    domainNames(path).length > 3 ? `${path.replace(/\?.*/, '')}?…` : path,
  );
  return [shown, withConventions(place, { [read]: { path } } as ConventionsOverride)];
}

/** Other prefixes of the interface's paths: of all of them for the domains, which are read first, else of the read's own. */
function otherPrefixes(reads: readonly Read[], place: Place): Candidate[] {
  const [read = 'domains'] = reads;
  const { baseUrl, conventions } = place;
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname === '/' ? '' : pathname;
  const start = conventions[read].path.indexOf(ROOT);
  if (start < 0) return [];
  const current = base + conventions[read].path.slice(0, start);
  return PREFIXES.filter((prefix) => prefix !== current).flatMap((prefix) => {
    const isBelow = prefix.startsWith(base);
    // Text before the paths is a part of the base URL, which then has to be shorter.
    if (!isBelow && reads.length === 1) return [];
    const lead = isBelow ? prefix.slice(base.length) : '';
    const paths = reads.map((each) => {
      const { path } = conventions[each];
      return [each, { path: lead + path.slice(Math.max(0, path.indexOf(ROOT))) }];
    });
    const moved = { ...place, baseUrl: isBelow ? baseUrl : origin + prefix };
    const what = prefix === '' ? message('paths without a prefix') : message('paths below {0}', prefix);
    return [[what, withConventions(moved, Object.fromEntries(paths))] as const];
  });
}

/** The path that a redirect on the same origin leads to. */
export function locationOf({ answer }: Asked<unknown>, { baseUrl }: Place): string | undefined {
  const location = answer?.location;
  if (!location || !URL.canParse(location, baseUrl)) return undefined;
  const { origin, pathname } = new URL(location, baseUrl);
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  if (origin !== new URL(baseUrl).origin || !pathname.startsWith(`${base}/`)) return undefined;
  const path = pathname.slice(base.length).replace(/\/\d{1,15}(?=\/|$)/, `/${DOMAIN_PLACEHOLDER}`);
  return /^[\w/:.-]{1,200}$/.test(path) ? path : undefined;
}
