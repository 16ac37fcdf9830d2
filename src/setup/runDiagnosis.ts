import { isAnswered } from '../base/errors.ts';
import type { Connection } from '../connections/connection.ts';
import type { Services } from '../connections/services.ts';
import type { LogService } from '../service/api.ts';
import { parseBaseUrl, type RouteName } from '../service/baseUrl.ts';
import { addDays, today } from '../service/calendar.ts';
import type { Conventions } from '../service/differences.ts';
import type { Page } from '../service/model.ts';
import { type Question, type Read, requestUrl } from '../service/requests.ts';
import { type Message, message } from '../text/l10n.ts';

/** The result of one read over one route. */
export interface Finding {
  readonly route: RouteName;
  readonly read: Read;
  /** The path and the query that were sent; undefined if the read was not tried. */
  readonly sent?: string;
  readonly outcome:
    | { readonly kind: 'works'; readonly what: Message }
    | { readonly kind: 'fault'; readonly fault: unknown }
    | { readonly kind: 'not-tried'; readonly why: Message };
}

const PAGE = { page: 1, perPage: 10 } as const;
const NO_DOMAIN = message('Not tried, because there is no domain to read.');
const NO_LOG = message('Not tried, because there is no log to read.');

/**
 * Reads domains, logs, one log, and counts over the first route that reaches the service, and domains over the other
 * routes.
 *
 * @param onFinding called with all findings so far
 * @throws ServiceError as `Services.of` does, and the signal's reason if it is aborted
 */
export async function runDiagnosis(
  connection: Connection,
  services: Services,
  cancelling: AbortSignal,
  onFinding: (soFar: readonly Finding[]) => void,
): Promise<readonly Finding[]> {
  const conventions = services.conventions(connection.id);
  const { baseUrl, routes, ending } = await services.overRoutes(connection);
  const signal = AbortSignal.any([cancelling, ending]);
  const now = new Date();
  const findings: Finding[] = [];

  const add = (finding: Finding) => {
    findings.push(finding);
    onFinding(findings);
  };

  async function read<T>(
    route: RouteName,
    question: Question,
    send: () => Promise<T>,
    what: (value: T) => Message,
  ): Promise<{ readonly value?: T; readonly fault?: unknown }> {
    signal.throwIfAborted();
    const finding = { route, read: question.read, sent: sentBy(question, baseUrl, conventions) };
    try {
      const value = await send();
      add({ ...finding, outcome: { kind: 'works', what: what(value) } });
      return { value };
    } catch (fault) {
      signal.throwIfAborted();
      add({ ...finding, outcome: { kind: 'fault', fault } });
      return { fault };
    }
  }

  const readDomains = (route: RouteName, service: LogService) =>
    read(route, { read: 'domains', page: PAGE }, () => service.domains(PAGE, { signal }), inAll);

  async function readOthers(route: RouteName, service: LogService, domain: number): Promise<void> {
    const { value: logs } = await read(
      route,
      { read: 'logs', domain, page: PAGE, filter: {} },
      () => service.logs(domain, PAGE, {}, { signal }),
      inAll,
    );
    const key = logs?.items[0]?.key;
    if (key === undefined) add({ route, read: 'detail', outcome: { kind: 'not-tried', why: NO_LOG } });
    else {
      const what = () => message('log {0}', String(key.idx));
      await read(route, { read: 'detail', key }, () => service.log(key, { signal }), what);
    }
    const { day } = today('UTC', now);
    const range = { from: addDays(day, -3), to: addDays(day, -1) };
    await read(
      route,
      { read: 'counts', domain, range },
      () => service.counts(domain, range, { signal }),
      (counts) => message('{0} to {1}', counts.range.from, counts.range.to),
    );
  }

  try {
    let isReached = false;
    for (const { route, service } of routes) {
      const { value: domains, fault } = await readDomains(route, service);
      if (isReached) continue;
      isReached = domains !== undefined || isAnswered(fault);
      const domain = domains?.items[0]?.index;
      if (domain !== undefined) await readOthers(route, service, domain);
      else
        for (const other of ['logs', 'detail', 'counts'] as const)
          add({ route, read: other, outcome: { kind: 'not-tried', why: NO_DOMAIN } });
    }
    return findings;
  } finally {
    for (const { service } of routes) service.dispose();
  }
}

/** Returns the path and the query of the request for a read. */
function sentBy(question: Question, baseUrl: string, conventions: Conventions): string {
  const { pathname, search } = requestUrl(parseBaseUrl(baseUrl), question, conventions);
  return pathname + search;
}

function inAll({ total, isTotalKnown }: Page<unknown>): Message {
  return isTotalKnown === false ? message('at least {0}', total) : message('{0} in all', total);
}
