/**
 * Reads the calls in OpenAPI documents in JSON, and looks for a service's document at well-known addresses on the
 * service's own origin, without sending a key.
 */
import { Scope } from '../base/abort.ts';
import { isServiceError, ServiceError } from '../base/errors.ts';
import { isObject } from '../base/isObject.ts';
import type { Probes } from '../connections/services.ts';
import { parseBaseUrl } from '../service/baseUrl.ts';
import { defaultLimits } from '../service/limits.ts';
import type { Probe } from '../service/probe.ts';

/** A GET request in an example. */
export interface ExampleCall {
  readonly url: URL;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A description of the call's purpose. */
  readonly about?: string;
}

/** Maximum number of calls to read. */
export const MOST_CALLS = 50;

const PATHS = [
  '/openapi.json',
  '/swagger.json',
  '/v3/api-docs',
  '/api-docs',
  '/swagger/v1/swagger.json',
] as const;

/** Returns the possible locations of a document, below the base URL and below its origin. */
export function documentPlaces(baseUrl: string): { readonly baseUrl: string; readonly path: string }[] {
  const { text, origin } = parseBaseUrl(baseUrl);
  return [...new Set([text, origin])].flatMap((base) => PATHS.map((path) => ({ baseUrl: base, path })));
}

/**
 * Returns the calls in the first document that describes any calls, or an empty list if there is no such document.
 * Reads each location once, switching to the next route if one fails. Takes at most 30 s in total. Does not follow
 * redirects.
 * @throws ServiceError for a failure below the HTTP layer, `timeout`, `cancelled`
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

/** Maximum number of security schemes or servers in an OpenAPI document, and of parameters in a call. */
const MOST_HEADERS = 20;
const MOST_PARAMETERS = 100;
/** Maximum length, in characters, of a path or server, and of the name or value of a parameter. */
const LONGEST_PATH = 1_000;
const LONGEST_NAME = 100;

/** Returns the calls in an OpenAPI document in JSON, or undefined for other text. */
export function openApiOf(text: string): ExampleCall[] | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return openApiCalls(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Returns the GET calls in an OpenAPI document, with placeholders for values, or undefined for any other document.
 * @param address the address that the document was read from; only servers with the same origin are used. If undefined,
 * servers must have a full URL.
 */
export function openApiCalls(document: unknown, address?: URL): ExampleCall[] | undefined {
  const { paths, components, securityDefinitions, parameters: given } = Object(document);
  if (!isObject(paths)) return undefined;
  const server = serverOf(document, address);
  if (server === undefined) return [];
  const { securitySchemes = securityDefinitions, parameters = given } = Object(components);
  const headers = Object.values(Object(securitySchemes))
    .slice(0, MOST_HEADERS)
    .flatMap((scheme): [string, string][] => {
      const { type, in: place, name, scheme: kind } = Object(scheme);
      if (type === 'apiKey' && place === 'header') return [[asText(name), '<key>']];
      return type === 'http' && /^bearer$/i.test(asText(kind)) ? [['Authorization', 'Bearer <key>']] : [];
    });
  const named = new Map(Object.entries(Object(parameters)));
  const calls: ExampleCall[] = [];
  for (const [path, item] of Object.entries(paths)) {
    if (calls.length === MOST_CALLS) break;
    const { get, parameters: shared } = Object(item);
    // Without a slash, the path would extend the host name.
    if (!isObject(get) || !path.startsWith('/') || path.length > LONGEST_PATH) continue;
    const about = [get['operationId'], get['summary']].map(asText).join(' ').slice(0, 300);
    const query = new URLSearchParams(
      [shared, get['parameters']]
        .flatMap((each) => (Array.isArray(each) ? each.slice(0, MOST_PARAMETERS) : []))
        .flatMap((each): [string, string][] => {
          const [, reference = ''] = asText(Object(each).$ref).split('/parameters/');
          const parameter = Object(named.get(reference) ?? each);
          const { in: place, name: sent, example, default: usual } = parameter;
          const schema = Object(parameter.schema);
          const name = asText(sent);
          const value = asText(example ?? schema.default ?? schema.example ?? usual).slice(0, LONGEST_NAME);
          return place === 'query' && name.length <= LONGEST_NAME ? [[name, value || `{${name}}`]] : [];
        }),
    ).toString();
    calls.push({ url: new URL(server + path + (query && `?${query}`)), headers, about });
  }
  return calls;
}

/** Returns the first usable server in an OpenAPI or Swagger 2.0 document, without a trailing slash. */
function serverOf(document: unknown, address: URL | undefined): string | undefined {
  const { servers, host, basePath } = Object(document);
  const listed = Array.isArray(servers) && servers.length > 0;
  const addresses = listed
    ? servers.slice(0, MOST_HEADERS).map((server) => asText(Object(server).url))
    : [(host ? `//${asText(host)}` : '') + (asText(basePath) || '/')];
  for (const each of addresses) {
    if (each.length > LONGEST_PATH || !URL.canParse(each, address?.href)) continue;
    const { origin, pathname } = new URL(each, address?.href);
    if (!address || origin === address.origin) return origin + pathname.replace(/\/$/, '');
  }
  return undefined;
}

/** Returns a value in a document as text, which is empty for objects and lists. */
function asText(value: unknown): string {
  return typeof value === 'object' ? '' : String(value ?? '');
}
