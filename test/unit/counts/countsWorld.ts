/** A service, a clock, and a window for counts, all controlled by the test. */
import { mock } from 'node:test';
import type { DomainRef } from '../../../src/connections/domainRef.ts';
import { Counts, type Wanted } from '../../../src/counts/counts.ts';
import { RefreshTimer } from '../../../src/counts/refreshTimer.ts';
import { ServiceDays } from '../../../src/counts/serviceDays.ts';
import type { LogService } from '../../../src/service/api.ts';
import type { Counts as Answer, DateRange } from '../../../src/service/model.ts';

export const MINUTE = 60_000;

const none = { previous: '', changeRate: '', periodLabel: '' };
export const NONE = { visitors: none, attackers: none, maliciousIps: none, bots: none };

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

/** Replaces the clock and the timers until `end` is called. */
export class CountsWorld {
  zone = 'UTC';
  /** Additional fields of the responses. */
  more: Partial<Answer> = {};
  /** Returns the error to throw in place of a response, if any. */
  fault: (asked: Asked) => unknown = () => undefined;
  /** If set, a promise that requests wait for. */
  gate: Promise<void> | undefined;
  /** The connection whose service never answers, if any. */
  silent = '';
  isFocused = true;
  interval = 5 * MINUTE;
  wanted: Wanted[] = [];
  draws = 0;
  /** When the other reads ran. */
  readonly othersAt: number[] = [];
  mostRunning = 0;
  #running = 0;
  readonly asked: Asked[] = [];
  readonly counts = new Counts(async (connectionId) => this.#service(connectionId), new ServiceDays());
  readonly timer: RefreshTimer;

  constructor(start = '2026-05-31T12:00:00Z') {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: new Date(start) });
    this.timer = new RefreshTimer(this.counts, this);
  }

  end(): void {
    this.timer.dispose();
    // Otherwise, reads without an answer would delay those of the next test.
    this.counts.reset();
    mock.timers.reset();
  }

  async readOthers(): Promise<void> {
    this.othersAt.push(Date.now());
  }

  draw(): void {
    this.draws++;
  }

  /** Requests wait until the returned function is called. */
  hold(): () => void {
    let open = () => {};
    this.gate = new Promise((resolve) => {
      open = resolve;
    });
    return open;
  }

  /** Lets time pass, a second at a time. */
  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= 1_000) {
      mock.timers.tick(Math.min(left, 1_000));
      await settled();
    }
  }

  #service(connectionId: string): LogService {
    const counts: LogService['counts'] = async (domain, range, options) => {
      const asked = { connectionId, domain, range, priority: options?.priority, at: Date.now() };
      this.asked.push(asked);
      this.mostRunning = Math.max(this.mostRunning, ++this.#running);
      try {
        await this.gate;
        if (this.silent === connectionId)
          await new Promise((_, reject) => options?.signal?.addEventListener('abort', reject));
        const fault = this.fault(asked);
        if (fault) throw fault;
        const totals = { visitors: 90, attackers: 42, maliciousIps: 3, bots: 4 };
        return { range, totals, comparisons: NONE, days: [], timeZone: this.zone, ...this.more };
      } finally {
        this.#running--;
      }
    };
    return { counts } as LogService;
  }
}

export const shop: DomainRef = { connectionId: 'a', index: 7 };
