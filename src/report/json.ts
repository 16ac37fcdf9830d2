import { type DetectionLog, FIRST_LINE, type MessageHead } from '../service/model.ts';

type Entry = readonly [name: string, json: string];

/**
 * A detection log as JSON under the names of the wire: the `data` of section 2.2, indented by two spaces. Exact: nothing
 * is redacted, headers are in their order, repeated ones repeat.
 */
export function toJson(log: DetectionLog): string {
  const { key, other } = log;
  const detail: Entry[] = [
    ['virtual_host_name', json(log.virtualHost)],
    ['response_code', json(log.responseCode)],
    ['req_line_headers', headJson(log.request)],
    ['res_line_headers', headJson(log.response)],
    ['raw_data', json(log.rawData)],
    ['basestr', json(log.description)],
    ...Object.entries(other).map(([name, value]): Entry => [name, indented(json(value), 2)]),
  ];
  const query: Entry[] = [
    ['user_domain_idx', json(key.domain)],
    ['idx', json(key.idx)],
    ['detected_type', json(key.detectedType)],
  ];
  const record: Entry[] = [
    ['query', objectJson(query, 1)],
    ['detailed_info', objectJson(detail, 1)],
    ['timezone', json(log.timeZone)],
  ];
  return `${objectJson(record, 0)}\n`;
}

/** Written out by hand: in an object of JavaScript, names that are numbers would come first and equal ones be one. */
function headJson({ firstLine, headers }: MessageHead): string {
  const entries = headers.map(([name, value]): Entry => [name, json(value)]);
  return objectJson(firstLine === undefined ? entries : [[FIRST_LINE, json(firstLine)], ...entries], 2);
}

function objectJson(entries: readonly Entry[], depth: number): string {
  if (entries.length === 0) return '{}';
  const indent = '  '.repeat(depth + 1);
  const lines = entries.map(([name, value]) => `${indent}${json(name)}: ${value}`);
  return `{\n${lines.join(',\n')}\n${'  '.repeat(depth)}}`;
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2) ?? 'null';
}

function indented(text: string, depth: number): string {
  return text.replaceAll('\n', `\n${'  '.repeat(depth)}`);
}
