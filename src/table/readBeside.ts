import { type LogTarget, targetId } from '../connections/logTarget.ts';

/** Milliseconds for which a log must stay focused before it is shown, if another was focused shortly before. */
const PAUSE = 150;

/** Shows focused logs as email programs do: the first one immediately, and then only those that stay focused. */
export class ReadBeside<Log extends LogTarget> {
  readonly #show: (log: Log) => unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: Log | undefined;
  #shown: string | undefined;

  constructor(show: (log: Log) => unknown) {
    this.#show = show;
  }

  moveTo(log: Log): void {
    this.#next = log;
    const isFirst = this.#timer === undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#showNext();
    }, PAUSE);
    if (isFirst) this.#showNext();
  }

  /** Stops showing focused logs. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = undefined;
    this.#shown = undefined;
  }

  #showNext(): void {
    const next = this.#next;
    if (next === undefined || targetId(next) === this.#shown) return;
    this.#shown = targetId(next);
    this.#show(next);
  }
}
