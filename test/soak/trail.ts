/** The actions that a walk has performed, with their durations. */
export class Trail {
  readonly #done: { readonly name: string; seconds: number }[] = [];

  /** Performs an action; one that fails is the last of the trail. */
  async perform(name: string, act: () => Promise<void>): Promise<void> {
    const entry = { name, seconds: 0 };
    this.#done.push(entry);
    const started = performance.now();
    try {
      await act();
    } finally {
      entry.seconds = (performance.now() - started) / 1_000;
    }
  }

  /** Returns the last actions, the latest one last, one per line. */
  last(count: number): string {
    const last = this.#done.slice(-count);
    return last.map(({ name, seconds }) => `  ${name}, ${seconds.toFixed(1)} s`).join('\n');
  }

  /** Returns the number and the mean and total seconds of each kind of action, the longest total first. */
  times(): string {
    const kinds = new Map<string, { count: number; total: number }>();
    for (const { name, seconds } of this.#done) {
      const { count, total } = kinds.get(name) ?? { count: 0, total: 0 };
      kinds.set(name, { count: count + 1, total: total + seconds });
    }
    return Array.from(kinds, ([name, times]) => ({ name, ...times }))
      .toSorted((one, other) => other.total - one.total)
      .map(
        ({ name, count, total }) =>
          `  ${name}: ${count} × ${(total / count).toFixed(2)} s = ${total.toFixed(0)} s`,
      )
      .join('\n');
  }
}
