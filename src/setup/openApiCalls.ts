/** Reads the calls of an OpenAPI document in JSON. */
import { isObject } from '../base/isObject.ts';
import { type ExampleCall, MOST_CALLS } from './exampleCall.ts';

/** Maximum number of security schemes or servers in an OpenAPI document, and of parameters of a call. */
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
 * Returns the GET calls of an OpenAPI document, with placeholders for values, or undefined for anything else.
 * @param address the address that the document was read from; if undefined, servers must have a full URL. Only servers
 * with its origin are used.
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

/** Returns the first usable server of an OpenAPI or Swagger 2.0 document, without a trailing slash. */
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

/** Returns a value of a document as text; empty for objects and lists. */
function asText(value: unknown): string {
  return typeof value === 'object' ? '' : String(value ?? '');
}
