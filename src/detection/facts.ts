import { loggedTime } from '../formats/loggedTime.ts';
import { addedHeaders } from '../http/rawHttp.ts';
import { type DetectionLog, type Header, type LogRow, outcomeOf } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import { countryName, localAgo } from '../text/localFormats.ts';
import { cutText, truncate } from '../text/strings.ts';
import { clockIn, firstClock, instantsOf, type TimeStyle, wholeTime } from '../text/zonedTime.ts';
import { COPIED_LIMIT, type Fact, type Facts } from './logView.ts';

/**
 * Returns the known facts about a log. To show another fact, add a line here.
 * @param log undefined while the log is being read; only the facts in its row are then returned
 * @param domainName the name to display for its domain, if known
 */
export function factsOf(
  row: LogRow | undefined,
  log: DetectionLog | undefined,
  times: TimeStyle,
  domainName?: string,
  now = Date.now(),
): Facts {
  const [client, address] = (!row?.address && log && clientHeader(log)) || [];
  const [, path] = log?.request.firstLine?.split(' ') ?? [];
  const status = log?.responseCode ? String(log.responseCode) : '';
  // The date of the response stands for the time of a log whose row is not known.
  const answered = log && loggedTime(log, undefined);
  const date = answered?.source === 'response' ? clockIn('UTC', answered.instant.getTime()) : undefined;
  const style = log ? { ...times, zone: log.timeZone || undefined } : times;
  const shownTime = row?.time
    ? shortTime(t('Time'), row.time, style, now)
    : shortTime(t('Response date'), date, UTC, now, t('date of the response'));
  return {
    outcome: outcomeOf(row?.action),
    chips: present(
      fact(t('Action'), row?.action, { filter: 'action', text: outcomeText(row?.action, status) }),
      row?.action ? undefined : fact(t('Status'), status, { text: `HTTP ${status}` }),
      fact(t('Rule'), row?.rule, { filter: 'rule' }),
    ),
    head: present(
      fact(t('Address'), row?.address ?? address, {
        filter: 'address',
        note:
          client &&
          t({ message: 'from {0}', comment: 'a value: the header that contains it' }, asPlainLine(client)),
      }),
      fact(t('Country code'), row?.countryCode, {
        filter: 'countryCode',
        note: countryName(row?.countryCode ?? ''),
      }),
      shownTime,
    ),
    details: present(
      fact(t('Detection type'), log?.key.detectedType, { filter: 'detectedType' }),
      fact(t('Time'), row?.time, { text: row?.time && wholeTime(row.time, style) }),
      fact(t('Time zone'), log?.timeZone),
      fact(t('Country'), row?.country),
      fact(t('Host'), log?.virtualHost),
      // The heading contains the path of the request line or, without one, that of the row.
      fact(t('Path'), path && path !== row?.uri ? row?.uri : undefined, { filter: 'uri' }),
      fact(t('Domain number'), log && String(log.key.domain), {
        note: domainName && asPlainLine(domainName),
      }),
      fact(t('Log number'), log && String(log.key.idx)),
      fact(t('Response date'), date, { text: date && wholeTime(date, UTC) }),
      fact(t('Rule (original value)'), row?.ruleRaw),
      fact(t('Base type'), row?.baseType),
      fact(t('Base message'), row?.baseMessage),
      fact(
        t('Description in the list'),
        row?.description === log?.description ? undefined : row?.description,
      ),
    ),
  };
}

/** Says of a request that was only detected that the server answered it. */
function outcomeText(action = '', status: string): string {
  if (status === '') return action;
  if (outcomeOf(action) !== 'detected') return `${action} ${status}`;
  return t('{0}, answered {1}', action, status);
}

function fact(
  name: string,
  value: string | undefined,
  more: Omit<Fact, 'name' | 'value'> = {},
): Fact | undefined {
  if (!value) return undefined;
  return { name, value: cutText(value, COPIED_LIMIT), ...more };
}

function present(...facts: readonly (Fact | undefined)[]): Fact[] {
  return facts.filter((each) => each !== undefined);
}

const UTC: TimeStyle = { zone: 'UTC', first: 'service' };

/**
 * Returns a time without its date if the date is today. Next to it is how long ago it was.
 * @param source the text to show instead of the time zone
 */
function shortTime(
  name: string,
  time: string | undefined,
  style: TimeStyle,
  now: number,
  source?: string,
): Fact | undefined {
  if (!time) return undefined;
  const { clock, today } = firstClock(time, style, now);
  const [instant] = (style.zone && instantsOf(time, style.zone)) || [];
  const isToday = today !== undefined && clock.startsWith(today.slice(0, 11));
  const zone = source ?? (clock === time ? asPlainLine(style.zone ?? '') : '');
  return fact(name, clock, {
    text: isToday ? clock.slice(11) : undefined,
    note: instant === undefined ? source : `${zone} (${localAgo(instant, now)})`.trim(),
  });
}

/** Returns the header that the service added and that contains the client's address, if any. */
export function clientHeader(log: Pick<DetectionLog, 'rawData' | 'request'>): Header | undefined {
  const added = new Set(addedHeaders(log));
  return log.request.headers.find(([name, value]) => added.has(name) && ADDRESS.test(value));
}

const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f]{0,4}(:[\da-f]{0,4}){2,7})$/i;

/** Maximum length, in UTF-16 units, of the heading; the raw data contains the whole path. */
const LONGEST_HEADING = 300;

/**
 * Returns the method and path of a request line, or the row's path if there is no request line. Returns a request line
 * in any other form unchanged.
 */
export function headingOf(firstLine: string | undefined, row: LogRow | undefined): string {
  const text = firstLine || (row?.uri ?? '');
  const [, method, path, query] = /^(\S{1,40} )?([^\s?]+)(\?\S*)?(?: HTTP\/\d(?:\.\d)?)?$/.exec(text) ?? [];
  const heading = path === undefined ? text : `${method ?? ''}${path}${query === undefined ? '' : '?…'}`;
  return truncate(heading, LONGEST_HEADING);
}
