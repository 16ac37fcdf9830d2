/** Finds the domain that a language model refers to, and its service's current day. */
import type { App } from '../app.ts';
import { isFile } from '../connections/connection.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { doJob } from '../jobs.ts';
import type { LogRow } from '../service/model.ts';
import { caseFolded } from '../text/strings.ts';
import { clockIn } from '../text/zonedTime.ts';
import { ToolInputError } from './toolInput.ts';
import { answerText, table } from './toolText.ts';

/** Maximum number of domains to suggest. */
const SUGGESTED = 20;

/** A call of a tool for a domain. */
export interface ToolCall {
  readonly app: App;
  readonly domain: DomainRef;
  readonly signal: AbortSignal;
}

export interface FoundDomains {
  /** False if no domain fits. */
  readonly isFound: boolean;
  /** The domains that fit, or the most similar ones if none fits. */
  readonly domains: readonly DomainRef[];
}

/**
 * Finds domains by their number, their name, part of their name, or a URL, in all connections or in one of them. Reads
 * the lists of domains that have not been read before. Connections to a service come before opened files.
 * @param wanted all domains fit an empty text
 */
export async function findDomains(
  app: App,
  wanted: string | number,
  connection: string | undefined,
  signal: AbortSignal,
): Promise<FoundDomains> {
  const text = hostIn(String(wanted));
  const known = await domainsOf(app, connection, signal);
  const named = known.map((domain) => ({ domain, name: hostIn(domain.name ?? '') }));
  const fitting = [
    named.filter(({ domain }) => String(domain.index) === text),
    named.filter(({ name }) => name === text && text !== ''),
    named.filter(({ name }) => name.includes(text)),
  ].find(({ length }) => length > 0);
  if (fitting) return { isFound: true, domains: fitting.map(({ domain }) => domain) };
  const parts = Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3));
  const scored = named.map((each) => ({
    ...each,
    score: parts.filter((part) => each.name.includes(part)).length,
  }));
  scored.sort((one, other) => other.score - one.score);
  return { isFound: false, domains: scored.map(({ domain }) => domain) };
}

/** Returns the domains of a connection, or of all connections that can be read. */
async function domainsOf(app: App, name: string | undefined, signal: AbortSignal): Promise<DomainRef[]> {
  const all = app.connections.list();
  if (all.length === 0)
    throw new ToolInputError('There is no connection. Ask the user to run “Partner Logs: Add Connection…”.');
  const named = all.filter((each) => name === undefined || each.name === name);
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
  const [, host = ''] = /^(?:[a-z]+:\/\/)?(?:www\.)?([^:/?#]*)/.exec(caseFolded(text.trim())) ?? [];
  return host.replace(/\.$/, '');
}

/** Returns the domains to choose from. Their names are text from the service. */
export async function suggestions(app: App, { isFound, domains }: FoundDomains, signal: AbortSignal) {
  const rows = domains.slice(0, SUGGESTED).map(({ index, name, connectionId }) => {
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
  const zone = app.days.zoneOf(domain) ?? '';
  // Any other text could be an attacker's.
  const timezone = clockIn(zone, 0) ? zone : 'unknown, so “today” is in UTC';
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
