/** Work in a thread of its own that ends with it: bounded memory, and a result that is taken piece by piece. */

import { parentPort, Worker } from 'node:worker_threads';
import { message } from '../../text/l10n.ts';
import { ServiceError } from '../errors.ts';
import { abortFault } from '../network/abort.ts';
import { type Piece, Pieces, toPieces } from './pieces.ts';

/** Posted to the thread after each piece that was taken: many at once would block the thread that takes them. */
const NEXT = 'next';

export interface ThreadWork {
  /** The built file of the thread, which calls `onRequest`. */
  readonly workerFile: string | URL;
  /**
   * MiB that the objects and texts of the thread may take: well above what the work needs, for the engine ends the whole
   * process, not the thread, when one large piece of memory does not fit any more.
   */
  readonly memory: number;
  /** Ends the thread. */
  readonly signal: AbortSignal;
  /** Hands the request over. */
  readonly post: (worker: Worker) => Promise<void> | void;
}

/**
 * Starts a thread, hands it a request and gives its result.
 *
 * @throws ServiceError of code `cancelled`, or why `signal` was aborted; `out-of-memory`; what the thread
 * throws
 */
export async function workInThread({ workerFile, memory, signal, post }: ThreadWork): Promise<unknown> {
  const worker = new Worker(workerFile, {
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
  });
  const onAbort: { now: () => void } = { now: () => {} };
  const abort = () => onAbort.now();
  try {
    const ended = new Promise((resolve, reject) => {
      const pieces = new Pieces();
      worker.on('message', (piece: Piece) => {
        const whole = pieces.add(piece);
        if (whole) resolve(whole.value);
        else worker.postMessage(NEXT);
      });
      worker.once('error', (error) => reject(isOutOfMemory(error) ? outOfMemory(memory) : error));
      worker.once('exit', () => reject(new Error('The thread ended without a result.')));
      onAbort.now = () => reject(abortFault(signal));
    });
    ended.catch(() => {}); // It may fail while the request is still being posted.
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    await post(worker);
    return await ended;
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

/**
 * Runs in the thread: takes messages until a request is complete, does the work, and posts the result. An error in the
 * work ends the thread.
 *
 * @param add what a message adds to the request; the result once it is whole
 */
export function onRequest<Message>(
  add: (message: Message) => Promise<{ readonly result: unknown } | undefined>,
): void {
  let pieces: Iterator<Piece> | undefined;
  const post = () => {
    const { value: piece } = pieces?.next() ?? {};
    if (piece) parentPort?.postMessage(piece, 'value' in piece ? listsIn(piece.value) : []);
  };
  parentPort?.on('message', async (message: Message | typeof NEXT) => {
    if (message !== NEXT) {
      const done = await add(message);
      if (!done) return;
      pieces = toPieces(done.result);
    }
    post();
  });
}

/** Returns the buffers of the typed arrays in a result, which are transferred instead of copied. */
function listsIn(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return [];
  return Object.values(result).flatMap((value) =>
    value instanceof Uint32Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function outOfMemory(memory: number): ServiceError {
  return new ServiceError('out-of-memory', `This takes more than ${memory} MiB of memory.`, {
    expected: message('at most {0} MiB', memory),
  });
}
