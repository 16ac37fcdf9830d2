/** The headers of a log as rows. */
import type { TextRange } from '../http/decode/offsetMap.ts';
import { addedHeaders, parseRawRequest } from '../http/rawHttp.ts';
import type { DetectionLog, Header } from '../service/model.ts';
import { filterOf, type Row } from './facts.ts';

/** Returns the request headers, with those that the service added marked. */
export function requestRows(log: Pick<DetectionLog, 'rawData' | 'request'>): Row[] {
  const added = new Set(addedHeaders(log));
  return log.request.headers.map(([name, value]) => {
    if (!added.has(name)) return { name, value };
    const filter = filterOf(name, value);
    return { name, value, added: true, ...(filter && { filter }) };
  });
}

/** Returns a function that finds the header at a range of the raw data: its index, and the range within its value. */
export function headerAt(
  rawData: string,
  headers: readonly Header[],
): (range: TextRange) => { readonly index: number; readonly range?: TextRange } | undefined {
  const raw = parseRawRequest(rawData).headers;
  return ({ start, end }) => {
    const at = raw.find((each) => each.start <= start && end <= each.end);
    if (at === undefined) return undefined;
    const index = headers.findIndex(([name, value]) => name === at.name.trim() && value.trim() === at.value);
    if (index < 0) {
      const byName = headers.findIndex(([name]) => name.toLowerCase() === at.name.trim().toLowerCase());
      return byName < 0 ? undefined : { index: byName };
    }
    const value = headers[index]?.[1] ?? '';
    const offset = at.valueStart - (value.length - value.trimStart().length);
    const isThere =
      start >= at.valueStart && rawData.slice(start, end) === value.slice(start - offset, end - offset);
    return { index, ...(isThere && { range: { start: start - offset, end: end - offset } }) };
  };
}
