import { setTimeout } from 'node:timers/promises';

/** Milliseconds in which the editor draws the rows of a view, and from one look to the next. */
const DRAWN = 5_000;
const PAUSE = 20;

/**
 * Returns the result of `look` as soon as it has one, or that of the last look. While the editor draws rows again, it
 * neither reveals nor reports them as selected, and no event says when it has drawn them (microsoft/vscode#96089).
 */
export async function untilDrawn<T>(
  look: () => T | undefined | PromiseLike<T | undefined>,
): Promise<T | undefined> {
  const latest = performance.now() + DRAWN;
  for (;;) {
    const found = await look();
    if (found !== undefined || performance.now() > latest) return found;
    await setTimeout(PAUSE);
  }
}
