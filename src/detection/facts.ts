import { addedHeaders } from '../http/rawHttp.ts';
import type { DetectionLog, Header, LogRow, RowFilterField } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import { clockIn, instantsOf, readerTime, type TimeStyle } from '../text/zonedTime.ts';
import type { Fact } from './logView.ts';

/**
 * Returns the known facts about a log, in panel order. To show another fact, add a line here.
 * @param log undefined while the log is being read; only the facts in its row are then returned
 * @param domainName the name to display for its domain, if known
 */
export function facts(
  row: LogRow | undefined,
  log: DetectionLog | undefined,
  times: TimeStyle,
  domainName?: string,
): Fact[] {
  const [client, address] = (!row?.address && log && clientHeader(log)) || [];
  const [, path] = log?.request.firstLine?.split(' ') ?? [];
  const known: (Fact | false | undefined)[] = [
    fact(t('Status'), log?.responseCode ? String(log.responseCode) : '', { head: 'status' }),
    fact(t('Action'), row?.action, { filter: 'action', head: 'action', ...outcomeOf(row?.action) }),
    fact(t('Rule'), row?.rule, { filter: 'rule', head: 'rule' }),
    fact(t('Detection type'), log?.key.detectedType, { filter: 'detectedType' }),
    timeOf(row, log, times),
    fact(t('Time zone'), log?.timeZone),
    fact(t('Address'), row?.address ?? address, {
      ...{ filter: 'address', head: 'address' },
      ...(client && {
        source: t(
          { message: 'from {0}', comment: 'a value: the header that contains it' },
          asPlainLine(client),
        ),
      }),
    }),
    fact(t('Country'), row?.country),
    fact(t('Country code'), row?.countryCode, { filter: 'countryCode', head: 'country' }),
    fact(t('Host'), log?.virtualHost),
    // The request line contains the path; without one, the path is the heading.
    fact(t('Path'), row?.uri, { filter: 'uri', ...((!path || path === row?.uri) && { head: 'path' }) }),
    fact(
      t('Domain number'),
      log && String(log.key.domain),
      domainName ? { note: asPlainLine(domainName) } : {},
    ),
    fact(t('Log number'), log && String(log.key.idx)),
    responseDate(row, log),
    fact(t('Rule (original value)'), row?.ruleRaw),
    fact(t('Base type'), row?.baseType),
    fact(t('Base message'), row?.baseMessage),
    row?.description !== log?.description && fact(t('Description in the list'), row?.description),
  ];
  return known.filter((each) => each !== undefined && each !== false);
}

function fact(name: string, value: string | undefined, more?: Partial<Fact>): Fact | undefined {
  return value ? { name, value, ...more } : undefined;
}

/**
 * Returns the row's time and the local time, if they differ, in the order given by `first`. Adds a note if this computer
 * does not know the time zone.
 */
function timeOf(row: LogRow | undefined, log: DetectionLog | undefined, times: TimeStyle): Fact | undefined {
  const time = row?.time;
  if (!time) return undefined;
  const zone = log ? log.timeZone : (times.zone ?? '');
  const named = { name: t('Time'), head: 'time' } as const;
  if (zone === '') return { ...named, value: time };
  if (clockIn(zone, 0) === undefined)
    return { ...named, value: time, note: t('time zone unknown on this computer') };
  const [instant] = instantsOf(time, zone) ?? [];
  const known = { ...named, ...(instant !== undefined && { instant }) };
  const reader = readerTime(time, zone);
  if (reader !== undefined && times.first === 'local')
    return { ...known, value: reader, note: asPlainLine(`${time} (${zone})`) };
  const note = reader === undefined ? {} : { note: t('{0} on this computer', reader) };
  return { ...known, value: time, zone: asPlainLine(zone), ...note };
}

function outcomeOf(action: string | undefined): Pick<Fact, 'outcome'> {
  const outcome = action?.toLowerCase();
  return outcome === 'blocked' || outcome === 'detected' ? { outcome } : {};
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Returns the date of the response, which stands for the time of a log whose row is not known. */
function responseDate(row: LogRow | undefined, log: DetectionLog | undefined): Fact | undefined {
  const date = log?.response.headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  const instant = date !== undefined && HTTP_DATE.test(date) ? Date.parse(date) : Number.NaN;
  const value = Number.isNaN(instant) ? undefined : clockIn('UTC', instant);
  const reader = value && readerTime(value, 'UTC');
  return fact(t('Response date'), value, {
    ...{ instant, zone: 'UTC' },
    ...(reader && { note: t('{0} on this computer', reader) }),
    ...(!row?.time && { head: 'time', source: t('date of the response') }),
  });
}

/** Returns the header that the service added and that contains the client's address, if any. */
export function clientHeader(log: Pick<DetectionLog, 'rawData' | 'request'>): Header | undefined {
  const added = new Set(addedHeaders(log));
  return log.request.headers.find(([name, value]) => added.has(name) && filterOf(name, value) === 'address');
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
 * Returns the method and path of a request line, or the row's path if there is no request line. Returns a request line
 * in any other form unchanged.
 */
export function headingOf(firstLine: string | undefined, row: LogRow | undefined): string {
  const text = firstLine || (row?.uri ?? '');
  const [, method, path, query] = /^(\S{1,40} )?([^\s?]+)(\?\S*)?(?: HTTP\/\d(?:\.\d)?)?$/.exec(text) ?? [];
  return path === undefined ? text : `${method ?? ''}${path}${query === undefined ? '' : '?…'}`;
}
