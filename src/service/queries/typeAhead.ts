interface TypeAheadOptions<Question, Answer> {
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Answer>;
  /** Resolves when the user has paused typing; can reject if `signal` is aborted. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
  readonly onAnswer: (answer: Answer) => void;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Answers a question that changes as the user types. Requests are sent after a pause, one at a time. A new question
 * cancels the previous one, whose answer is discarded.
 */
export class TypeAhead<Question, Answer> {
  readonly #options: TypeAheadOptions<Question, Answer>;
  #controller = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: TypeAheadOptions<Question, Answer>) {
    this.#options = options;
  }

  ask(question: Question): void {
    this.cancel();
    this.#controller = new AbortController();
    this.#running = this.#run(question, this.#controller.signal, this.#running);
  }

  /** Cancels the last question, so that it is never answered. */
  cancel(): void {
    this.#controller.abort();
  }

  async #run(question: Question, signal: AbortSignal, before: Promise<void>): Promise<void> {
    await Promise.allSettled([this.#options.pause(signal), before]);
    if (signal.aborted) return;
    try {
      const answer = await this.#options.ask(question, signal);
      if (!signal.aborted) this.#options.onAnswer(answer);
    } catch (fault) {
      if (!signal.aborted) this.#options.onFault(fault);
    }
  }
}
