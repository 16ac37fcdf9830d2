import type { App } from '../app.ts';
import { delay } from '../base/abort.ts';
import { NewestMap } from '../base/newestMap.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { readSimilarRequests, type SimilarRequests, type Tally } from '../lists/similarRequests.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { localNumber } from '../text/localFormats.ts';
import { sentences } from '../text/sentences.ts';
import { truncate } from '../text/strings.ts';
import type { ShownSimilar } from './detectionMessages.ts';

/** How long to keep the similar requests of a log, in milliseconds, and the maximum number of logs. */
const KEPT = 5 * 60_000;
const MOST_KEPT = 100;
/** How long a log must be in sight before its similar requests are read, in milliseconds. */
const IN_SIGHT = 1_000;

/** The similar requests of logs. */
export class SimilarLogs {
  readonly #app: App;
  readonly #kept = new NewestMap<{
    readonly until: number;
    readonly ending: AbortSignal;
    readonly similar: SimilarRequests;
  }>(MOST_KEPT);

  constructor(app: App) {
    this.#app = app;
  }

  /**
   * Returns the similar requests of a log if its row is known. Rejects with a `ServiceError`.
   * @param wait how long to wait before reading them, in milliseconds
   */
  async of({ connectionId, key, row }: LogTarget, signal: AbortSignal, wait = 0) {
    if (!row) return undefined;
    const { rule, ruleRaw, uri, time } = row;
    const id = JSON.stringify([connectionId, key.domain, rule || ruleRaw, uri, time?.slice(0, 10)]);
    const kept = this.#kept.get(id);
    if (kept && !kept.ending.aborted && Date.now() < kept.until) return kept.similar;
    await delay(wait, signal);
    const { services, today } = this.#app;
    const ending = services.ending(connectionId);
    const service = await services.of(connectionId);
    const similar = await readSimilarRequests(service, key.domain, row, today(connectionId), signal);
    if (similar) this.#kept.set(id, { until: Date.now() + KEPT, ending, similar });
    return similar;
  }

  /**
   * Like `of`, but for a log that stays in sight. Returns the texts to show, or the reason there are none. Resolves to
   * undefined when canceled.
   */
  async shown(target: LogTarget, signal: AbortSignal): Promise<ShownSimilar | undefined> {
    try {
      const similar = await this.of(target, signal, IN_SIGHT);
      return similar && shownSimilar(similar);
    } catch (fault) {
      if (signal.aborted) return undefined;
      const { headline, cause } = describeFault(fault, local);
      return { summary: sentences(headline, cause), days: [], facts: [] };
    }
  }
}

/** Returns the text and numbers to show for a log's similar requests. */
function shownSimilar(similar: SimilarRequests): ShownSimilar {
  const { read, days = [], first, last, actions, addresses, countries } = similar;
  const { from, to } = similar.query.days;
  const outcomes = actions.map(([action, count]) => `${localNumber(count)} ${action}`);
  return {
    summary: read === 0 ? t('None listed from {0} to {1}.', from, to) : amount(similar),
    days,
    facts: [
      { name: t('Outcome'), value: outcomes.join(', ') },
      first === undefined || first === last
        ? { name: t('Last'), value: last ?? '' }
        : { name: t('First and last'), value: `${first} – ${last}` },
      { name: t('Addresses'), value: listed(addresses) },
      { name: t('Countries'), value: listed(countries) },
    ].filter(({ value }) => value !== ''),
  };
}

function amount({ read, total, isNewest, days = [] }: SimilarRequests): string {
  if (total === read && days.length > 0) return t('{0} in {1} days', read, days.length);
  if (total !== undefined)
    return isNewest ? t('newest {0} of {1} read', read, total) : t('{0} of {1} read', read, total);
  return isNewest ? t('newest {0} read', read) : t('{0} read', read);
}

/** Maximum length, in UTF-16 units, of a list of values. */
const LONGEST_LIST = 5_000;

/** Returns the number of distinct values, and the values, most frequent first. */
function listed(values: readonly Tally[]): string {
  const [only] = values;
  if (values.length === 1 && only) return only[0];
  const all = values.map(([value, count]) => `${value} (${localNumber(count)})`).join(', ');
  return values.length === 0 ? '' : `${localNumber(values.length)}: ${truncate(all, LONGEST_LIST)}`;
}
