import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

/** Seconds. A wait that ends so late is a failure, on a slow and busy machine too. */
const DEADLINE = 60;

/**
 * Looks again and again until `holds` is true of what was seen, and returns that.
 * @param what What is waited for: "Waited 60 s for …"
 * @param holds Whether it is there; by default, that something truthy was seen
 * @throws when `look` throws, or after `seconds`, with what was seen last
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
    // A look that takes long leaves as much time to what is waited for.
    await pause(Math.max(20, performance.now() - started));
  }
  const text = inspect(last, { depth: 4, maxStringLength: 2_000, breakLength: 110 });
  throw new Error(`Waited ${seconds} s for ${what}. Seen last: ${text}`);
}
