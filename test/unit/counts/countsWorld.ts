/** A service, a clock, and a window for counts, all controlled by the test. */

import type { DomainRef } from '../../../src/connections/domainRef.ts';
import { CountsReadings, type Wanted } from '../../../src/counts/countsReadings.ts';
import { RefreshTimer } from '../../../src/counts/refreshTimer.ts';
import { ServiceDays } from '../../../src/counts/serviceDays.ts';
import { TodaysCounts } from '../../../src/counts/todaysCounts.ts';
import type { LogService } from '../../../src/service/api.ts';
import type { Counts, DateRange, DayCounts } from '../../../src/service/model.ts';

export const MINUTE = 60_000;

const total = (number: number) => ({ total: number, previous: null, changeRate: null, periodLabel: null });

/** Returns a response with the same numbers in its totals and in each of `days`. */
export function answer(range: DateRange, attackers: number, more: Partial<Counts> = {}): Counts {
  return {
    range,
    totals: { visitors: total(90), attackers: total(attackers), maliciousIps: total(3), bots: total(4) },
    days: [],
    timeZone: 'UTC',
    ...more,
  };
}

export function day(date: string, attackers: number): DayCounts {
  return { date, visitors: 90, attackers, maliciousIps: 3, bots: 4 };
}

export interface Asked {
  readonly connectionId: string;
  readonly domain: number;
  readonly range: DateRange;
  readonly priority: string | undefined;
  readonly at: number;
}

/** Waits until everything that depends only on promises has completed. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export class CountsWorld {
  now: Date;
  zone = 'UTC';
  /** Additional fields of the responses. */
  more: Partial<Counts> = {};
  attackers: (asked: Asked) => number = () => 42;
  /** Returns the error to throw in place of a response, if any. */
  fault: (asked: Asked) => unknown = () => undefined;
  /** If set, a promise that requests wait for. */
  gate: Promise<void> | undefined;
  focused = true;
  interval = 5 * MINUTE;
  wanted: Wanted[] = [];
  random = 0;
  changes = 0;
  ticks = 0;
  newDays = 0;
  /** Replaces the other reads and records when they ran. */
  otherReads: (goOn: () => boolean) => Promise<boolean> = async () => true;
  readonly othersAt: number[] = [];
  running = 0;
  mostRunning = 0;
  readonly asked: Asked[] = [];
  readonly #tasks = new Set<{ readonly at: number; readonly task: () => void }>();
  readonly days: ServiceDays;
  readonly readings: CountsReadings;
  readonly todays: TodaysCounts;

  constructor(start = '2026-05-31T12:00:00Z') {
    this.now = new Date(start);
    this.days = new ServiceDays(() => this.now);
    this.readings = new CountsReadings({
      serviceOf: async (connectionId) => this.#service(connectionId),
      days: this.days,
      now: () => this.now,
      random: () => this.random,
    });
    this.readings.onDidChange(() => {
      this.changes++;
    });
    this.todays = new TodaysCounts(this.readings, this.days);
  }

  timer(): RefreshTimer {
    return new RefreshTimer({
      readings: this.readings,
      days: this.days,
      wanted: () => this.wanted,
      interval: () => this.interval,
      focused: () => this.focused,
      now: () => this.now,
      random: () => this.random,
      otherReads: (goOn) => {
        this.othersAt.push(this.now.getTime());
        return this.otherReads(goOn);
      },
      after: (milliseconds, task) => {
        const entry = { at: this.now.getTime() + milliseconds, task };
        this.#tasks.add(entry);
        return () => this.#tasks.delete(entry);
      },
      onTick: () => {
        this.ticks++;
      },
      onNewDay: () => {
        this.newDays++;
      },
    });
  }

  /** The number of tasks waiting for their time. */
  get waiting(): number {
    return this.#tasks.size;
  }

  /** Lets time pass, and runs each task when it is due. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now.getTime() + milliseconds;
    for (;;) {
      const [next] = [...this.#tasks].sort((one, other) => one.at - other.at);
      if (!next || next.at > end) break;
      this.#tasks.delete(next);
      this.now = new Date(Math.max(next.at, this.now.getTime()));
      next.task();
      await settled();
    }
    this.now = new Date(end);
    await settled();
  }

  #service(connectionId: string): LogService {
    const unused = () => Promise.reject(new Error('not used'));
    return {
      domains: unused,
      logs: unused,
      log: unused,
      dispose: () => {},
      counts: async (domain, range, options) => {
        const asked = {
          connectionId,
          domain,
          range,
          priority: options?.priority,
          at: this.now.getTime(),
        };
        this.asked.push(asked);
        this.running++;
        this.mostRunning = Math.max(this.mostRunning, this.running);
        try {
          await this.gate;
          const fault = this.fault(asked);
          if (fault) throw fault;
          return answer(range, this.attackers(asked), { timeZone: this.zone, ...this.more });
        } finally {
          this.running--;
        }
      },
    };
  }
}

export const shop: DomainRef = { connectionId: 'a', index: 7 };
