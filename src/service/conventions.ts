/**
 * The conventions, which fill what the interface leaves open: the defaults, which the setting `partnerLogs.conventions`
 * overrides by base URL. Nothing else in the code may state a path, a parameter or a header name.
 */

import { english, type Message, message } from '../text/l10n.ts';
import { ServiceError } from './errors.ts';
import { normalBaseUrl } from './network/baseUrl.ts';
import { typeMessage } from './typeNames.ts';

/** Wire name of each of our parameters; `null`: not sent. */
export type ParameterNames<Name extends string> = Readonly<Record<Name, string | null>>;

export type Paging = 'page' | 'offset';

export interface Conventions {
  /** Header that carries the key (section 5), with the scheme before the key if there is one: `Authorization: Bearer`. */
  readonly keyHeader: string;
  readonly domains: {
    readonly path: string;
    readonly paging: Paging;
    /** Fields of an item that may hold its index, first match wins. */
    readonly indexFields: readonly string[];
    /** Fields of an item that may hold its name, first match wins. */
    readonly nameFields: readonly string[];
  };
  readonly logs: {
    readonly path: string;
    readonly paging: Paging;
    readonly parameters: ParameterNames<
      'from' | 'to' | 'detectedType' | 'action' | 'rule' | 'address' | 'countryCode' | 'uri' | 'keyword'
    >;
    readonly dateFormat: DateFormat;
  };
  readonly detail: {
    readonly path: string;
    readonly parameters: ParameterNames<'idx' | 'detectedType'>;
    /** `detected_type` when the caller knows none. */
    readonly detectedType: string;
  };
  readonly counts: {
    readonly path: string;
    readonly parameters: ParameterNames<'from' | 'to'>;
    readonly dateFormat: DateFormat;
  };
}

/** The format of dates in a request. */
export type DateFormat = 'YYYYMMDD' | 'YYYY-MM-DD';

/** A part of the conventions that an override may give; arrays and names are replaced whole. */
export type ConventionsOverride = {
  readonly [Part in keyof Conventions]?: Conventions[Part] extends string
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

export const defaultConventions: Conventions = {
  keyHeader: 'X-Service-Key',
  domains: {
    path: '/partner/website/all',
    paging: 'page',
    indexFields: ['user_domain_idx', 'domain_idx', 'idx', 'id'],
    nameFields: ['domain', 'webserver_domain', 'name', 'url'],
  },
  logs: {
    path: '/partner/logs/attack_logs/:user_domain_idx',
    paging: 'page',
    parameters: {
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
  },
  detail: {
    path: '/partner/logs/detailed_log/:user_domain_idx',
    parameters: { idx: 'idx', detectedType: 'detected_type' },
    detectedType: 'WAF',
  },
  counts: {
    path: '/partner/logs/visitors_hackers/:user_domain_idx',
    parameters: { from: 'from', to: 'to' },
    dateFormat: 'YYYYMMDD',
  },
};

/** Names the setting in the paths of errors. */
const SETTING = 'partnerLogs.conventions';

/**
 * The conventions of a base URL: the defaults, under them the setting's part for `*`, then the one for the base URL.
 *
 * @param setting the value of `partnerLogs.conventions`: `ConventionsOverride`s by base URL, or nothing
 * @throws ServiceError `bad-conventions`, naming the path within the setting
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

/** What a value must be: text that is not empty, unless it says more. `npm run conventions` makes the schema of it. */
export interface Rule {
  readonly expected: Message;
  readonly isList?: true;
  readonly orNull?: true;
  readonly values?: readonly string[];
  readonly pattern?: RegExp;
  /** What the pattern allows and is refused all the same; not in the schema. */
  readonly reserved?: RegExp;
}

const OBJECT = message('object');
const LIST: Rule = { expected: message('a list of names'), isList: true };
const PARAMETER: Rule = { expected: message('a name, or null'), orNull: true };

/** By the name of the value. */
const rules: Readonly<Record<string, Rule>> = {
  keyHeader: {
    expected: message('the name of a request header that is free to use'),
    pattern: /^[!#$%&'*+.^_`|~\w-]+(?:: [\w-]+)?$/,
    reserved:
      /^(?:accept(?:-[^:]*)?|connection|content-[^:]*|expect|host|keep-alive|proxy-[^:]*|te|trailer|transfer-encoding|upgrade|user-agent)(?::|$)/i,
  },
  path: { expected: message('a path that begins with /'), pattern: /^\/[^\s#\\]*$/ },
  paging: { expected: message('{0} or {1}', '"page"', '"offset"'), values: ['page', 'offset'] },
  dateFormat: {
    expected: message('{0} or {1}', '"YYYYMMDD"', '"YYYY-MM-DD"'),
    values: ['YYYYMMDD', 'YYYY-MM-DD'],
  },
  indexFields: LIST,
  nameFields: LIST,
};
const TEXT: Rule = { expected: message('text') };

/** The rule of a value, by the names of its part and itself; wire names of parameters share one. */
export function ruleOf(part: string, name: string): Rule {
  return part === 'parameters' ? PARAMETER : (rules[name] ?? TEXT);
}

/**
 * Returns the header that carries a key.
 * @example keyHeaderOf('Authorization: Bearer', 'k') // ['Authorization', 'Bearer k']
 */
export function keyHeaderOf(keyHeader: string, key: string): readonly [name: string, value: string] {
  const [name = '', scheme] = keyHeader.split(': ');
  return [name, scheme === undefined ? key : `${scheme} ${key}`];
}

function isMet({ isList, orNull, values, pattern, reserved }: Rule, value: unknown): boolean {
  if (isList) return Array.isArray(value) && value.length > 0 && value.every(isText);
  if (value === null) return orNull === true;
  if (!isText(value) || reserved?.test(value)) return false;
  return values?.includes(value) !== false && pattern?.test(value) !== false;
}

function merged(base: object, override: unknown, path: string, part = ''): object {
  if (!isObject(override)) throw bad(path, OBJECT, override);
  const result = new Map<string, unknown>(Object.entries(base));
  for (const [name, value] of Object.entries(override)) {
    const at = `${path}.${name}`;
    const standing = result.get(name);
    if (!result.has(name)) throw bad(at, message('one of {0}', [...result.keys()].join(', ')), undefined);
    if (isObject(standing)) {
      result.set(name, merged(standing, value, at, name));
    } else {
      const rule = ruleOf(part, name);
      if (!isMet(rule, value)) throw bad(at, rule.expected, value);
      result.set(name, value);
    }
  }
  return Object.fromEntries(result);
}

function bad(field: string, expected: Message, value: unknown): ServiceError {
  const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
  const found = value === undefined ? message('an unknown name') : message('another {0}', typeMessage(type));
  return new ServiceError('bad-conventions', `${field}: expected ${english(expected)}.`, {
    field,
    expected,
    found,
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
