import { loggedTime } from '../formats/loggedTime.ts';
import { addedHeaders } from '../http/rawHttp.ts';
import { type DetectionLog, type Header, type LogRow, outcomeOf } from '../service/model.ts';
import { t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import { countryName, localAgo } from '../text/localFormats.ts';
import { truncate } from '../text/strings.ts';
import { clockIn, instantsOf, type TimeStyle, wholeTime } from '../text/zonedTime.ts';
import { type Field, fieldOf, type LogView, VALUE_LIMIT } from './logView.ts';

/**
 * Returns the heading and the known facts about a log. To show another fact, add a line here.
 * @param log undefined while the log is being read; only the facts in its row are then returned
 * @param domainName the name to display for its domain, if known
 */
export function factsOf(
  row: LogRow | undefined,
  log: DetectionLog | undefined,
  times: TimeStyle,
  domainName?: string,
  now = Date.now(),
): Omit<LogView, 'title' | 'content'> {
  const [header, address] = (!row?.address && log && clientHeader(log)) || [];
  const answered = row?.time ? undefined : log && responseTime(log);
  const time = row?.time || answered;
  const style = log ? { ...times, zone: log.timeZone || (answered ? 'UTC' : times.zone) } : times;
  const [, path] = log?.request.firstLine?.split(' ') ?? [];
  const status = log?.responseCode ? String(log.responseCode) : '';
  const country = countryName(row?.countryCode ?? '');
  const unless = (shown: string | undefined, value: string | undefined) =>
    value === shown ? undefined : value;
  return {
    heading: headingOf(log?.request.firstLine, row),
    outcome: outcomeOf(row?.action),
    chips: present(
      fact(t('Action'), row?.action, { filter: 'action', text: outcomeText(row?.action, status) }),
      row?.action ? undefined : fact(t('Status'), status, { text: `HTTP ${status}` }),
      fact(t('Rule'), row?.rule, { filter: 'rule' }),
    ),
    head: present(
      fact(t('Address'), row?.address || address, { filter: 'address', note: header && sourceText(header) }),
      fact(t('Country code'), row?.countryCode, { filter: 'countryCode', note: country }),
      fact(t('Time'), time, {
        text: time && wholeTime(time, style),
        note: answered ? sourceText('Date') : agoText(time ?? '', style.zone ?? '', now),
      }),
    ),
    details: present(
      fact(t('Detection type'), log?.key.detectedType, { filter: 'detectedType' }),
      fact(t('Time zone'), time ? undefined : log?.timeZone),
      fact(t('Country'), unless(country, row?.country)),
      fact(t('Host'), log?.virtualHost),
      // The heading contains the path of the request line or, without one, that of the row.
      fact(t('Path'), path && unless(path, row?.uri), { filter: 'uri' }),
      fact(t('Domain number'), log && String(log.key.domain), {
        note: domainName && asPlainLine(domainName),
      }),
      fact(t('Log number'), log && String(log.key.idx)),
      fact(t('Rule (original value)'), unless(row?.rule, row?.ruleRaw)),
      fact(t('Base type'), row?.baseType),
      fact(t('Base message'), unless(log?.description, row?.baseMessage)),
      fact(t('Description in the list'), unless(log?.description, row?.description)),
    ),
  };
}

/** Says of a request that was only detected that the server answered it. */
function outcomeText(action = '', status: string): string {
  if (status === '') return action;
  if (outcomeOf(action) !== 'detected') return `${action} ${status}`;
  return t('{0}, answered {1}', action, status);
}

/** @param text the text to show instead of the value */
function fact(
  name: string,
  value: string | undefined,
  { text = value, ...more }: Pick<Field, 'note' | 'filter'> & { readonly text?: string | undefined } = {},
): Field | undefined {
  if (!value) return undefined;
  const isCopied = text !== value && value.length <= VALUE_LIMIT;
  return { ...fieldOf(name, text ?? value), ...(isCopied && { value }), ...more };
}

function present(...facts: readonly (Field | undefined)[]): Field[] {
  return facts.filter((each) => each !== undefined);
}

/** Returns how long ago a row's time was, if the time zone is known. */
function agoText(time: string, zone: string, now: number): string | undefined {
  const [instant] = instantsOf(time, zone) ?? [];
  return instant === undefined ? undefined : `(${localAgo(instant, now)})`;
}

function sourceText(header: string): string {
  return t('from the header {0}', asPlainLine(header));
}

/** Returns the time at which the server responded to the request, like a row's time, in the log's time zone or UTC. */
export function responseTime(log: DetectionLog): string | undefined {
  const { source, instant } = loggedTime(log, undefined);
  return source === 'response' ? clockIn(log.timeZone || 'UTC', instant.getTime()) : undefined;
}

/** Returns the header that contains the client's address, if the service added one. */
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
