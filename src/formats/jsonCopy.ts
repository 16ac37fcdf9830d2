import { type DetectionLog, FIRST_LINE, type MessageHead } from '../service/model.ts';

type Entry = readonly [name: string, json: string];

/** The indentation per level. If undefined, the JSON is written on one line. */
type Layout = '  ' | undefined;

/**
 * Returns a detection log as JSON with the names that the service uses: the `data` object of section 2.2, indented by
 * two spaces. Nothing is redacted, headers keep their order, and all repeated headers are included.
 * @param redactionNotes notes for a log that was already redacted, which are added as `redaction_notes`
 */
export function toJson(log: DetectionLog, redactionNotes: readonly string[] = []): string {
  return `${recordJson(log, '  ', redactionNotes)}\n`;
}

/** Like `toJson`, but on one line without a trailing newline. */
export function toJsonLine(log: DetectionLog): string {
  return recordJson(log, undefined);
}

/** Returns the head of a logged request or response in the same format as `toJson`, but on one line. */
export function headJsonLine(head: MessageHead): string {
  return headJson(head, undefined);
}

function recordJson(log: DetectionLog, layout: Layout, redactionNotes: readonly string[] = []): string {
  const { key, other } = log;
  const detail: Entry[] = [
    ['virtual_host_name', json(log.virtualHost)],
    ['response_code', json(log.responseCode)],
    ['req_line_headers', headJson(log.request, layout)],
    ['res_line_headers', headJson(log.response, layout)],
    ['raw_data', json(log.rawData)],
    ['basestr', json(log.description)],
    ...Object.entries(other).map(([name, value]): Entry => [name, indented(json(value, layout), 2)]),
  ];
  const query: Entry[] = [
    ['user_domain_idx', json(key.domain)],
    ['idx', json(key.idx)],
    ['detected_type', json(key.detectedType)],
  ];
  const record: Entry[] = [
    ['query', objectJson(query, 1, layout)],
    ['detailed_info', objectJson(detail, 1, layout)],
    ['timezone', json(log.timeZone)],
  ];
  if (redactionNotes.length > 0) record.push(['redaction_notes', json(redactionNotes)]);
  return objectJson(record, 0, layout);
}

/** Writes the JSON by hand, because a JavaScript object would put numeric names first and merge equal names. */
function headJson({ firstLine, headers }: MessageHead, layout: Layout): string {
  const entries = headers.map(([name, value]): Entry => [name, json(value)]);
  const all: Entry[] = firstLine === undefined ? entries : [[FIRST_LINE, json(firstLine)], ...entries];
  return objectJson(all, 2, layout);
}

function objectJson(entries: readonly Entry[], depth: number, layout: Layout): string {
  if (entries.length === 0) return '{}';
  if (layout === undefined) return `{${entries.map(([name, value]) => `${json(name)}:${value}`).join(',')}}`;
  const indent = layout.repeat(depth + 1);
  const lines = entries.map(([name, value]) => `${indent}${json(name)}: ${value}`);
  return `{\n${lines.join(',\n')}\n${layout.repeat(depth)}}`;
}

function json(value: unknown, layout?: Layout): string {
  return JSON.stringify(value, undefined, layout);
}

function indented(text: string, depth: number): string {
  return text.replaceAll('\n', `\n${'  '.repeat(depth)}`);
}
