import { setTimeout } from 'node:timers/promises';

/** Maximum time for the editor to render the rows of a view, and time between two checks, in milliseconds. */
const DRAWN = 5_000;
const PAUSE = 20;

/**
 * Returns the result of `look` as soon as it has one, or its last result after a timeout. While the editor renders rows
 * again, it neither reveals them nor reports them as selected, and no event signals when it is done
 * (microsoft/vscode#96089).
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
