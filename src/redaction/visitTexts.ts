/** Calls a function with every string in a log or row, in record order, and returns the log or row with the results. */
import {
  type DetectionLog,
  type Header,
  type LogRow,
  type OtherFields,
  rowTextEntries,
} from '../service/model.ts';
import type { Place } from './logReader.ts';

/** Returns the replacement for a string. */
export type Visit = (text: string, place: Place) => string;

/** The places of the strings in a log or row, by their names. All others are texts. */
const PLACES: ReadonlyMap<string, Place> = new Map<string, Place>([
  ...rowTextEntries.map(([name, { kind }]) => [name, kind] as const),
  ['timeZone', 'value'],
  ['firstLine', 'request'],
]);

export function visitTexts<Fields extends DetectionLog | LogRow>(fields: Fields, visit: Visit): Fields {
  return visitMembers(fields, visit) as Fields;
}

function visitMembers(members: object, visit: Visit): object {
  const visitHeader = ([key, text]: Header) => [visit(key, 'value'), visit(text, { header: key })];
  return Object.fromEntries(
    Object.entries(members).map(([name, value]: [string, unknown]) => {
      if (name === 'other') return [name, visitOther(value as OtherFields, visit)];
      if (typeof value === 'string') return [name, visit(value, PLACES.get(name) ?? 'text')];
      if (Array.isArray(value)) return [name, value.map(visitHeader)];
      return [name, typeof value === 'object' && value !== null ? visitMembers(value, visit) : value];
    }),
  );
}

function visitOther(fields: OtherFields, visit: Visit): OtherFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [visit(name, 'value'), visitValue(name, value, visit)]),
  );
}

function visitValue(name: string, value: unknown, visit: Visit): unknown {
  if (Array.isArray(value)) return value.map((element) => visitValue(name, element, visit));
  if (typeof value === 'object' && value !== null) return visitOther({ ...value }, visit);
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const text = visit(String(value), { field: name });
  return text === String(value) ? value : text;
}
