/** The line in a panel that shows how common its log is. */
import { setTimeout } from 'node:timers/promises';
import { domainOf, type LogTarget, targetId } from '../connections/logTarget.ts';
import { commonParts, unsupportedText } from '../formats/howCommonText.ts';
import { describeFault } from '../service/faults.ts';
import type { LogRow } from '../service/model.ts';
import type { Commonness, Counted } from '../service/queries/howCommon.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { local, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { runCommand } from '../ui/ownCommands.ts';
import type { ShownCount } from './detectionMessages.ts';

/** Counts the logs that have something in common with a log; returns undefined if they cannot be counted. */
export type HowCommon = (
  target: LogTarget,
  row: LogRow,
  signal: AbortSignal,
) => Promise<Commonness | undefined>;

/** How long a log must be visible before similar logs are counted, in milliseconds. */
const IN_SIGHT = 1_000;

export interface CommonLineOptions {
  readonly howCommon: HowCommon;
  readonly isVisible: () => boolean;
  readonly onCounted: () => void;
}

export class CommonLine {
  readonly #options: CommonLineOptions;
  #target: LogTarget | undefined;
  #signal: AbortSignal | undefined;
  #waiting: AbortController | undefined;
  #isCounting = false;
  #counted: Commonness | undefined;
  /** The numbers; undefined until they are known. */
  shown: readonly ShownCount[] | undefined;

  constructor(options: CommonLineOptions) {
    this.#options = options;
  }

  /**
   * Determines how common a log is after its panel has been visible for a second.
   * @param signal aborted when another log is shown
   */
  start(target: LogTarget, signal: AbortSignal): void {
    const isSame = this.#target && targetId(this.#target) === targetId(target);
    this.#target = target;
    this.#signal = signal;
    this.#isCounting = false;
    if (!isSame) {
      this.#counted = undefined;
      this.shown = undefined;
    }
    this.visibilityChanged();
  }

  visibilityChanged(): void {
    this.#waiting?.abort();
    if (!this.#signal || this.#isCounting || this.shown || !this.#options.isVisible()) return;
    this.#waiting = new AbortController();
    void this.#count(AbortSignal.any([this.#signal, this.#waiting.signal]), this.#signal);
  }

  /** Opens a table of the logs that were counted for one of the numbers. */
  async open(name: Counted): Promise<void> {
    const count = this.#counted?.counts[name];
    if (!this.#target || count?.total === undefined) return;
    const { from: _, to: __, ...filter } = count.filter;
    const query: LogQuery = { ...filter, days: 'last7Days' };
    await runCommand('partnerLogs.openTable', domainOf(this.#target), query);
  }

  async #count(waiting: AbortSignal, signal: AbortSignal): Promise<void> {
    const target = this.#target;
    try {
      await setTimeout(IN_SIGHT, undefined, { signal: waiting });
      if (!target?.row) return;
      this.#isCounting = true;
      this.#counted = await this.#options.howCommon(target, target.row, signal);
      if (signal.aborted || !this.#counted) return;
      this.shown = shownCounts(this.#counted);
    } catch (fault) {
      if (waiting.aborted || signal.aborted) return;
      const { headline, cause } = describeFault(fault, local);
      const text = t('same rule and path: {0}', t('not known'));
      this.shown = [{ name: 'route', text, reason: sentences(headline, cause) }];
    }
    this.#options.onCounted();
  }
}

function shownCounts(counted: Commonness): ShownCount[] {
  const { from, to } = counted.days;
  return commonParts(counted).map(({ name, text, unsupported }) => ({
    name,
    text: local(text),
    ...(unsupported && { reason: unsupportedText(unsupported, local) }),
    ...(counted.counts[name].total && { link: t('Show These Logs in Table ({0} to {1})', from, to) }),
  }));
}
