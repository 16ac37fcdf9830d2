import type { LogTarget } from '../connections/logTarget.ts';
import { describeMatch, type Matching, mainMatch } from '../http/ruleMatch.ts';
import type { DetectionLog, Header } from '../service/model.ts';
import type { Row } from './tableRow.ts';

/** Returns the facts of a log that are known, in the order in which the panel shows them: a further one is a line here. */
export function facts({ row }: LogTarget, log: DetectionLog, matches: Matching): Row[] {
  const rows: Row[] = [];
  const add = (name: string, value: string | undefined, more?: Partial<Row>) => {
    if (value) rows.push({ name, value, ...more });
  };
  add('Status', String(log.responseCode));
  add('Action', row?.action, { filter: 'action', ...outcomeOf(row?.action) });
  add('Rule', row?.rule, { filter: 'rule' });
  add('Detection type', log.key.detectedType, { filter: 'detectedType' });
  add('Time', row?.time);
  add('Time zone', log.timeZone);
  add('Address', row?.address, { filter: 'address' });
  add('Country', row?.country);
  add('Country code', row?.countryCode, { filter: 'countryCode' });
  add('Host', log.virtualHost);
  add('Path', row?.uri, { filter: 'uri' });
  add('Domain', String(log.key.domain));
  add('Log', String(log.key.idx));
  addResponseDate(add, log.response.headers);
  add('Detected value', row?.detectedValue);
  add('Rule match', ruleMatch(matches));
  add('Rule as sent', row?.ruleRaw);
  add('Base type', row?.baseType);
  add('Base message', row?.baseMessage);
  if (row?.description !== log.description) add('Description in the list', row?.description);
  return rows;
}

function ruleMatch(matches: Matching): string | undefined {
  if (typeof matches !== 'object') return matches;
  const match = mainMatch(matches);
  return match && `${match.place}: ${describeMatch(match)}`;
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
  if (!Number.isNaN(instant)) add('Response date', date, { instant });
}
