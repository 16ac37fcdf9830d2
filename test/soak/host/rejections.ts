import type { EventEmitter } from 'node:events';

/** Milliseconds in which a rejection may still be handled. The editor handles every rejection after a second. */
const LATE = 800;

/**
 * Returns the stacks of the rejections that are not handled in time, to which later ones are added.
 * @param process emits the events of Node.js for rejections
 */
export function unhandledRejections(process: EventEmitter): readonly string[] {
  const pending = new WeakMap<object, NodeJS.Timeout>();
  const unhandled: string[] = [];
  process.on('unhandledRejection', (reason: unknown, promise: object) => {
    const text = String((reason as Error | undefined)?.stack ?? reason);
    pending.set(
      promise,
      setTimeout(() => unhandled.push(text), LATE),
    );
  });
  process.on('rejectionHandled', (promise: object) => clearTimeout(pending.get(promise)));
  return unhandled;
}
