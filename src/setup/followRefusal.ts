/** Repeats rejected requests with the parameters and formats that the rejections mention. */
import { type ConventionsOverride, DOMAIN_PLACEHOLDER } from '../service/conventions.ts';
import { sentParameters } from '../service/network/url.ts';
import { type Question, wireRequest } from '../service/wireRequest.ts';
import { message } from '../text/l10n.ts';
import { domainNames, withDomainNames } from './paths.ts';
import {
  type AskedOf,
  formatsNamed,
  isOfPath,
  isRefused,
  namesIn,
  signatureOf,
  withConventions,
} from './prober.ts';
import { FEW_DAYS, type Search } from './search.ts';
import { endOf, inputOf, type NamedInputs, nameInput } from './vocabulary.ts';

/** Maximum number of names that one search tries from consecutive rejections. */
const MOST_FOLLOWED = 6;

/**
 * Repeats a rejected request with the parameters and date formats that the rejection mentions, as long as that changes the
 * result.
 */
export async function follow<Q extends Question>(
  search: Search,
  refused: AskedOf<Q>,
  question: Q,
): Promise<AskedOf<Q>> {
  let asked = refused;
  for (let step = 0; step < MOST_FOLLOWED && !asked.ok && asked.answer; step += 1) {
    const { answer } = asked;
    if (isRefused(asked) || isOfPath(asked.fault)) break;
    const found = wanted(search, answer.text, question);
    if (!found) break;
    const next = await search.try(found.what, question, withConventions(search.place, found.override));
    const isSame =
      !next.asked.ok && next.asked.answer && signatureOf(next.asked.answer) === signatureOf(answer);
    // A range in a different format might also be rejected with this message.
    if (isSame && !found.isRange) break;
    ({ asked, place: search.place } = next);
    if (isSame) break;
  }
  return asked;
}

/**
 * Returns the conventions that a rejection mentions: the format, and new names, which are limited to the number of names
 * that were sent but not recognized.
 */
function wanted(search: Search, text: string, question: Question) {
  const { read } = question;
  const part = search.place.conventions[read];
  const { path, query } = wireRequest(question, search.place.conventions);
  const sent = new Set(sentParameters(query).map(([name]) => name));
  const isUnknown = /unknown|unrecogni|unexpected|unsupported|not allowed|not permitted/i.test(text);
  const override: NamedInputs = { parameters: {} };
  const { parameters } = override;
  const named: string[] = [];
  const others: string[] = [];
  for (const name of namesIn(text)) {
    search.named.add(name);
    const domains = domainNames(path);
    if (isUnknown && domains.length > 1 && domains.includes(name)) {
      // Services check parameters in order, so the parameters before the rejected one are valid.
      override['path'] ??= withDomainNames(path, domains.slice(0, domains.indexOf(name) || 1));
      named.push(domains[0] ?? '');
      continue;
    }
    if (sent.has(name)) {
      const own = Object.entries(part.parameters).find(([, each]) => each === name)?.[0];
      if (isUnknown && own) parameters[own] = null;
      continue;
    }
    const input = inputOf(name);
    const isDomain = input === 'domain' || (input === 'idx' && read !== 'detail');
    if (nameInput(override, read, input, name)) {
      const end = input === 'from' ? endOf(name) : undefined;
      if (end) parameters['to'] ??= end;
      if (read === 'logs' && (input === 'from' || input === 'to'))
        override['requiredDays'] = search.place.conventions.logs.requiredDays || FEW_DAYS;
    } else if (read !== 'domains' && isDomain && !path.includes(`?${name}=${DOMAIN_PLACEHOLDER}`)) {
      override['path'] ??= withDomainNames(path, [name]);
    } else {
      others.push(name);
      continue;
    }
    named.push(name);
  }
  // If the name for the start of the range is known, the only required name with an unknown meaning must be for its
  // end.
  const isRequired = /required|missing|must|needs?|not present/i.test(text) && !isUnknown;
  const [other, ...more] = others;
  const { from } = part.parameters as { readonly from?: string | null };
  if (isRequired && other !== undefined && more.length === 0 && !('to' in parameters)) {
    if (from && search.named.has(from)) {
      parameters['to'] = other;
      named.push(other);
    }
  }
  const [format] = formatsNamed(text);
  if (
    format &&
    (read === 'logs' || read === 'counts') &&
    search.place.conventions[read].dateFormat !== format
  )
    override['dateFormat'] = format;
  if (Object.keys(parameters).length === 0 && Object.keys(override).length === 1) return undefined;
  const what = named[0]
    ? message('with “{0}”, which the error message mentions', named[0])
    : message('as the error message says');
  return { what, override: { [read]: override } as ConventionsOverride, isRange: 'from' in parameters };
}
