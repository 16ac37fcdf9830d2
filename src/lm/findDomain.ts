/** Finds the domain that a language model refers to, and its service's current day. */
import type { App } from '../app.ts';
import { isFile } from '../connections/connection.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { doJob } from '../jobs.ts';
import type { LogRow } from '../service/model.ts';
import { caseFolded } from '../text/strings.ts';
import { ToolInputError } from './toolInput.ts';
import { answerText, fact, table } from './toolText.ts';

/** Maximum number of domains to suggest. */
const SUGGESTED = 20;

/** A call of a tool for a domain. */
export interface ToolCall {
  readonly app: App;
  readonly domain: DomainRef;
  readonly signal: AbortSignal;
}

export type FoundDomain =
  | { readonly domain: DomainRef }
  /** The domains that the text fits, or the most similar ones if it fits none. */
  | { readonly isFound: boolean; readonly suggestions: readonly DomainRef[] };

/**
 * Finds a domain by its number, its name, part of its name, or a URL, in all connections or in one of them. Reads the
 * lists of domains that have not been read before. Connections to a service come before opened files.
 * @param wanted undefined to find the only domain
 */
export async function findDomain(
  app: App,
  wanted: string | number | undefined,
  connection: string | undefined,
  signal: AbortSignal,
): Promise<FoundDomain> {
  const number = Number(typeof wanted === 'string' && /^\d{1,15}$/.test(wanted) ? wanted : (wanted ?? ''));
  const text = hostIn(String(wanted ?? ''));
  const known = await domainsOf(app, connection, signal);
  const named = known.map((domain) => ({ domain, name: hostIn(domain.name ?? '') }));
  const fitting = [
    known.filter(({ index }) => wanted !== undefined && index === number),
    named.filter(({ name }) => text !== '' && name === text).map(({ domain }) => domain),
    named.filter(({ name }) => name.includes(text)).map(({ domain }) => domain),
  ].find(({ length }) => length > 0);
  const [only] = fitting ?? [];
  if (only && fitting?.length === 1) return { domain: only };
  const suggestions = fitting ?? mostSimilar(text, named);
  return { isFound: fitting !== undefined, suggestions: suggestions.slice(0, SUGGESTED) };
}

/** Returns the domains of a connection, or of all connections that can be read. */
async function domainsOf(app: App, name: string | undefined, signal: AbortSignal): Promise<DomainRef[]> {
  const all = app.connections.list();
  if (all.length === 0)
    throw new ToolInputError('There is no connection. Ask the user to run “Partner Logs: Add Connection…”.');
  const named = name === undefined ? all : all.filter((each) => each.name === name);
  if (named.length === 0)
    throw new ToolInputError('There is no connection with the name in “connection”. Leave it out.');
  const reads = named
    .toSorted((one, other) => Number(isFile(one)) - Number(isFile(other)))
    .map(async ({ id }) => {
      const domains: DomainRef[] = [];
      for await (const batch of app.lists.allDomains(id, signal))
        for (const { index, name: domain } of batch) domains.push({ connectionId: id, index, name: domain });
      return domains;
    });
  const results = await Promise.allSettled(reads);
  const failed = results.find((result) => result.status === 'rejected');
  const domains = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (domains.length === 0 && failed) throw failed.reason;
  return domains;
}

/** Returns the host in a URL or a name, without `www.`. */
function hostIn(text: string): string {
  const host = caseFolded(text.trim()).replace(/^[a-z]+:\/\/(?:[^/@]*@)?/, '');
  return host
    .replace(/^www\./, '')
    .replace(/[:/?#].*$/s, '')
    .replace(/\.$/, '');
}

function mostSimilar(text: string, named: readonly { domain: DomainRef; name: string }[]): DomainRef[] {
  const parts = trigrams(text);
  const shared = (name: string) => [...trigrams(name)].filter((part) => parts.has(part)).length;
  return named
    .map(({ domain, name }) => ({ domain, score: shared(name) }))
    .sort((one, other) => other.score - one.score)
    .map(({ domain }) => domain);
}

function trigrams(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3)));
}

/** Returns the domains to choose from. Their names are text from the service. */
export async function suggestions(
  app: App,
  found: Exclude<FoundDomain, { domain: DomainRef }>,
  signal: AbortSignal,
) {
  const { isFound, suggestions: domains } = found;
  const rows = domains.map(({ index, name, connectionId }) => {
    const connection = app.connections.get(connectionId)?.name;
    return { idx: index, rule: name ?? '', description: connection ?? '', other: {} };
  });
  const shown = await redacted(app, rows, signal);
  const note = isFound
    ? 'Repeat the call with one of these domains.'
    : 'There is no such domain. These are the most similar ones.';
  const list = shown.map(({ idx, rule, description }) => ({
    domain: idx,
    name: rule,
    connection: description,
  }));
  return answerText({ notes: [note] }, list.length > 0 ? table(list) : 'The key has no domains.');
}

/**
 * Returns the service's current day and time zone. If no answer has named the zone yet, reads today's counts, which
 * name it.
 */
export async function currentTime(app: App, domain: DomainRef, signal: AbortSignal) {
  const connection = app.connections.get(domain.connectionId);
  if (app.days.zoneOf(domain) === undefined && connection && !isFile(connection))
    await app.counts.read({ domain, span: 'today' }, signal);
  const timezone = fact(app.days.zoneOf(domain), 'zone') ?? 'unknown, so “today” is in UTC';
  return { today: app.days.today(domain), timezone };
}

/** Returns rows at the essential level of detail. */
export async function redacted(
  app: App,
  rows: readonly LogRow[],
  signal: AbortSignal,
): Promise<readonly LogRow[]> {
  const redaction = await app.services.redaction();
  return doJob(app.threads, 'redactRows', { rows, redaction }, signal);
}
