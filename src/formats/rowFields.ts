import type { LogRow } from '../service/model.ts';

/** Wire names of a row's fields, in the order of exports. */
const WIRE_NAMES = {
  idx: 'idx',
  time: 'log_time',
  rule: 'attack',
  ruleRaw: 'attack_raw',
  action: 'action',
  address: 'ip',
  country: 'country',
  countryCode: 'country_code',
  uri: 'uri',
  detectedValue: 'detected_value',
  description: 'basestr',
  rawData: 'rawdata',
  baseType: 'basetype',
  baseMessage: 'basemessage',
  detectedType: 'detected_type',
} as const satisfies Record<Exclude<keyof LogRow, 'other'>, string>;

const FIELDS = Object.entries(WIRE_NAMES) as readonly (readonly [keyof typeof WIRE_NAMES, string])[];

export const ROW_FIELD_NAMES: readonly string[] = FIELDS.map(([, name]) => name);

/** A row's fields by their wire names, in the order of `ROW_FIELD_NAMES`; absent ones are undefined. */
export function rowFields(row: LogRow): (readonly [name: string, value: string | number | undefined])[] {
  return FIELDS.map(([field, name]) => [name, row[field]]);
}
