/** Finds a read's path and the name of the path's parameter for the domain's number. */
import { DOMAIN_PLACEHOLDER } from '../service/conventions.ts';
import { type Question, type Read, wireRequest } from '../service/wireRequest.ts';
import { message } from '../text/l10n.ts';
import { follow } from './followRefusal.ts';
import {
  type Candidate,
  domainNames,
  pathCandidate,
  placesOf,
  withAllDomainNames,
  withDomainNames,
} from './paths.ts';
import { type AskedOf, isOfPath, isRefused } from './prober.ts';
import type { Search } from './search.ts';

const DOMAIN = message('the number of the domain');

/** Sends requests to a read's most likely paths, up to a maximum number, until a resource is found. */
export async function locate<Q extends Question>(
  search: Search,
  question: Q,
  most = Number.POSITIVE_INFINITY,
): Promise<AskedOf<Q>> {
  const { read } = question;
  const standing = search.place.conventions[read].path;
  const isAtHome = ([, { conventions }]: Candidate) => conventions[read].path === standing;
  const places = [...placesOf(read, search.place, search.prober.style)].slice(0, most);
  if (!places.some(isAtHome)) places.push(pathCandidate(read, standing, search.place));
  const [first = pathCandidate(read, standing, search.place), ...others] = places;
  const [what, candidate] = first;
  const isStanding = isAtHome(first);
  const { asked: at, place } = await search.try(isStanding ? undefined : what, question, candidate);
  const isThere = at.ok || !(isOfPath(at.fault) || isRefused(at));
  if (isThere) search.place = place;
  else if (!isStanding) search.noteNowhere(at);
  const asked = isThere ? at : await search.advance(at, others, question);
  if (asked.ok || isOfPath(asked.fault)) return asked;
  const found = search.place.conventions[read].path;
  const next = await follow(search, asked, question);
  // The name for the domain's number can be different for each read.
  const isSame = !next.ok && search.place.conventions[read].path === found;
  if (isSame && domainNames(found).length === 1)
    search.use(read, { path: withAllDomainNames(found, search.place, search.prober.style) });
  return next;
}

/** Finds the name that the service uses for the domain's number, if several names were sent. */
export async function findDomainName<Q extends Question>(
  search: Search,
  read: Read,
  question: Q,
  isRight: (asked: AskedOf<Q>) => boolean,
): Promise<void> {
  const { path } = search.place.conventions[read];
  const names = domainNames(path);
  if (names.length < 2) return;
  const own = search.place.conventions.domains.indexFields
    .filter((field) => names.includes(field))
    .slice(0, 1);
  const { placeholders } = wireRequest(question, search.place.conventions);
  const name = await search.findInput({
    what: DOMAIN,
    question,
    place: search.with(read, { path: path.replace(/\?.*/, '') }),
    names,
    hints: [...search.prober.hintsFor('domain', null), ...own],
    values: (each) => [[each, placeholders[DOMAIN_PLACEHOLDER]]],
    shows: (asked) => (isRight(asked) ? 0 : undefined),
    alone: 0,
  });
  if (name !== undefined) search.use(read, { path: withDomainNames(path, [name]) });
}
