/** Determines how to select a single detection log. */
import { isServiceError } from '../base/errors.ts';
import { placed } from '../service/answers/decode.ts';
import { DOMAIN_PLACEHOLDER, LOG_PLACEHOLDERS } from '../service/conventions.ts';
import type { LogKey, LogRow } from '../service/model.ts';
import type { Query } from '../service/network/url.ts';
import type { Question } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import { follow } from './followRefusal.ts';
import { findDomainName, locate } from './locate.ts';
import { below, pathCandidate } from './paths.ts';
import { type Asked, type AskedOf, isOfPath, isRequest, type Place, withConventions } from './prober.ts';
import { type ListedLogs, named, type Search } from './search.ts';
import { numberFields } from './structure.ts';
import { namesOf } from './vocabulary.ts';

const NUMBER = message('the number of the log');
const KIND = message('the kind of detection');
const NOT_REQUESTED = message('The service returned a different log than the one requested.');
/** The maximum number of paths to try before searching for the parameters' names, and the maximum after that. */
const [PLACES_FIRST, PLACES] = [6, 14];

export async function findDetail(search: Search, { domain, rows }: ListedLogs): Promise<void> {
  const [row] = rows;
  if (!row) return;
  const of = ({ idx, detectedType }: LogRow) => {
    const { detectedType: usual } = search.place.conventions.detail;
    return { read: 'detail', key: { domain, idx, detectedType: detectedType ?? usual } } as const;
  };
  const isMoved = !search.place.conventions.logs.path.endsWith(search.start.conventions.logs.path);
  const first = await locate(search, of(row), isMoved ? PLACES_FIRST : 1);
  search.begin('detail', first);
  const isRight = (asked: Asked<unknown>) => asked.ok;
  if (!first.ok && !(await findSelection(search, rows, first, of(row), isRight))) {
    if (!isServiceError(first.fault, 'mismatch')) return search.fail('detail', first);
    search.questions.push({ read: 'detail', fault: undefined, about: 'detail-number' });
    return search.note('detail', NOT_REQUESTED);
  }
  await findDomainName(search, 'detail', of(row), isRight);
  const [one, other] = [row, rows.find(({ idx }) => idx !== row.idx)];
  const before = first.answer;
  const { idx: echo } = search.place.conventions.detail.fields;
  const isEchoed = ({ answer }: Asked<unknown>) =>
    echo !== null && placed(answer?.body, [echo])?.value != null;
  const isOther = (each: Asked<unknown>) =>
    each.ok && (isEchoed(each) || !before || each.answer.text !== before.text);
  let asked = await search.ask(message('another log'), of(other ?? one));
  if (other && !isOther(asked)) {
    const others = [other, ...rows.filter((each) => each !== other)];
    if (await findSelection(search, others, asked, of(other), isOther))
      asked = await search.ask(message('another log'), of(other));
    else search.questions.push({ read: 'detail', fault: undefined, about: 'detail-number' });
  }
  const isMismatch = !asked.ok && isServiceError(asked.fault, 'mismatch');
  if (!asked.ok)
    return search.note('detail', isMismatch ? NOT_REQUESTED : message('The other log could not be read.'));
  const isUnsure = other !== undefined && !isOther(asked);
  search.note(
    'detail',
    isUnsure ? message("The response doesn't include the number of the log.") : undefined,
    message('log {0}', String(row.idx)),
  );
}

/**
 * Determines how to select a log: by parameters for its number and kind, or by a path that contains both. Also
 * determines the value for the kind.
 */
async function findSelection<Q extends Question & { readonly read: 'detail' }>(
  search: Search,
  rows: readonly LogRow[],
  first: AskedOf<Q>,
  question: Q,
  isRight: (asked: AskedOf<Q>) => boolean,
): Promise<boolean> {
  const [row] = rows;
  if (!row) return false;
  const before = search.place;
  const { detail: standing, logs } = before.conventions;
  const { key } = question;
  const { idx: current, detectedType: currentKind } = standing.parameters;
  const own = logs.fields.idx?.split('.').at(-1) ?? '';
  const { style } = search.prober;
  const names = [...new Set([own, ...namesOf('idx', style), current ?? ''])].filter(Boolean);
  const kindNames = namesOf('detectedType', style);
  const withKind = (name: string | null, kind: string) =>
    search.with('detail', { parameters: { detectedType: name }, detectedType: kind });
  const works = async (what: Message, place: Place, more: Partial<LogKey> = {}) => {
    const standing = search.place;
    const found = await search.try(what, { ...question, key: { ...key, ...more } }, place);
    search.place = found.place;
    if (isRight(found.asked)) return true;
    // The resource exists, but the request lacks an input.
    const isIncomplete = isRequest(found.asked) && !isRequest(first);
    if (isIncomplete && isRight(await follow(search, found.asked, question))) return true;
    search.place = standing;
    return false;
  };
  // Send each name with the number of a different row. The response reveals which number was read, because it contains
  // that row's URI.
  const uris = rows.flatMap(({ uri }) => (uri && uri.length > 3 ? [uri] : []));
  const codes = new Set(uris).size === rows.length ? rows.length : 1;
  const rowOf = ({ ok, answer }: AskedOf<Q>): number | undefined => {
    if (answer?.status !== 200 || (!ok && codes === 1)) return undefined;
    const known = uris
      .filter((uri) => answer.text.includes(uri))
      .toSorted((one, other) => other.length - one.length);
    return codes === 1 ? 0 : known[0] === undefined ? (ok ? 0 : undefined) : uris.indexOf(known[0]);
  };
  const isolateNumber = async (parameters: { readonly detectedType?: null }, kind: Query) => {
    const unnamed = search.with('detail', { parameters: { idx: null, ...parameters } });
    const name = await search.findInput({
      what: NUMBER,
      question,
      place: unnamed,
      names,
      hints: kind.length > 0 && own ? [own] : [],
      values: (each, code) => [[each, rows[code]?.idx]],
      shows: (asked) => (isRight(asked) || !asked.ok ? rowOf(asked) : undefined),
      codes,
      also: kind,
    });
    if (name === undefined) return false;
    search.use('detail', { parameters: { ...parameters, idx: name } });
    return isRight(await search.ask(message('without other names'), question));
  };
  const [ownKinds, usualKinds] = kindsOf(row, key.detectedType);
  const kindIs = (kind: string) =>
    works(message('detected_type “{0}”', kind), withKind(currentKind, kind), { detectedType: kind });
  const isNowhere = !first.ok && isOfPath(first.fault);

  const ownAlone = search.with('detail', { parameters: { idx: own, detectedType: null } });
  if (own !== '' && own !== current && (await works(named(NUMBER, [own]), ownAlone))) return true;
  const unkind = search.with('detail', { parameters: { detectedType: null } });
  if (await works(message('without detected_type'), unkind)) return true;
  for (const kind of ownKinds) if (await kindIs(kind)) return true;
  const { path } = standing;
  const { idx: number, detectedType: kindPart } = LOG_PLACEHOLDERS;
  const inPath = async () => {
    const kinds = ownKinds.length > 0 ? ownKinds : [key.detectedType];
    const paths: readonly (readonly [path: string, kind?: string])[] = [
      [below(path, number)],
      [below(logs.path, number)],
      [path.replace(DOMAIN_PLACEHOLDER, number)],
      ...kinds.flatMap((kind) => [
        [below(path, `${kindPart}/${number}`), kind] as const,
        [below(path, `${number}/${kindPart}`), kind] as const,
      ]),
    ];
    for (const [each, detectedType] of paths) {
      const [what, place] = pathCandidate('detail', each, search.place);
      const kind = detectedType === undefined ? {} : { detectedType };
      if (await works(what, withConventions(place, { detail: kind }), kind)) return true;
    }
    return false;
  };
  if (isNowhere && (await inPath())) return true;
  // If the service responds to wrong parameters with an empty result, send all names together first.
  const isStrict = isNowhere && (await search.isStrict());
  const [likely = key.detectedType, ...otherKinds] = ownKinds[0]
    ? ownKinds
    : [key.detectedType, ...usualKinds.slice(0, 1)];
  const isMoved = async () => isNowhere && isRight(await locate(search, question, PLACES));
  if (isStrict && (await isMoved())) return true;
  for (const kind of isStrict ? [] : [likely, ...otherKinds]) {
    if (kind !== likely && (await isMoved())) return true;
    const kinds = kindNames.map((name) => [name, kind] as const);
    if (await isolateNumber({}, kinds)) return true;
    if (search.place === before && (await search.isStrict())) break;
    if (search.place === before) continue;
    const name = await search.findInput({
      what: KIND,
      question,
      place: search.place,
      names: kindNames,
      hints: kindNames.slice(0, 1),
      values: (each) => [[each, kind]],
      shows: (asked) => (isRight(asked) ? 0 : undefined),
    });
    if (name !== undefined) {
      search.place = withKind(name, kind);
      return true;
    }
    search.place = before;
  }
  for (const parameters of [{ detectedType: null }, {}]) {
    if (await isolateNumber(parameters, [])) return true;
    search.place = before;
  }
  for (const each of usualKinds) if (await kindIs(each)) return true;
  if (!isNowhere && (await inPath())) return true;
  for (const field of numberFields([new Map(Object.entries(row.other))]).slice(0, 2)) {
    const place = search.with('logs', { fields: { idx: field } });
    if (await works(named(NUMBER, [field]), place, { idx: Number(row.other[field]) })) return true;
  }
  return isMoved();
}

/**
 * Returns the `detected_type` values that a row's fields suggest (such as `log_type: "waf"`), and those that are common
 * among services.
 */
function kindsOf({ other }: LogRow, current: string): readonly [own: string[], usual: string[]] {
  const own = Object.entries(other)
    .filter(([name, value]) => /type|kind|category/i.test(name) && typeof value === 'string')
    .map(([, value]) => String(value))
    .filter((kind) => /^[\w-]{1,40}$/.test(kind) && kind !== current);
  const usual = [current.toLowerCase(), 'ATTACK', 'attack'].filter((kind) => kind !== current);
  return [[...new Set(own)].slice(0, 2), usual];
}
