import type { LogService } from '../service/api.ts';
import { today } from '../service/calendar.ts';
import { isServiceError } from '../service/errors.ts';
import type { Counts } from '../service/model.ts';

/** What is known of a domain's counts of today. */
export interface TodaysState {
  /** The day, in the service's zone, that `counts` is of. */
  readonly day: string;
  readonly counts: Counts | undefined;
  /** When `counts` was read. */
  readonly asOf: Date | undefined;
  /** Why the last read failed, after it did. */
  readonly fault: unknown;
}

interface Place {
  readonly connectionId: string;
  readonly index: number;
}

export interface TodaysCountsOptions {
  readonly serviceOf: (connectionId: string) => Promise<LogService>;
  readonly now: () => Date;
  readonly onChange: () => void;
}

/**
 * Today's counts by domain, without an editor in it. "Today" is the service's: in the zone of the connection's last
 * answer, UTC until there is one. At the service's midnight the old day's counts are unknown again.
 */
export class TodaysCounts {
  readonly #options: TodaysCountsOptions;
  readonly #states = new Map<string, TodaysState>();
  readonly #zones = new Map<string, string>();
  /** Connections whose key was refused: not asked again until `reset`. */
  readonly #refused = new Set<string>();
  #generation = 0;

  constructor(options: TodaysCountsOptions) {
    this.#options = options;
  }

  /** Undefined when nothing was ever read; counts of a day that is over are left out. */
  get(place: Place): TodaysState | undefined {
    const state = this.#states.get(placeId(place));
    if (!state || state.day === this.today(place.connectionId)) return state;
    return { ...state, counts: undefined, asOf: undefined };
  }

  /** The day that it is for a connection's service, `YYYY-MM-DD`. */
  today(connectionId: string): string {
    return today(this.#zones.get(connectionId) ?? 'UTC', this.#options.now()).day;
  }

  /** Reads the counts of these domains; failures are kept as states. True when none failed. */
  async refresh(places: readonly Place[], signal?: AbortSignal): Promise<boolean> {
    const generation = this.#generation;
    const asked = places.filter(({ connectionId }) => !this.#refused.has(connectionId));
    const results = await Promise.all(asked.map((place) => this.#read(place, generation, signal)));
    return results.every(Boolean);
  }

  /** Forgets everything, a refused key included: after a change of connection, key or conventions. */
  reset(): void {
    this.#generation++;
    this.#states.clear();
    this.#zones.clear();
    this.#refused.clear();
    this.#options.onChange();
  }

  async #read(place: Place, generation: number, signal: AbortSignal | undefined): Promise<boolean> {
    let next: TodaysState;
    try {
      const counts = await this.#ask(place, signal);
      next = { day: this.today(place.connectionId), counts, asOf: this.#options.now(), fault: undefined };
    } catch (fault) {
      const known = this.get(place);
      next = { day: this.today(place.connectionId), counts: known?.counts, asOf: known?.asOf, fault };
      if (generation === this.#generation && isServiceError(fault, 'unauthorized'))
        this.#refused.add(place.connectionId);
    }
    if (generation !== this.#generation || signal?.aborted) return true;
    this.#states.set(placeId(place), next);
    this.#options.onChange();
    return next.fault === undefined;
  }

  /** Today's counts; asked once more when the answer's zone shows that it is another day there. */
  async #ask({ connectionId, index }: Place, signal: AbortSignal | undefined): Promise<Counts> {
    const service = await this.#options.serviceOf(connectionId);
    const options = { priority: 'background', ...(signal && { signal }) } as const;
    const day = this.today(connectionId);
    const counts = await service.counts(index, { from: day, to: day }, options);
    this.#zones.set(connectionId, counts.timeZone);
    const served = this.today(connectionId);
    return served === day ? counts : service.counts(index, { from: served, to: served }, options);
  }
}

function placeId({ connectionId, index }: Place): string {
  return `${connectionId}/${index}`;
}
