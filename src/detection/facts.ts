import { describeMatching, type Matching } from '../http/match.ts';
import { addedHeaders } from '../http/rawHttp.ts';
import type { DetectionLog, Header, LogRow, RowFilterField } from '../service/model.ts';
import { local, t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import { AS_SENT, clockIn, instantsOf, readerTime, type TimeStyle } from '../text/zonedTime.ts';

/** Facts that a window knows about a log and that are not in the log or its row. */
export interface KnownOfLog {
  /** The name to display for its domain. */
  readonly domainName?: string | undefined;
  readonly times?: TimeStyle;
}

/**
 * Returns the known facts about a log, in panel order. To show another fact, add a line here.
 * @param log undefined while the log is being read; only the facts in its row are then returned
 */
export function facts(
  row: LogRow | undefined,
  log: DetectionLog | undefined,
  matches: Matching,
  { domainName, times = AS_SENT }: KnownOfLog = {},
): Row[] {
  const rows: Row[] = [];
  const add = (name: string, value: string | undefined, more?: Partial<Row>) => {
    if (value) rows.push({ name, value, ...more });
  };
  add(t('Status'), log?.responseCode ? String(log.responseCode) : undefined, { head: 'status' });
  add(t('Action'), row?.action, { filter: 'action', head: 'action', ...outcomeOf(row?.action) });
  add(t('Rule'), row?.rule, { filter: 'rule', head: 'rule' });
  add(t('Detection type'), log?.key.detectedType, { filter: 'detectedType' });
  const zone = log ? log.timeZone : (times.zone ?? '');
  if (row?.time) rows.push({ name: t('Time'), head: 'time', ...bothTimes(row.time, zone, times.first) });
  add(t('Time zone'), log?.timeZone);
  if (row?.address) add(t('Address'), row.address, { filter: 'address', head: 'address' });
  else if (log) {
    const [name = '', value] = clientHeader(log) ?? [];
    add(t('Address'), value, {
      filter: 'address',
      head: 'address',
      source: t({ message: 'from {0}', comment: 'a value: the header that contains it' }, asPlainLine(name)),
    });
  }
  add(t('Country'), row?.country);
  add(t('Country code'), row?.countryCode, { filter: 'countryCode', head: 'countryCode' });
  add(t('Host'), log?.virtualHost);
  add(t('Path'), row?.uri, { filter: 'uri', ...(isInHead(row?.uri, log) && { head: 'path' }) });
  if (log) {
    add(t('Domain number'), String(log.key.domain), domainName ? { note: asPlainLine(domainName) } : {});
    add(t('Log number'), String(log.key.idx));
    addResponseDate(
      add,
      log.response.headers,
      row?.time ? {} : { head: 'time', source: t('date of the response') },
    );
  }
  add(t('Detected value'), row?.detectedValue, { head: 'detectedValue' });
  const match = describeMatching(matches);
  add(t('Rule match'), match && local(match), { head: 'match' });
  add(t('Rule (original value)'), row?.ruleRaw);
  add(t('Base type'), row?.baseType);
  add(t('Base message'), row?.baseMessage);
  if (row?.description !== log?.description) add(t('Description in the list'), row?.description);
  return rows;
}

/**
 * Returns the row's time and the local time, if they differ, in the order given by `first`. Adds a note if this
 * computer does not know the time zone.
 */
function bothTimes(
  time: string,
  zone: string,
  first: TimeStyle['first'],
): Pick<Row, 'value' | 'note' | 'zone' | 'instant'> {
  const [instant] = (zone !== '' && instantsOf(time, zone)) || [];
  const times = timesOf(time, zone, first);
  const isService = times.value === time && clockIn(zone, 0) !== undefined;
  return {
    ...times,
    ...(isService && { zone: asPlainLine(zone) }),
    ...(instant !== undefined && { instant }),
  };
}

function timesOf(time: string, zone: string, first: TimeStyle['first']): Pick<Row, 'value' | 'note'> {
  if (zone === '') return { value: time };
  if (clockIn(zone, 0) === undefined) return { value: time, note: t('time zone unknown on this computer') };
  const reader = readerTime(time, zone);
  if (reader === undefined) return { value: time };
  return first === 'service'
    ? { value: time, note: t('{0} on this computer', reader) }
    : { value: reader, note: asPlainLine(`${time} (${zone})`) };
}

function outcomeOf(action: string | undefined): Pick<Row, 'outcome'> {
  const outcome = action?.toLowerCase();
  return outcome === 'blocked' || outcome === 'detected' ? { outcome } : {};
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function addResponseDate(
  add: (name: string, value: string, more: Partial<Row>) => void,
  headers: readonly Header[],
  head: Pick<Row, 'head' | 'source'>,
) {
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  if (date === undefined || !HTTP_DATE.test(date)) return;
  const instant = Date.parse(date);
  if (!Number.isNaN(instant)) add(t('Response date'), date, { instant, ...head });
}

/** Returns the header that the service added and that contains the client's address, if any. */
export function clientHeader(log: Pick<DetectionLog, 'rawData' | 'request'>): Header | undefined {
  const added = new Set(addedHeaders(log));
  return log.request.headers.find(([name, value]) => added.has(name) && filterOf(name, value) === 'address');
}

/**
 * Returns true if the path is shown at the top of the panel, either because the request line contains it or because
 * there is no request line.
 */
function isInHead(uri: string | undefined, log: DetectionLog | undefined): boolean {
  return !log?.request.firstLine || log.request.firstLine.split(' ')[1] === uri;
}

const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f]{0,4}(:[\da-f]{0,4}){2,7})$/i;

/**
 * Returns the filter field to use for the value of a header that the service added: the client's address or country.
 * Returns undefined for any other value.
 */
export function filterOf(name: string, value: string): RowFilterField | undefined {
  if (ADDRESS.test(value)) return 'address';
  if (/country/i.test(name) && /^[A-Z]{2}$/.test(value)) return 'countryCode';
  return undefined;
}

/**
 * The position of a fact at the top of the panel. Facts without a position are listed in the details; the time is shown
 * in both.
 */
export type HeadField =
  | 'status'
  | 'action'
  | 'rule'
  | 'path'
  | 'address'
  | 'countryCode'
  | 'time'
  | 'detectedValue'
  | 'match';

/** A row of a table of the detection panel. */
export interface Row {
  readonly name: string;
  readonly value: string;
  /** True for a request header that the service added and `raw_data` does not contain. */
  readonly added?: true;
  /** The list filter that this value can be added to. */
  readonly filter?: RowFilterField;
  /** The outcome of the request, if the action is one of the two known ones. */
  readonly outcome?: 'blocked' | 'detected';
  /**
   * Text shown next to the value, sanitized for display, such as an alternative name or the time in another time zone.
   */
  readonly note?: string;
  readonly head?: HeadField;
  /** Nesting depth of the row; absent for 0. */
  readonly depth?: number;
  /** The number of subsequent rows nested in this one. */
  readonly inside?: number;
  /** True for a row that is initially expanded. */
  readonly isOpen?: true;
  /** True for a heading, whose name is not from the log. */
  readonly isHeading?: true;
  /** The part of the log that a value at the top of the panel was taken from, if the log's row is not known. */
  readonly source?: string;
  /** The service's time zone, if the value is a time in that zone. */
  readonly zone?: string;
  /** The time in milliseconds since 1970, for display in the local time zone. Set if the time zone is known. */
  readonly instant?: number;
}
