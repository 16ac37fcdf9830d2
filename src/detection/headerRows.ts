/** The headers of a log as rows. */
import type { TextRange } from '../http/decode/offsetMap.ts';
import { addedHeaders, parseRawRequest } from '../http/rawHttp.ts';
import type { DetectionLog, Header } from '../service/model.ts';
import { filterOf, type Row } from './facts.ts';

/** Returns the headers of the request; those that the service added are marked. */
export function requestRows(log: Pick<DetectionLog, 'rawData' | 'request'>): Row[] {
  const added = new Set(addedHeaders(log));
  return log.request.headers.map(([name, value]) => {
    if (!added.has(name)) return { name, value };
    const filter = filterOf(name, value);
    return { name, value, added: true, ...(filter && { filter }) };
  });
}

/** Returns a function that finds the header that contains a range of the raw data, by its index. */
export function headerAt(
  rawData: string,
  headers: readonly Header[],
): (range: TextRange) => number | undefined {
  const raw = parseRawRequest(rawData).headers;
  return ({ start, end }) => {
    const at = raw.find((each) => each.start <= start && end <= each.end);
    if (at === undefined) return undefined;
    const isIt = ([name, value]: Header) => name === at.name.trim() && value.trim() === at.value;
    const index = headers.findIndex(isIt);
    const byName = headers.findIndex(([name]) => name.toLowerCase() === at.name.trim().toLowerCase());
    return index >= 0 ? index : byName >= 0 ? byName : undefined;
  };
}
