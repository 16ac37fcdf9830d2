/** Calls a function with every string in a log or row, in record order, and returns the log with the results. */
import {
  type DetectionLog,
  type Header,
  type LogRow,
  type MessageHead,
  type OtherFields,
  rowTextEntries,
} from '../service/model.ts';
import type { Place } from './logTexts.ts';

/** Returns the replacement for a string. */
export type Visit = (text: string, place: Place) => string;

export function visitLog(log: DetectionLog, visit: Visit): DetectionLog {
  return {
    ...log,
    key: { ...log.key, detectedType: visit(log.key.detectedType, 'value') },
    timeZone: visit(log.timeZone, 'value'),
    virtualHost: visit(log.virtualHost, 'text'),
    request: visitHead(log.request, visit),
    response: visitHead(log.response, visit),
    rawData: visit(log.rawData, 'request'),
    description: visit(log.description, 'message'),
    other: visitFields(log.other, visit),
  };
}

function visitHead(head: MessageHead, visit: Visit): MessageHead {
  return {
    firstLine: head.firstLine === undefined ? undefined : visit(head.firstLine, 'request'),
    headers: head.headers.map(
      ([name, value]): Header => [visit(name, 'value'), visit(value, { header: name })],
    ),
  };
}

export function visitRow(row: LogRow, visit: Visit): LogRow {
  const visited = rowTextEntries.flatMap(([field, { kind }]) => {
    const text = row[field];
    return text === undefined ? [] : [[field, visit(text, kind)] as const];
  });
  return { ...row, ...Object.fromEntries(visited), other: visitFields(row.other, visit) };
}

function visitFields(fields: OtherFields, visit: Visit): OtherFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [visit(name, 'value'), visitValue(name, value, visit)]),
  );
}

function visitValue(name: string, value: unknown, visit: Visit): unknown {
  if (typeof value === 'string') return visit(value, { field: name });
  if (typeof value === 'number') {
    const text = visit(String(value), { field: name });
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((element) => visitValue(name, element, visit));
  return typeof value === 'object' && value !== null ? visitFields({ ...value }, visit) : value;
}
