import { isAnswered, isServiceError } from '../base/errors.ts';
import type { Connection } from '../connections/connection.ts';
import { conventionsOf } from '../connections/conventionsSetting.ts';
import type { Services } from '../connections/services.ts';
import type { RouteName } from '../service/baseUrl.ts';
import { today } from '../service/calendar.ts';
import { type Found, findConventions } from './findConventions.ts';
import { Exhausted, type Place, Prober, type Try } from './prober.ts';
import type { Finding } from './search.ts';

/** The result of one read over one route. */
export type RouteFinding = Finding & { readonly route: RouteName };

/** The results of a diagnosis so far. */
export interface Diagnosis {
  readonly findings: readonly RouteFinding[];
  readonly tries: readonly Try[];
}

/** A change that the user can make if the search found no solution. */
export type Remedy =
  /** No list exists at the path in the conventions. */
  { readonly kind: 'path'; readonly list: 'domains' | 'logs' } | { readonly kind: 'key' };

export interface DiagnosisResult extends Diagnosis {
  readonly found: Found;
  readonly remedies: readonly Remedy[];
}

/**
 * Determines how the service differs from the conventions, using the first route that reaches the service. Then reads
 * the domains over the other routes. Sends at most 40 requests in total.
 *
 * @param onProgress called after each request
 * @throws ServiceError as `Services.probes` does, and the signal's reason if it is aborted
 */
export async function runDiagnosis(
  connection: Connection,
  services: Services,
  cancelling: AbortSignal,
  onProgress: (soFar: Diagnosis) => void,
): Promise<DiagnosisResult> {
  const { baseUrl, key, routes, over, ending } = await services.probes(connection);
  const place: Place = { baseUrl, conventions: conventionsOf(connection.baseUrl) };
  const signal = AbortSignal.any([cancelling, ending]);
  const findings: RouteFinding[] = [];
  const tries: Try[] = [];
  const onTry = (tried: Try) => {
    tries.push(tried);
    onProgress({ findings, tries });
  };
  const probes = new Map(routes.map((route) => [route, over(route)]));
  const [first] = probes.values();
  if (!first) throw new Error('There is no route.');
  const prober = new Prober(first, baseUrl, { key: await key(), signal, onTry });
  const readDomains = async (at: Place): Promise<Finding['outcome']> => {
    try {
      const asked = await prober.ask(undefined, at, { read: 'domains', page: { page: 1, perPage: 10 } });
      return asked.ok
        ? { kind: 'works', what: { text: '', values: [] } }
        : { kind: 'fault', fault: asked.fault };
    } catch (error) {
      if (!(error instanceof Exhausted)) throw error;
      return { kind: 'not-tried', why: error.what === 'requests' ? 'no-requests' : 'key-refused' };
    }
  };
  try {
    let found: Found | undefined;
    for (const [route, probe] of probes) {
      prober.through(probe);
      if (found) {
        findings.push({ read: 'domains', route, outcome: await readDomains(found.place) });
        continue;
      }
      const reached = await findConventions(place, prober, today('UTC', new Date()).day);
      const isReached = reached.questions.every(({ fault }) => !isServiceError(fault) || isAnswered(fault));
      findings.push(...reached.findings.map((finding) => ({ ...finding, route })));
      if (isReached || route === routes.at(-1)) found = reached;
    }
    if (!found) throw new Error('There is no route.');
    return { findings, tries, found, remedies: remediesOf(found) };
  } finally {
    for (const probe of probes.values()) probe.close();
  }
}

function remediesOf({ questions }: Found): Remedy[] {
  return questions.flatMap(({ read, fault }): Remedy[] => {
    if (isServiceError(fault, 'unauthorized')) return [{ kind: 'key' }];
    const isPath = ['not-found', 'not-json', 'bad-shape', 'redirected', 'unexpected-status'].some(
      (code) => isServiceError(fault) && fault.code === code,
    );
    return isPath && (read === 'domains' || read === 'logs') ? [{ kind: 'path', list: read }] : [];
  });
}
