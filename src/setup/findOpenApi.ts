/** Looks for the OpenAPI document of a service at well-known addresses on its own origin, without sending a key. */
import { Scope } from '../base/abort.ts';
import { isServiceError, ServiceError } from '../base/errors.ts';
import type { Probes } from '../connections/services.ts';
import { parseBaseUrl } from '../service/baseUrl.ts';
import { defaultLimits } from '../service/limits.ts';
import type { Probe } from '../service/probe.ts';
import type { ExampleCall } from './exampleCall.ts';
import { openApiCalls } from './openApiCalls.ts';

const PATHS = [
  '/openapi.json',
  '/swagger.json',
  '/v3/api-docs',
  '/api-docs',
  '/swagger/v1/swagger.json',
] as const;

/** Returns where a document might be located: below the base URL and below its origin. */
export function documentPlaces(baseUrl: string): { readonly baseUrl: string; readonly path: string }[] {
  const { text, origin } = parseBaseUrl(baseUrl);
  return [...new Set([text, origin])].flatMap((base) => PATHS.map((path) => ({ baseUrl: base, path })));
}

/**
 * Returns the calls in the first document that describes any, or an empty list if there is no such document. Reads each
 * location once, switching to the next route if one fails, for at most 30 s in total. Does not follow redirects.
 * @throws ServiceError for a failure below HTTP, `timeout`, `cancelled`
 */
export async function findOpenApi(
  baseUrl: string,
  { routes, over }: Pick<Probes, 'routes' | 'over'>,
  signal: AbortSignal,
): Promise<readonly ExampleCall[]> {
  const { host } = new URL(baseUrl);
  const scope = new Scope(signal);
  scope.endAfter(
    defaultLimits.foreground,
    () => new ServiceError('timeout', 'No document in time.', { host }),
  );
  const places = documentPlaces(baseUrl);
  let failure: unknown;
  try {
    for (const route of routes) {
      const probe = over(route);
      try {
        for (let place = places[0]; place; place = places[0]) {
          const calls = await callsAt(place, probe, scope.signal);
          if (calls.length > 0) return calls;
          places.shift();
        }
        return [];
      } catch (fault) {
        failure = fault;
        if (scope.signal.aborted) break;
      } finally {
        probe.close();
      }
    }
    throw failure;
  } finally {
    scope.close();
  }
}

async function callsAt(
  place: ReturnType<typeof documentPlaces>[number],
  probe: Probe,
  signal: AbortSignal,
): Promise<readonly ExampleCall[]> {
  const request = { ...place, placeholders: {}, query: [], keyHeaders: [] };
  const answer = await probe(request, signal).catch((fault) => {
    if (isServiceError(fault, 'too-large')) return undefined;
    throw fault;
  });
  if (answer?.status !== 200) return [];
  return openApiCalls(answer.body, new URL(place.baseUrl + place.path)) ?? [];
}
