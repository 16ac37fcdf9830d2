/**
 * The fields that the API defines for a row in a list of detection logs. The same table is used to decode, redact, and
 * export them.
 */

/**
 * The kind of text in a field, which determines how it is searched for secrets: a `value` is searched only for secrets
 * that were found elsewhere.
 */
export type RowTextKind = 'value' | 'text' | 'query' | 'request' | 'address' | 'detected value' | 'message';

interface RowTextField {
  readonly wireName: string;
  readonly kind: RowTextKind;
}

/** A row's text fields by the extension's own names, in export order. */
export const rowTexts = {
  /** `YYYY-MM-DD HH:MM:SS` without a time zone; shown as sent. */
  time: { wireName: 'log_time', kind: 'value' },
  /** The rule's name. */
  rule: { wireName: 'attack', kind: 'text' },
  ruleRaw: { wireName: 'attack_raw', kind: 'text' },
  /** For example `Detected` or `Blocked`. */
  action: { wireName: 'action', kind: 'value' },
  /** The client's address. */
  address: { wireName: 'ip', kind: 'address' },
  country: { wireName: 'country', kind: 'value' },
  countryCode: { wireName: 'country_code', kind: 'value' },
  uri: { wireName: 'uri', kind: 'query' },
  /** The text that the rule matched; can be empty. */
  detectedValue: { wireName: 'detected_value', kind: 'detected value' },
  /** Descriptive text about the detection. */
  description: { wireName: 'basestr', kind: 'message' },
  rawData: { wireName: 'rawdata', kind: 'request' },
  /** A digit, as a string. */
  baseType: { wireName: 'basetype', kind: 'value' },
  baseMessage: { wireName: 'basemessage', kind: 'message' },
  /** The log's type, if the service includes it in rows. */
  detectedType: { wireName: 'detected_type', kind: 'value' },
} as const satisfies Record<string, RowTextField>;

export type RowText = keyof typeof rowTexts;

/** A row's fields. Only `idx` is guaranteed; the others are absent if the service does not send them. */
export interface RowFields extends RowTexts {
  readonly idx: number;
}

type RowTexts = { readonly [Name in keyof typeof rowTexts]?: string };

/** The text fields' own names, in export order. */
export const ROW_TEXTS = Object.keys(rowTexts) as readonly RowText[];

export const rowTextEntries = Object.entries(rowTexts) as readonly (readonly [RowText, RowTextField])[];

/** The names on the wire, in export order. */
export const ROW_FIELD_NAMES: readonly string[] = [
  'idx',
  ...rowTextEntries.map(([, { wireName }]) => wireName),
];

/**
 * Returns a row's fields by their names on the wire, in the order of `ROW_FIELD_NAMES`; absent fields are undefined.
 */
export function rowFields(row: RowFields): (readonly [name: string, value: string | number | undefined])[] {
  return [['idx', row.idx], ...rowTextEntries.map(([name, { wireName }]) => [wireName, row[name]] as const)];
}
