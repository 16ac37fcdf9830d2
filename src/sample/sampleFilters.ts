import { setImmediate } from 'node:timers/promises';
import type { TextFilter } from '../service/model.ts';
import { answerRow } from './answers.ts';
import type { SampleDomainLogs } from './sampleLogs.ts';

/** The filters that must match a row's complete value, ignoring case. */
const WHOLE = ['action', 'rule', 'address', 'countryCode'] as const;

/**
 * The filter for a list of logs. Empty strings have no effect. A `uri` matches any part of the row's URI, and a
 * `keyword` matches any part of any string in the row.
 */
export type Filter = Readonly<Record<TextFilter, string>> & {
  /** First and last days, inclusive (sampleDays.ts). */
  readonly from: number;
  readonly to: number;
};

/** The logs that match a filter, newest first. */
export interface Selection {
  readonly total: number;
  /** Returns at most `limit` ordinals, starting at position `offset`. */
  readonly slice: (offset: number, limit: number) => readonly number[];
}

/** Number of logs to scan before yielding to other tasks. */
const SCAN_BATCH = 2000;

/** The only detection type in the sample data. */
export const DETECTED_TYPE = 'WAF';

/**
 * Filters one domain's logs. Without a filter, or with a filter that specifies only days, the time to return a page
 * does not depend on the number of logs.
 */
export class LogFilterer {
  readonly #logs: SampleDomainLogs;
  #last: { readonly question: string; readonly ordinals: readonly number[] } | undefined;

  constructor(logs: SampleDomainLogs) {
    this.#logs = logs;
  }

  async select(filter: Filter): Promise<Selection> {
    const { detectedType, ...texts } = filter;
    const none = detectedType !== '' && !sameText(detectedType, DETECTED_TYPE);
    const { start, end } = none ? { start: 0, end: 0 } : this.#logs.timeline.between(filter.from, filter.to);
    if (!Object.values(texts).some((value) => typeof value === 'string' && value !== '')) {
      return {
        total: end - start,
        slice: (offset, limit) =>
          Array.from(
            { length: Math.max(0, Math.min(limit, end - start - offset)) },
            (_, position) => end - 1 - offset - position,
          ),
      };
    }
    const ordinals = await this.#scan(filter, start, end);
    return { total: ordinals.length, slice: (offset, limit) => ordinals.slice(offset, offset + limit) };
  }

  /** Returns the ordinals of matching logs. Scans the logs only once for all pages with the same filter. */
  async #scan(filter: Filter, start: number, end: number): Promise<readonly number[]> {
    const question = JSON.stringify([filter, start, end]);
    if (this.#last?.question === question) return this.#last.ordinals;
    const ordinals: number[] = [];
    for (let ordinal = end - 1; ordinal >= start; ordinal--) {
      if (this.#matches(filter, ordinal)) ordinals.push(ordinal);
      if (ordinal % SCAN_BATCH === 0) await setImmediate();
    }
    this.#last = { question, ordinals };
    return ordinals;
  }

  #matches(filter: Filter, ordinal: number): boolean {
    const { ruleName, ...facts } = this.#logs.facts(ordinal);
    const values = { ...facts, rule: ruleName };
    const { uri, keyword } = filter;
    if (WHOLE.some((name) => filter[name] !== '' && !sameText(filter[name], values[name]))) return false;
    if (uri === '' && keyword === '') return true;
    const row = answerRow(this.#logs.log(ordinal));
    return (
      containsText(row.uri, uri) && Object.values(row).some((value) => containsText(String(value), keyword))
    );
  }
}

function sameText(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function containsText(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
