/** Finds the header for the key. */
import type { ProbeAnswer } from '../service/probe.ts';
import type { Question } from '../service/wireRequest.ts';
import { type Message, message } from '../text/l10n.ts';
import { prefixed } from './paths.ts';
import { type AskedOf, isOfPath, isRefused, signatureOf, withConventions } from './prober.ts';
import type { Search } from './search.ts';
import { AUTHORIZATIONS, KEY_HEADERS, STAGES, wordsOf } from './vocabulary.ts';

/**
 * Finds the header for the key after a rejection. First sends a request without a key, which shows whether the service
 * reads any of the headers. Subsequent requests omit some of the headers until only one is left. Returns the responses
 * to these requests.
 */
export async function findKeyHeader<Q extends Question>(
  search: Search,
  question: Q,
  refused: ProbeAnswer,
): Promise<AskedOf<Q> | undefined> {
  const ask = (what: Message, keyHeaders: readonly string[]) =>
    search.try(what, question, search.place, { keyHeaders });
  const { asked: without } = await ask(message('without the key'), []);
  if (!without.answer) return undefined;
  const current = search.place.conventions.keyHeader.toLowerCase();
  const isRead = signatureOf(without.answer) !== signatureOf(refused);
  if (isRead && !current.startsWith('authorization')) return undefined;
  const guarded = isRead || refused.status !== 403 ? undefined : await findGuarded(search, question, refused);
  const refusal = guarded ?? refused;
  const { names, schemes } = headersIn(guarded ?? without.answer);
  const others = (some: readonly string[]) =>
    [...new Set(some)].filter((header) => header.toLowerCase() !== current);
  const authorizations = others([...schemes, ...AUTHORIZATIONS]);
  const all = others([...names, ...authorizations.slice(0, 1), ...KEY_HEADERS]).slice(
    0,
    search.prober.mostHeaders,
  );
  const schemesLeft = authorizations.map((each) => [each]);
  // The service might expect a different scheme in the header that it reads.
  const attempts = isRead
    ? schemesLeft.slice(0, 2)
    : [...names.slice(0, 1).map((name) => [name]), all, ...schemesLeft.slice(1)];
  for (const headers of attempts) {
    const what =
      headers.length === 1
        ? message('the key in {0}', headers[0] ?? '')
        : message('the key in {0} headers at once', headers.length);
    const { asked, place } = await ask(what, headers);
    const isSame = !asked.answer || signatureOf(asked.answer) === signatureOf(refusal);
    if (isSame || (!asked.ok && isRefused(asked))) continue;
    search.prober.keyHeaders = headers;
    search.prober.keyRefusal = signatureOf(refusal);
    search.prober.isKeyAccepted = true;
    search.place = place;
    return asked;
  }
  return undefined;
}

/**
 * Looks for a path that a service behind a gateway handles. The gateway also rejects unknown paths, so this is a path
 * at which a request without a key is rejected in a different way. Switches to that path and returns the rejection.
 */
async function findGuarded(
  search: Search,
  question: Question,
  refusal: ProbeAnswer,
): Promise<ProbeAnswer | undefined> {
  for (const [what, place] of prefixed(STAGES, search.place)) {
    const { asked } = await search.try(what, question, place, { keyHeaders: [] });
    if (asked.ok || isOfPath(asked.fault)) return undefined;
    if (!asked.answer || signatureOf(asked.answer) === signatureOf(refusal)) continue;
    search.place = place;
    search.prober.nowhere = signatureOf(refusal);
    return asked.answer;
  }
  return undefined;
}

/**
 * Repeats a successful request with fewer and fewer key headers until only one is left, and switches to that header.
 */
export async function settleKey(search: Search): Promise<void> {
  const { prober } = search;
  while (search.works && prober.keyHeaders.length > 1)
    await prober.ask(
      message('the key in {0} headers at once', prober.keyHeaders.length),
      search.place,
      search.works,
    );
  const [found, ...others] = prober.keyHeaders;
  if (found === undefined || others.length > 0) return;
  prober.keyHeaders = [];
  search.place = withConventions(search.place, { keyHeader: found });
}

/**
 * Returns the key headers and the authorization schemes that a rejection mentions, in the notation used by the
 * conventions.
 */
function headersIn({ authenticate = '', text }: ProbeAnswer) {
  const challenges = [...authenticate.matchAll(/(?:^|, ?)([A-Za-z][\w-]{1,29})(?=[ ,]|$)/g)];
  const schemes = challenges
    .map(([, scheme = '']) => scheme)
    .filter((scheme) => !/^(?:basic|digest|negotiate|ntlm)$/i.test(scheme));
  const said = text.slice(0, 5_000).toLowerCase().replace(/[ _-]/g, '');
  const mentioned = ['ApiKey', 'Token'].filter((scheme) => said.includes(scheme.toLowerCase()));
  const names = [...`${authenticate} ${text.slice(0, 5_000)}`.matchAll(/[A-Za-z][A-Za-z\d-]{2,40}/g)]
    .map(([name]) => name)
    .filter(
      (name) =>
        name.includes('-') && wordsOf(name).some((word) => /^(?:key|token|auth|apikey|secret)$/.test(word)),
    );
  const bearer = schemes.length > 0 || mentioned.length === 0 ? [] : ['Bearer'];
  return {
    names,
    schemes: [...schemes, ...bearer, ...mentioned].map((scheme) => `Authorization: ${scheme}`),
  };
}
