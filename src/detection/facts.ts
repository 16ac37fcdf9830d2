import type { LogTarget } from '../connections/logTarget.ts';
import { describeMatch, isFound, type Matching, mainMatch } from '../http/ruleMatch.ts';
import type { DetectionLog, Header } from '../service/model.ts';
import { local, t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import { AS_SENT, clockIn, readerTime, type TimeStyle } from '../text/zonedTime.ts';
import type { Row } from './tableRow.ts';

/** What a window knows of a log besides the log and its row. */
export interface KnownOfLog {
  /** What the person calls its domain. */
  readonly domainName?: string | undefined;
  /** Whose time is first. */
  readonly first?: TimeStyle['first'];
}

/** Returns the facts of a log that are known, in the order in which the panel shows them: a further one is a line here. */
export function facts(
  { row }: LogTarget,
  log: DetectionLog,
  matches: Matching,
  { domainName, first = AS_SENT.first }: KnownOfLog = {},
): Row[] {
  const rows: Row[] = [];
  const add = (name: string, value: string | undefined, more?: Partial<Row>) => {
    if (value) rows.push({ name, value, ...more });
  };
  add(t('Status'), String(log.responseCode));
  add(t('Action'), row?.action, { filter: 'action', ...outcomeOf(row?.action) });
  add(t('Rule'), row?.rule, { filter: 'rule' });
  add(t('Detection type'), log.key.detectedType, { filter: 'detectedType' });
  if (row?.time) rows.push({ name: t('Time'), ...bothTimes(row.time, log.timeZone, first) });
  add(t('Time zone'), log.timeZone);
  add(t('Address'), row?.address, { filter: 'address' });
  add(t('Country'), row?.country);
  add(t('Country code'), row?.countryCode, { filter: 'countryCode' });
  add(t('Host'), log.virtualHost);
  add(t('Path'), row?.uri, { filter: 'uri' });
  add(t('Domain number'), String(log.key.domain), domainName ? { note: asPlainLine(domainName) } : {});
  add(t('Log number'), String(log.key.idx));
  addResponseDate(add, log.response.headers);
  add(t('Detected value'), row?.detectedValue);
  add(t('Rule match'), ruleMatch(matches));
  add(t('Rule as sent'), row?.ruleRaw);
  add(t('Base type'), row?.baseType);
  add(t('Base message'), row?.baseMessage);
  if (row?.description !== log.description) add(t('Description in the list'), row?.description);
  return rows;
}

/** The time of the row and the reader's, if that is another, in the order of `first`; a zone that is unknown here is told. */
function bothTimes(time: string, zone: string, first: TimeStyle['first']): Pick<Row, 'value' | 'note'> {
  if (zone === '') return { value: time };
  if (clockIn(zone, 0) === undefined) return { value: time, note: t('time zone unknown here') };
  const reader = readerTime(time, zone);
  if (reader === undefined) return { value: time };
  return first === 'service'
    ? { value: time, note: t('{0} here', reader) }
    : { value: reader, note: asPlainLine(`${time} (${zone})`) };
}

function ruleMatch(matches: Matching): string | undefined {
  if (!isFound(matches)) return matches && local(matches);
  const match = mainMatch(matches);
  return match && t('{0}: {1}', match.place, describeMatch(match));
}

function outcomeOf(action: string | undefined): Pick<Row, 'outcome'> {
  const outcome = action?.toLowerCase();
  return outcome === 'blocked' || outcome === 'detected' ? { outcome } : {};
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function addResponseDate(
  add: (name: string, value: string, more: Partial<Row>) => void,
  headers: readonly Header[],
) {
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  if (date === undefined || !HTTP_DATE.test(date)) return;
  const instant = Date.parse(date);
  if (!Number.isNaN(instant)) add(t('Response date'), date, { instant });
}
