import { setImmediate } from 'node:timers/promises';
import type { TextFilter } from '../service/model.ts';
import { answerRow } from './answers.ts';
import type { SampleDomainLogs } from './sampleLogs.ts';

/**
 * The filter for a list of logs. Empty strings have no effect. A `uri` matches any part of the row's URI, a `keyword`
 * any part of any string in the row, and each other text the whole value. Case is ignored.
 */
export type Filter = Readonly<Record<TextFilter, string>> & {
  /** First and last days, inclusive (sampleDays.ts). */
  readonly from: number;
  readonly to: number;
};

/** Number of logs to scan before yielding to other tasks. */
const SCAN_BATCH = 1000;

/** The only detection type in the sample data. */
export const DETECTED_TYPE = 'WAF';

/** Filters one domain's logs. Without text, the time to return a page does not depend on the number of logs. */
export class LogFilterer {
  readonly #logs: SampleDomainLogs;
  #last: { readonly question: string; readonly ordinals: readonly number[] } | undefined;

  constructor(logs: SampleDomainLogs) {
    this.#logs = logs;
  }

  /** Returns the number of matching logs, and at most `limit` ordinals, newest first, from position `offset`. */
  async select(
    { from, to, ...texts }: Filter,
    offset: number,
    limit: number,
  ): Promise<{ readonly total: number; readonly ordinals: readonly number[] }> {
    const { start, end } = this.#logs.timeline.between(from, to);
    const wanted = Object.entries(texts).filter(([, text]) => text !== '') as [TextFilter, string][];
    if (wanted.length > 0) {
      const ordinals = await this.#scan(wanted, start, end);
      return { total: ordinals.length, ordinals: ordinals.slice(offset, offset + limit) };
    }
    const length = Math.max(0, Math.min(limit, end - start - offset));
    return { total: end - start, ordinals: Array.from({ length }, (_, place) => end - 1 - offset - place) };
  }

  /** Returns the ordinals of matching logs. Scans the logs only once for all pages with the same filter. */
  async #scan(wanted: readonly [TextFilter, string][], start: number, end: number) {
    const question = JSON.stringify([wanted, start, end]);
    if (this.#last?.question === question) return this.#last.ordinals;
    const ordinals: number[] = [];
    for (let ordinal = end - 1; ordinal >= start; ordinal--) {
      const row = answerRow(this.#logs.log(ordinal));
      const tests: Readonly<Record<TextFilter, (text: string) => boolean>> = {
        detectedType: (text) => isSame(DETECTED_TYPE, text),
        action: (text) => isSame(row.action, text),
        rule: (text) => isSame(row.attack, text),
        address: (text) => isSame(row.ip, text),
        countryCode: (text) => isSame(row.country_code, text),
        uri: (text) => contains(row.uri, text),
        keyword: (text) => Object.values(row).some((value) => contains(String(value), text)),
      };
      if (wanted.every(([name, text]) => tests[name](text))) ordinals.push(ordinal);
      if (ordinal % SCAN_BATCH === 0) await setImmediate();
    }
    this.#last = { question, ordinals };
    return ordinals;
  }
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
