/** The facts of a log for its report. Facts that neither the log nor the row has are left out. */
import type { DetectionLog, LogRow } from '../../service/model.ts';
import { cellSpan, factsTable } from '../../text/markdown.ts';
import { loggedTime } from '../loggedTime.ts';

/** Code points of a value. */
const LONGEST_VALUE = 200;
const LONGEST_LINK = 4096;

type Fact = readonly [name: string, value: string | undefined];

/** Returns the table of what happened, when, where and to whom. */
export function reportFacts(log: DetectionLog, row: LogRow | undefined): string {
  return tableOf([
    ['Rule', span(row?.rule)],
    ['Action', span(row?.action)],
    ['Time', timeOf(log, row)],
    ['Host', span(log.virtualHost)],
    ['Response status', span(String(log.responseCode))],
    ['Client address', span(row?.address)],
    ['Country', countryOf(row)],
  ]);
}

/** Returns the table of what the log is found by. The link is its last row (`parseReference` relies on that). */
export function reportIdentifiers({ key }: DetectionLog, row: LogRow | undefined, link: string): string {
  return tableOf([
    ['Domain number', span(String(key.domain))],
    ['Log number', span(String(key.idx))],
    ['Detection type', span(key.detectedType)],
    ['Rule as sent', row?.ruleRaw === row?.rule ? undefined : span(row?.ruleRaw)],
    ['Base type', span(row?.baseType)],
    ['Link', cellSpan(link, LONGEST_LINK)],
  ]);
}

function tableOf(facts: readonly Fact[]): string {
  return factsTable(facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}

function span(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : cellSpan(value, LONGEST_VALUE);
}

/** The time as sent with its zone, and in UTC. */
function timeOf(log: DetectionLog, row: LogRow | undefined): string | undefined {
  const { instant, source } = loggedTime(log, row);
  const utc = `\`${instant.toISOString().replace('.000Z', 'Z')}\``;
  if (source === 'response') return `${utc} (the Date of the response)`;
  if (row?.time === undefined || row.time === '') return undefined;
  const sent = span(`${row.time} ${log.timeZone}`.trim());
  return source === 'row' && log.timeZone !== 'UTC' ? `${sent} = ${utc}` : sent;
}

function countryOf(row: LogRow | undefined): string | undefined {
  const { country, countryCode } = row ?? {};
  if (!country || !countryCode || country === countryCode) return span(country || countryCode);
  return span(`${country} (${countryCode})`);
}
