import { setTimeout } from 'node:timers/promises';

/** Maximum milliseconds in which the editor renders the rows of a view, and milliseconds between two looks. */
const DRAWN = 5_000;
const PAUSE = 20;

/**
 * Returns the result of `look` as soon as it has one, or that of the last look. While the editor renders rows again, it
 * neither reveals nor reports them as selected, and no event reports when it has finished (microsoft/vscode#96089).
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
