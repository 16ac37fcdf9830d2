/**
 * What the interface leaves open, as data: the defaults, which the setting `partnerLogs.conventions` overrides by base
 * URL. Nothing else in the code may state a path, a parameter or a header name.
 */

/** Wire name of each of our parameters; `null`: not sent. */
export type ParameterNames<Name extends string> = Readonly<Record<Name, string | null>>;

export type Paging = 'page' | 'offset';

export interface Conventions {
  /** Header that carries the key (section 5). */
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

/** How a date is written in a request. */
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

/** Where a path takes the domain's index (section 4). */
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
