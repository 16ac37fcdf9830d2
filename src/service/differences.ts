/**
 * The conventions: the paths, names, and formats that the interface leaves open. A connection's `differences` replace
 * some of the defaults. No other code contains a path, parameter, or header name.
 */
import * as v from 'valibot';
import { ServiceError } from '../base/errors.ts';
import { isObject, typeName } from '../base/values.ts';
import { type Message, message } from '../text/l10n.ts';
import { type RowText, rowTextEntries } from './model.ts';

/** The date formats for requests. Formats with a time specify the first or the last second of a day. */
export const DATE_FORMATS = [
  'YYYYMMDD',
  'YYYY-MM-DD',
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DDTHH:mm:ssZ',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** How a list is divided: by the number of a page, counted from 1 or from 0, or by an offset and a limit. */
const PAGINGS = ['page', 'page-from-0', 'offset'] as const;
export type Paging = (typeof PAGINGS)[number];

/** A header name, or a header name and an authentication scheme, as in `Authorization: Bearer`. */
const HEADER = /^[!#$%&'*+.^_`|~\w-]+(?:: [\w-]+)?$/;
const RESERVED_HEADER =
  /^(?:accept(?:-[^:]*)?|connection|content-[^:]*|expect|host|keep-alive|proxy-[^:]*|te|trailer|transfer-encoding|upgrade|user-agent)(?::|$)/i;

/** The expected values that are not named by a JSON type, by the error message in the schema. */
const EXPECTED: Readonly<Record<string, Message>> = {
  name: message('a name'),
  names: message('a list of names'),
  path: message('a path that starts with /'),
  header: message("the name of a request header that isn't reserved"),
  'name or null': message('a name, or null'),
  'names or null': message('a list of names, or null'),
};

const nonEmpty = (expected: string) => v.pipe(v.string(expected), v.minLength(1, expected));
const names = (expected: string) => v.pipe(v.array(nonEmpty(expected), expected), v.minLength(1, expected));

/** The name of a query parameter; null for a parameter that is not sent. */
const parameter = (standard: string) => v.optional(v.nullable(nonEmpty('name or null')), standard);
/** The name of a field in an item of a list. */
const field = (standard: string) => v.optional(nonEmpty('name'), standard);
/** A path, which can contain the placeholders for a domain and a log. */
const path = (standard: string) =>
  v.optional(v.pipe(v.string('path'), v.regex(/^\/[^\s#\\]*$/, 'path')), standard);
const choice = <const Values extends readonly string[]>(values: Values, standard: Values[number]) =>
  v.optional(v.picklist(values, values.map((value) => JSON.stringify(value)).join(', ')), standard);

const header = v.pipe(
  v.string('header'),
  v.regex(HEADER, 'header'),
  v.check((name) => !RESERVED_HEADER.test(name), 'header'),
);

const rowEntries = Object.fromEntries(
  rowTextEntries.map(([name, { wireName }]) => [`${name}Field`, field(wireName)]),
) as Readonly<Record<`${RowText}Field`, ReturnType<typeof field>>>;

/** The schema of a connection's `differences`, by name. `npm run differences` generates its part of the manifest. */
export const differencesSchema = v.strictObject(
  {
    /** The header that contains the key (section 5), optionally with a scheme, as in `Authorization: Bearer`. */
    keyHeader: v.optional(header, 'X-Service-Key'),
    /** Values of `message.key` that report success; null if every response with status 200 is successful. */
    successKeys: v.optional(v.nullable(names('names or null')), ['RES000000']),

    domainsPath: path('/partner/website/all'),
    logsPath: path('/partner/logs/attack_logs/:user_domain_idx'),
    detailPath: path('/partner/logs/detailed_log/:user_domain_idx'),
    countsPath: path('/partner/logs/visitors_hackers/:user_domain_idx'),

    domainsPaging: choice(PAGINGS, 'page'),
    logsPaging: choice(PAGINGS, 'page'),
    pageParameter: parameter('page'),
    perPageParameter: parameter('per_page'),
    offsetParameter: parameter('offset'),
    limitParameter: parameter('limit'),

    /** The parameters that select a log, and the `detected_type` to send if the caller does not know it. */
    idxParameter: parameter('idx'),
    detectedTypeParameter: parameter('detected_type'),
    detectedType: field('WAF'),

    /** The range of the counts. */
    fromParameter: parameter('from'),
    toParameter: parameter('to'),
    countsDateFormat: choice(DATE_FORMATS, 'YYYYMMDD'),

    /** The parameters that filter the list of logs. */
    fromFilter: parameter('from'),
    toFilter: parameter('to'),
    logsDateFormat: choice(DATE_FORMATS, 'YYYYMMDD'),
    detectedTypeFilter: parameter('type'),
    actionFilter: parameter('action_type'),
    ruleFilter: parameter('attack'),
    addressFilter: parameter('ip'),
    countryCodeFilter: parameter('country_code'),
    uriFilter: parameter('uri'),
    keywordFilter: parameter('keyword'),

    /** The fields that can contain the number and the name of a domain; the first that is present is used. */
    domainIndexFields: v.optional(names('names'), ['user_domain_idx', 'domain_idx', 'idx', 'id']),
    domainNameFields: v.optional(names('names'), ['domain', 'webserver_domain', 'name', 'url']),

    /** The fields of a row in the list of logs. */
    idxField: field('idx'),
    ...rowEntries,
  },
  'object',
);

/** What a connection can set. Arrays are replaced as a whole. */
export type Differences = v.InferInput<typeof differencesSchema>;

/** The conventions of one connection: the defaults, with the connection's differences. */
export type Conventions = Readonly<v.InferOutput<typeof differencesSchema>>;

/** The placeholder for the domain's index in a path (section 4). */
export const DOMAIN_PLACEHOLDER = ':user_domain_idx';
/** The placeholders that identify a log in the path of its details. */
export const LOG_PLACEHOLDERS = { idx: ':idx', detectedType: ':detected_type' } as const;

/**
 * Returns the conventions of a connection.
 * @param differences the value in the user's settings, of any type
 * @param place where that value is, for the fault
 * @throws ServiceError `bad-setting`, which names the place of the first wrong value
 */
export function resolveDifferences(differences: unknown, place = 'differences'): Conventions {
  const sent = differences ?? {};
  if (!isObject(sent)) throw wrong(place, 'object', typeName(sent));
  const result = v.safeParse(differencesSchema, sent, { abortEarly: true });
  if (result.success) return result.output;
  const [{ path: steps, message: expected }] = result.issues;
  const { origin, key, value } = (steps as NonNullable<typeof steps>)[0];
  const at = `${place}.${String(key)}`;
  if (origin === 'key') throw wrong(at, message('the name of a difference'), UNKNOWN_NAME);
  throw wrong(at, EXPECTED[expected] ?? expected, typeName(value));
}

/** The type in the fault for a name that the setting cannot have. */
export const UNKNOWN_NAME = message('an unknown name');

function wrong(field: string, expected: string | Message, found: string | Message): ServiceError {
  return new ServiceError('bad-setting', `${field} is invalid.`, { field, expected, found });
}

export const defaultConventions: Conventions = resolveDifferences(undefined);

/**
 * Returns the name and value of the header that sends a key.
 * @example keyHeaderOf('Authorization: Bearer', 'k') // ['Authorization', 'Bearer k']
 */
export function keyHeaderOf(keyHeader: string, key: string): readonly [name: string, value: string] {
  const [name = '', scheme] = keyHeader.split(': ');
  return [name, scheme === undefined ? key : `${scheme} ${key}`];
}
