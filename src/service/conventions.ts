/**
 * The conventions: the paths, names, and formats that the API documentation does not specify. The setting
 * `partnerLogs.conventions` can override the defaults for each base URL. No other code may contain a path, parameter,
 * or header name.
 */

import { ServiceError } from '../base/errors.ts';
import { isObject } from '../base/isObject.ts';
import { english, type Message, message } from '../text/l10n.ts';
import { normalBaseUrl } from './baseUrl.ts';
import type { Metric, TextFilter } from './model.ts';
import { type RowText, rowWireNames } from './rowFields.ts';
import { typeMessage } from './typeNames.ts';

/** The name on the wire for each parameter; `null` means that it is not sent. */
export type ParameterNames<Name extends string> = Readonly<Record<Name, string | null>>;

export type Paging = 'page' | 'offset';

/** How to request and read a list. */
export interface ListConventions {
  readonly path: string;
  readonly paging: Paging;
  /** The number of the first page if the list is paged by page number: 1 or 0. */
  readonly firstPage: number;
  /** The maximum number of items per page; requests for more are limited to this number. */
  readonly largestPage: number;
  /**
   * The possible paths of the items in a response; the first that is present is used. Paths are names separated by
   * dots, with `*` for the only list in an object.
   */
  readonly items: readonly string[];
  /** The possible paths of the total number of items; null if the total is not sent. */
  readonly total: readonly string[] | null;
  /** True if status 404 for a list means that the list is empty. */
  readonly notFoundIsEmpty: boolean;
}

/** The parameters for a page. The first two are for paging by page number, and the others for paging by offset. */
export type PageParameter = 'page' | 'perPage' | 'offset' | 'limit';

export interface Conventions {
  /**
   * The header that contains the key (section 5), including the authentication scheme, if any; for example,
   * `Authorization: Bearer`.
   */
  readonly keyHeader: string;
  /** Values of `message.key` that report success; null if every response with status 200 is successful. */
  readonly success: readonly string[] | null;
  readonly domains: ListConventions & {
    readonly parameters: ParameterNames<PageParameter>;
    /** The fields that can contain an item's index; the first that is present is used. */
    readonly indexFields: readonly string[];
    /** The fields that can contain an item's name; the first that is present is used. */
    readonly nameFields: readonly string[];
  };
  readonly logs: ListConventions & {
    readonly parameters: ParameterNames<PageParameter | 'from' | 'to' | TextFilter>;
    readonly dateFormat: DateFormat;
    /** Number of days, ending today, to request if no range is selected. If 0, no range is sent. */
    readonly requiredDays: number;
    /** The paths of a row's fields, with dots between the names of nested fields; null for a field that is not sent. */
    readonly fields: ParameterNames<'idx' | RowText>;
  };
  readonly detail: {
    /** The path can also contain the placeholders `:idx` and `:detected_type`. */
    readonly path: string;
    readonly parameters: ParameterNames<'idx' | 'detectedType'>;
    /** The `detected_type` to use if the caller does not know it. */
    readonly detectedType: string;
    /**
     * The paths of the values in a response, with dots between names; null for a value that is not sent. `info` is the
     * object that contains the unknown fields.
     */
    readonly fields: ParameterNames<
      | 'info'
      | 'domain'
      | 'idx'
      | 'detectedType'
      | 'virtualHost'
      | 'responseCode'
      | 'requestHeaders'
      | 'responseHeaders'
      | 'rawData'
      | 'description'
      | 'timeZone'
    >;
  };
  readonly counts: {
    readonly path: string;
    readonly parameters: ParameterNames<'from' | 'to'>;
    readonly dateFormat: DateFormat;
    /** The paths of the values in a response. A metric can be an object, as the API defines it, or just a number. */
    readonly fields: ParameterNames<'from' | 'to' | Metric | 'days' | 'timeZone'>;
    readonly dayFields: ParameterNames<'date' | Metric>;
  };
}

/**
 * The date formats for requests. Formats with a time specify the first or last second of a day; `seconds` and
 * `milliseconds` specify that second as a number since 1970.
 */
export const DATE_FORMATS = [
  'YYYYMMDD',
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DDTHH:mm:ss',
  'YYYY-MM-DDTHH:mm:ssZ',
  'seconds',
  'milliseconds',
  'YYYYMMDDHHmmss',
  'YYYY.MM.DD',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** The part of the conventions that an override can set. Arrays are replaced as a whole. */
export type ConventionsOverride = {
  readonly [Part in keyof Conventions]?: Conventions[Part] extends string | readonly string[] | null
    ? Conventions[Part]
    : {
        readonly [Field in keyof Conventions[Part]]?: Conventions[Part][Field] extends ParameterNames<
          infer Name
        >
          ? Partial<ParameterNames<Name>>
          : Conventions[Part][Field];
      };
};

/** The placeholder for the domain's index in a path (section 4). */
export const DOMAIN_PLACEHOLDER = ':user_domain_idx';
/** The placeholders that identify a log in the path of its details. */
export const LOG_PLACEHOLDERS = { idx: ':idx', detectedType: ':detected_type' } as const;

const PAGE_PARAMETERS = { page: 'page', perPage: 'per_page', offset: 'offset', limit: 'limit' } as const;
/** The conventions for a list as described in section 2.4, or as returned by a related service. */
const LIST = {
  paging: 'page',
  firstPage: 1,
  largestPage: 100,
  items: ['data.items', 'data.result_info.attack_logs', 'data.result_info.*'],
  total: ['data.total_count', 'data.page_info.total_count'],
  notFoundIsEmpty: false,
} as const;

export const defaultConventions: Conventions = {
  keyHeader: 'X-Service-Key',
  success: ['RES000000'],
  domains: {
    path: '/partner/website/all',
    ...LIST,
    parameters: PAGE_PARAMETERS,
    indexFields: ['user_domain_idx', 'domain_idx', 'idx', 'id'],
    nameFields: ['domain', 'webserver_domain', 'name', 'url'],
  },
  logs: {
    path: '/partner/logs/attack_logs/:user_domain_idx',
    ...LIST,
    parameters: {
      ...PAGE_PARAMETERS,
      from: 'from',
      to: 'to',
      detectedType: 'type',
      action: 'action_type',
      rule: 'attack',
      address: 'ip',
      countryCode: 'country_code',
      uri: 'uri',
      keyword: 'keyword',
    },
    dateFormat: 'YYYYMMDD',
    requiredDays: 0,
    fields: { idx: 'idx', ...rowWireNames },
  },
  detail: {
    path: '/partner/logs/detailed_log/:user_domain_idx',
    parameters: { idx: 'idx', detectedType: 'detected_type' },
    detectedType: 'WAF',
    fields: {
      info: 'data.detailed_info',
      domain: 'data.query.user_domain_idx',
      idx: 'data.query.idx',
      detectedType: 'data.query.detected_type',
      virtualHost: 'data.detailed_info.virtual_host_name',
      responseCode: 'data.detailed_info.response_code',
      requestHeaders: 'data.detailed_info.req_line_headers',
      responseHeaders: 'data.detailed_info.res_line_headers',
      rawData: 'data.detailed_info.raw_data',
      description: 'data.detailed_info.basestr',
      timeZone: 'data.timezone',
    },
  },
  counts: {
    path: '/partner/logs/visitors_hackers/:user_domain_idx',
    parameters: { from: 'from', to: 'to' },
    dateFormat: 'YYYYMMDD',
    fields: {
      from: 'data.search_term.from',
      to: 'data.search_term.to',
      visitors: 'data.total_count.visitors',
      attackers: 'data.total_count.attackers',
      maliciousIps: 'data.total_count.malicious_ips',
      bots: 'data.total_count.bots',
      days: 'data.total_log',
      timeZone: 'data.timezone',
    },
    dayFields: {
      date: 'date',
      visitors: 'visitors',
      attackers: 'attackers',
      maliciousIps: 'malicious_ips',
      bots: 'bots',
    },
  },
};

/** The name of the setting. Paths in error messages begin with it. */
const SETTING = 'partnerLogs.conventions';

/**
 * Returns the conventions for a base URL: the defaults, overridden by the setting's entry for `*` and then by its entry
 * for the base URL.
 * @param setting the value of `partnerLogs.conventions`: `ConventionsOverride`s by base URL, or undefined
 * @throws ServiceError `bad-setting`, with the path within the setting
 */
export function resolveConventions(setting: unknown, baseUrl: string): Conventions {
  if (setting === undefined || setting === null) return defaultConventions;
  if (!isObject(setting)) throw bad(SETTING, OBJECT, setting);
  const wanted = normalBaseUrl(baseUrl);
  const parts = Object.entries(setting);
  const general = parts.filter(([base]) => base === '*');
  const own = parts.filter(([base]) => base !== '*' && normalBaseUrl(base) === wanted);
  return [...general, ...own].reduce<Conventions>(
    (conventions, [base, part]) => merged(conventions, part, `${SETTING}["${base}"]`) as Conventions,
    defaultConventions,
  );
}

/**
 * Returns the conventions of a connection: the defaults, overridden by its differences.
 * @param place the place of the differences in the setting, for messages
 * @throws ServiceError `bad-setting`
 */
export function conventionsOf(differences: unknown, place: string): Conventions {
  if (differences === undefined) return defaultConventions;
  return merged(defaultConventions, differences, place) as Conventions;
}

/**
 * The rule that a value must satisfy. By default, it must be nonempty text. `npm run conventions` generates the
 * setting's schema from the rules.
 */
export interface Rule {
  readonly expected: Message;
  readonly isList?: true;
  readonly orNull?: true;
  readonly isBoolean?: true;
  /** The minimum and maximum integer. */
  readonly range?: readonly [least: number, greatest: number];
  readonly values?: readonly string[];
  readonly pattern?: RegExp;
  /** Values that match the pattern but are still rejected. Not part of the schema. */
  readonly reserved?: RegExp;
}

const OBJECT = message('object');
const NAMES: Rule = { expected: message('a list of names'), isList: true };
const PARAMETER: Rule = { expected: message('a name, or null'), orNull: true };
const within = (least: number, greatest: number): Rule => ({
  expected: message('a whole number from {0} to {1}', least, greatest),
  range: [least, greatest],
});

/** The rules, by the name of the value. */
const rules: Readonly<Record<string, Rule>> = {
  keyHeader: {
    expected: message("the name of a request header that isn't reserved"),
    pattern: /^[!#$%&'*+.^_`|~\w-]+(?:: [\w-]+)?$/,
    reserved:
      /^(?:accept(?:-[^:]*)?|connection|content-[^:]*|expect|host|keep-alive|proxy-[^:]*|te|trailer|transfer-encoding|upgrade|user-agent)(?::|$)/i,
  },
  path: { expected: message('a path that starts with /'), pattern: /^\/[^\s#\\]*$/ },
  paging: { expected: message('{0} or {1}', '"page"', '"offset"'), values: ['page', 'offset'] },
  firstPage: within(0, 1),
  largestPage: within(1, 100),
  requiredDays: within(0, 120),
  notFoundIsEmpty: { expected: message('{0} or {1}', 'true', 'false'), isBoolean: true },
  dateFormat: { expected: message('one of {0}', DATE_FORMATS.join(', ')), values: DATE_FORMATS },
  success: { expected: message('a list of names, or null'), isList: true, orNull: true },
  items: NAMES,
  total: { expected: message('a list of names, or null'), isList: true, orNull: true },
  indexFields: NAMES,
  nameFields: NAMES,
};
const TEXT: Rule = { expected: message('text') };

const PLACES: ReadonlySet<string> = new Set(['parameters', 'fields', 'dayFields']);

/**
 * Returns the rule for a value, given its name and the name of its part. All names of parameters and fields on the wire
 * share one rule.
 */
export function ruleOf(part: string, name: string): Rule {
  return PLACES.has(part) ? PARAMETER : (rules[name] ?? TEXT);
}

/**
 * Returns the name and value of the header that sends a key.
 * @example keyHeaderOf('Authorization: Bearer', 'k') // ['Authorization', 'Bearer k']
 */
export function keyHeaderOf(keyHeader: string, key: string): readonly [name: string, value: string] {
  const [name = '', scheme] = keyHeader.split(': ');
  return [name, scheme === undefined ? key : `${scheme} ${key}`];
}

function isMet(
  { isList, orNull, isBoolean, range, values, pattern, reserved }: Rule,
  value: unknown,
): boolean {
  if (value === null) return orNull === true;
  if (isList) return Array.isArray(value) && value.length > 0 && value.every(isText);
  if (isBoolean) return typeof value === 'boolean';
  if (range) return Number.isInteger(value) && Number(value) >= range[0] && Number(value) <= range[1];
  if (!isText(value) || reserved?.test(value)) return false;
  return values?.includes(value) !== false && pattern?.test(value) !== false;
}

function merged(base: object, override: unknown, path: string, part = ''): object {
  if (!isObject(override)) throw bad(path, OBJECT, override);
  const result = new Map<string, unknown>(Object.entries(base));
  for (const [name, value] of Object.entries(override)) {
    const at = `${path}.${name}`;
    const existing = result.get(name);
    if (!result.has(name)) throw bad(at, message('one of {0}', [...result.keys()].join(', ')), undefined);
    if (isObject(existing)) {
      result.set(name, merged(existing, value, at, name));
    } else {
      const rule = ruleOf(part, name);
      if (!isMet(rule, value)) throw bad(at, rule.expected, value);
      result.set(name, value);
    }
  }
  return Object.fromEntries(result);
}

/** Returns a copy of `base` in which the values in `change` replace those at the same paths. */
export function withParts(base: object, change: object): object {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(change))
    result[name] = isObject(value) ? withParts(Object(result[name]), value) : value;
  return result;
}

function bad(field: string, expected: Message, value: unknown): ServiceError {
  const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
  const found = value === undefined ? message('an unknown name') : message('another {0}', typeMessage(type));
  return new ServiceError('bad-setting', `${field}: expected ${english(expected)}.`, {
    field,
    expected,
    found,
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
