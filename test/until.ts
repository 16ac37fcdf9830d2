import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Seconds. A wait that takes this long is a failure, even on a slow and busy computer. */
const DEADLINE = 60;

/**
 * Checks repeatedly until `holds` is true for the result, and returns that result.
 * @param what The awaited condition: "Waited 60 s for …"
 * @param holds Returns true if the wait is over; by default, for any truthy result
 * @throws when `look` throws, or after `seconds`, with the last result
 */
export async function until<Seen>(
  what: string,
  look: () => Seen | PromiseLike<Seen>,
  holds: (seen: Seen) => unknown = Boolean,
  seconds = DEADLINE,
): Promise<Seen> {
  const deadline = AbortSignal.timeout(seconds * 1_000);
  const late = new Promise<'late'>((resolve) => {
    deadline.addEventListener('abort', () => resolve('late'), { once: true });
  });
  let last: unknown = 'nothing yet';
  while (!deadline.aborted) {
    const started = performance.now();
    const seen = await Promise.race([(async () => ({ value: await look() }))(), late]);
    if (seen === 'late') break;
    if (holds(seen.value)) return seen.value;
    last = seen.value;
    // If a check takes long, the work that it waits for gets just as much time.
    await pause(Math.max(20, performance.now() - started));
  }
  const text = inspect(last, { depth: 4, maxStringLength: 2_000, breakLength: 110 });
  throw new Error(`Waited ${seconds} s for ${what}. Seen last: ${text}`);
}
