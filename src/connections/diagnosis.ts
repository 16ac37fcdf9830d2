import type { DiagnosedService, LogService } from '../service/api.ts';
import { today } from '../service/calendar.ts';
import type { Conventions, Paging } from '../service/conventions.ts';
import { isServiceError } from '../service/errors.ts';
import type { LogKey, Page } from '../service/model.ts';
import type { RouteName } from '../service/network/route.ts';
import { type Message, message } from '../text/l10n.ts';

/** The four reads, in the order in which each needs the one before. */
export type Read = 'domains' | 'logs' | 'detail' | 'counts';

/** Why a read was not tried. */
export type NotTried = 'key-refused' | 'no-domain' | 'no-log';

/** The outcome of one read over one route, under one paging preset if it is a list. */
export interface DiagnosisFinding {
  readonly read: Read;
  readonly route: RouteName;
  readonly paging?: Paging;
  readonly outcome:
    | { readonly kind: 'works'; readonly what: Message }
    /** A list whose second page repeats the first. */
    | { readonly kind: 'ignores-paging' }
    | { readonly kind: 'fault'; readonly fault: unknown }
    /** The read needs a domain or a log, and none was found. */
    | { readonly kind: 'not-tried'; readonly why: NotTried };
}

/** A change that would fix a finding. */
export type Remedy =
  | { readonly kind: 'paging'; readonly list: 'domains' | 'logs'; readonly paging: Paging }
  /** No list answers at the path of the conventions. */
  | { readonly kind: 'path'; readonly list: 'domains' | 'logs' }
  | { readonly kind: 'key' };

/** Makes the service as it would be with these conventions over a route. The caller of `diagnose` disposes of none. */
export interface ServiceOver {
  (
    route: RouteName,
    conventions: Conventions,
    /** Another base URL of the same origin, another number of tries of a read. */
    differing?: { readonly baseUrl?: string; readonly tries?: number },
  ): DiagnosedService;
  /** The routes that a connection may take. */
  readonly routes: readonly RouteName[];
  /** Aborted when the connection or its key changes. */
  readonly ending: AbortSignal;
}

const PAGINGS: readonly Paging[] = ['page', 'offset'];
const PER_PAGE = 10;
const KEY_REFUSED = { kind: 'not-tried', why: 'key-refused' } as const;

/** Runs the four reads under both paging presets over each route, one at a time; rejects only when aborted or ended. */
export async function* diagnose(
  serviceOver: ServiceOver,
  conventions: Conventions,
  cancelling: AbortSignal,
): AsyncGenerator<DiagnosisFinding> {
  const signal = AbortSignal.any([cancelling, serviceOver.ending]);
  /** A service may lock a key out after some refusals. */
  let isKeyRefused = false;
  for (const route of serviceOver.routes) {
    let domain: number | undefined;
    let key: LogKey | undefined;
    for (const paging of PAGINGS) {
      const { outcome, items } = await readList(
        (service, page) => service.domains(page, { signal }),
        (each) => each.index,
        route,
        paging,
      );
      domain ??= items[0]?.index;
      yield { read: 'domains', route, paging, outcome };
    }
    for (const paging of PAGINGS) {
      const index = domain;
      if (index === undefined) {
        yield { read: 'logs', route, paging, outcome: { kind: 'not-tried', why: 'no-domain' } };
        continue;
      }
      const { outcome, items } = await readList(
        (service, page) => service.logs(index, page, {}, { signal }),
        (each) => each.key.idx,
        route,
        paging,
      );
      key ??= items[0]?.key;
      yield { read: 'logs', route, paging, outcome };
    }
    yield { read: 'detail', route, outcome: await readDetail(route, key) };
    yield { read: 'counts', route, outcome: await readCounts(route, domain) };
  }

  async function readList<T>(
    read: (service: LogService, page: { page: number; perPage: number }) => Promise<Page<T>>,
    idOf: (item: T) => number,
    route: RouteName,
    paging: Paging,
  ): Promise<{ outcome: DiagnosisFinding['outcome']; items: readonly T[] }> {
    if (isKeyRefused) return { outcome: KEY_REFUSED, items: [] };
    const service = serviceOver(route, withPaging(conventions, paging));
    try {
      const first = await read(service, { page: 1, perPage: PER_PAGE });
      const second = first.total > PER_PAGE ? await read(service, { page: 2, perPage: PER_PAGE }) : undefined;
      const [one, other] = [first.items[0], second?.items[0]];
      const repeats = one !== undefined && other !== undefined && idOf(one) === idOf(other);
      return {
        outcome: repeats
          ? { kind: 'ignores-paging' }
          : { kind: 'works', what: message('{0} in all', first.total) },
        items: first.items,
      };
    } catch (fault) {
      signal.throwIfAborted();
      isKeyRefused = isServiceError(fault, 'unauthorized');
      return { outcome: { kind: 'fault', fault }, items: [] };
    } finally {
      service.dispose();
    }
  }

  async function readDetail(route: RouteName, key: LogKey | undefined): Promise<DiagnosisFinding['outcome']> {
    if (!key) return { kind: 'not-tried', why: 'no-log' };
    return attempt(route, async (service) => {
      await service.log(key, { signal });
      return message('log {0}', String(key.idx));
    });
  }

  async function readCounts(
    route: RouteName,
    domain: number | undefined,
  ): Promise<DiagnosisFinding['outcome']> {
    if (domain === undefined) return { kind: 'not-tried', why: 'no-domain' };
    return attempt(route, async (service) => {
      const { day } = today('UTC', new Date());
      const { range } = await service.counts(domain, { from: day, to: day }, { signal });
      return message('{0} to {1}', range.from, range.to);
    });
  }

  async function attempt(
    route: RouteName,
    read: (service: LogService) => Promise<Message>,
  ): Promise<DiagnosisFinding['outcome']> {
    if (isKeyRefused) return KEY_REFUSED;
    const service = serviceOver(route, conventions);
    try {
      return { kind: 'works', what: await read(service) };
    } catch (fault) {
      signal.throwIfAborted();
      isKeyRefused = isServiceError(fault, 'unauthorized');
      return { kind: 'fault', fault };
    } finally {
      service.dispose();
    }
  }
}

/** Returns what would fix the findings, most likely first; empty when no setting would. */
export function remedies(findings: readonly DiagnosisFinding[], conventions: Conventions): Remedy[] {
  if (
    findings.some(({ outcome }) => outcome.kind === 'fault' && isServiceError(outcome.fault, 'unauthorized'))
  ) {
    return [{ kind: 'key' }];
  }
  return (['domains', 'logs'] as const).flatMap((list): Remedy[] => {
    const ofList = findings.filter(({ read }) => read === list);
    const works = (paging: Paging) =>
      ofList.some((each) => each.paging === paging && each.outcome.kind === 'works');
    const current = conventions[list].paging;
    if (works(current)) return [];
    const other = PAGINGS.find(works);
    if (other) return [{ kind: 'paging', list, paging: other }];
    const pathIsWrong = ({ outcome }: DiagnosisFinding) =>
      outcome.kind === 'fault' &&
      [
        'not-found',
        'not-json',
        'bad-shape',
        'unexpected-status',
        'bad-request',
        'redirected',
        'not-success',
      ].some((code) => isServiceError(outcome.fault) && outcome.fault.code === code);
    return ofList.some(pathIsWrong) ? [{ kind: 'path', list }] : [];
  });
}

function withPaging(conventions: Conventions, paging: Paging): Conventions {
  return {
    ...conventions,
    domains: { ...conventions.domains, paging },
    logs: { ...conventions.logs, paging },
  };
}
