/** Requests the logs that match a search from the connections' services. */
import type { App } from '../../app.ts';
import { IN_BACKGROUND, Limiter } from '../../base/concurrency.ts';
import { type DomainRef, isDomainRef } from '../../connections/domainRef.ts';
import type { LogNode } from '../../connections/nodes.ts';
import { filterOn, type LogQuery } from '../../service/queries/logQuery.ts';
import { plural, t } from '../../text/l10n.ts';
import { unreadableText } from '../../text/sentences.ts';
import { matchingLogs } from '../filter/matchingLogs.ts';

/** The matching logs of one or more domains. */
export interface Matches {
  readonly logs: readonly LogNode[];
  /** Messages about logs that were not searched or are not listed. */
  readonly notices: readonly string[];
}

/** Maximum number of logs to read from a domain, and to list. If there are more, the user should narrow the search. */
export const MOST_LOGS = 100;
/** Maximum number of domains to search at once. */
const MOST_SEARCHED = 50;

/** What a search covers: a domain, all domains of a connection, or all domains. */
export type SearchScope = DomainRef | { readonly connectionId: string } | undefined;

/** Returns the matching logs. Rejects with a `ServiceError`. */
export function readMatches(
  app: App,
  scope: SearchScope,
  query: LogQuery,
  signal: AbortSignal,
): Promise<Matches> {
  return isDomainRef(scope)
    ? readDomain(app, scope, query, signal)
    : readDomains(app, scope?.connectionId, query, signal);
}

async function readDomain(
  app: App,
  domain: DomainRef,
  query: LogQuery,
  signal: AbortSignal,
): Promise<Matches> {
  const { connectionId } = domain;
  const filter = filterOn(app.today(connectionId), query);
  const list = app.lists.logList(domain, filter);
  const span = { first: 0, end: MOST_LOGS };
  await list.fill(span, { signal });
  const read = list.entries(span).map(([, log]) => log);
  const { logs, notices, isApplied } = matchingLogs(read, filter, app.services.conventions(connectionId));
  const unreadable = list.unreadable(span).length;
  const node = await app.domains.of(domain);
  return {
    logs: logs.map((log) => app.logNodes.node(node, log)),
    notices: [
      ...notices,
      ...(unreadable > 0 ? [unreadableText(unreadable)] : []),
      ...(isApplied && (list.total ?? 0) > MOST_LOGS ? [moreText()] : []),
    ],
  };
}

/** Searches the first domains, a few at a time. Rejects only if no domain could be searched. */
async function readDomains(
  app: App,
  only: string | undefined,
  query: LogQuery,
  signal: AbortSignal,
): Promise<Matches> {
  const domains: DomainRef[] = [];
  let failures = 0;
  let fault: unknown;
  const fail = (reason: unknown) => {
    failures++;
    fault = reason;
    return [];
  };
  for (const { id: connectionId } of app.connections.list()) {
    if (only !== undefined && connectionId !== only) continue;
    if (domains.length > MOST_SEARCHED) break;
    try {
      for await (const page of app.lists.allDomains(connectionId, signal)) {
        domains.push(...page.map(({ index, name }) => ({ connectionId, index, name })));
        if (domains.length > MOST_SEARCHED) break;
      }
    } catch (reason) {
      fail(reason);
    }
  }
  const limiter = new Limiter(IN_BACKGROUND);
  const found = await Promise.all(
    domains
      .slice(0, MOST_SEARCHED)
      .map((domain) =>
        limiter.run(() => readDomain(app, domain, query, signal), signal).then((one) => [one], fail),
      ),
  ).then((all) => all.flat());
  if (found.length === 0 && fault !== undefined) throw fault;
  const logs = found.flatMap((each) => each.logs);
  const notices = [
    failures > 0 &&
      plural(failures, { one: '{0} domain could not be read.', other: '{0} domains could not be read.' }),
    domains.length > MOST_SEARCHED && t('Only the first {0} domains were searched.', MOST_SEARCHED),
    ...found.flatMap((each) => each.notices),
    logs.length > MOST_LOGS && moreText(),
  ];
  return {
    logs: logs.sort((one, other) => (other.row.time ?? '').localeCompare(one.row.time ?? '')),
    notices: [...new Set(notices.filter((notice) => notice !== false))],
  };
}

function moreText(): string {
  return t('There are more logs. Only the newest {0} are listed.', MOST_LOGS);
}
