import { setImmediate } from 'node:timers/promises';
import { answerRow } from './answers.ts';
import type { SampleDomainLogs } from './sampleLogs.ts';

/** Number of logs to scan before yielding to other tasks. */
const SCAN_BATCH = 1000;

/** The only detection type in the sample data. */
export const DETECTED_TYPE = 'WAF';

/** The parameters that filter the text of logs (section 4.1). */
const TEXTS = ['type', 'action_type', 'attack', 'ip', 'country_code', 'uri', 'keyword'] as const;
type Texts = Readonly<Record<(typeof TEXTS)[number], string>>;

/**
 * Returns the number of matching logs from one ordinal up to another, and those on a page, newest first. Without a
 * filter, the time does not depend on the number of logs.
 * @param parameters the parameters of the request; empty ones have no effect
 */
export async function selectLogs(
  logs: SampleDomainLogs,
  parameters: URLSearchParams,
  { start, end }: { readonly start: number; readonly end: number },
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly total: number; readonly ordinals: readonly number[] }> {
  const texts = Object.fromEntries(
    TEXTS.map((name) => [name, (parameters.get(name) ?? '').toLowerCase()]),
  ) as Texts;
  const offset = (page - 1) * perPage;
  if (Object.values(texts).every((text) => text === '')) {
    const length = Math.max(0, Math.min(perPage, end - start - offset));
    return { total: end - start, ordinals: Array.from({ length }, (_, place) => end - 1 - offset - place) };
  }
  const matching: number[] = [];
  for (let ordinal = end - 1; ordinal >= start; ordinal--) {
    if (matches(answerRow(logs.log(ordinal)), texts)) matching.push(ordinal);
    if (ordinal % SCAN_BATCH === 0) await setImmediate();
  }
  return { total: matching.length, ordinals: matching.slice(offset, offset + perPage) };
}

/** Texts must match a whole value, except that a `uri` matches any part of the URI, and a `keyword` of any value. */
function matches(row: ReturnType<typeof answerRow>, texts: Texts): boolean {
  const is = (value: string, text: string) => text === '' || value.toLowerCase() === text;
  return (
    is(DETECTED_TYPE, texts.type) &&
    is(row.action, texts.action_type) &&
    is(row.attack, texts.attack) &&
    is(row.ip, texts.ip) &&
    is(row.country_code, texts.country_code) &&
    row.uri.toLowerCase().includes(texts.uri) &&
    Object.values(row).some((value) => String(value).toLowerCase().includes(texts.keyword))
  );
}
