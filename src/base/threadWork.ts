/**
 * Runs work in a separate thread, which ends when the work is done. Memory is limited, requests and results are sent in
 * pieces, and failures are sent as data. The thread can send messages while it is running.
 */

import { setImmediate } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { message } from '../text/l10n.ts';
import { abortFault } from './abort.ts';
import { type FaultFacts, isServiceError, ServiceError } from './errors.ts';
import { type Piece, Pieces, toPieces } from './pieces.ts';

type ToThread = { readonly piece: Piece } | 'next';
/** The thread waits for `next` after each piece, because receiving many pieces at once would block the other thread. */
type FromThread = { readonly piece: Piece } | { readonly message: unknown } | { readonly failure: Failure };

export interface ThreadWork<Message> {
  /** The compiled file that the thread runs. It calls `serve`. */
  readonly workerFile: string | URL;
  /** A JSON value that can also contain typed arrays. Their buffers can be listed in `transfer`. */
  readonly request: unknown;
  readonly transfer?: readonly ArrayBuffer[];
  /**
   * Memory limit for the thread's objects and strings, in MiB. It is much higher than the work needs, because the
   * engine ends the whole process, not just the thread, if a single large allocation fails.
   */
  readonly memory: number;
  /** Aborting it ends the thread. */
  readonly signal: AbortSignal;
  readonly onMessage?: (message: Message) => void;
}

/** Memory limit for new objects, in MiB. */
const YOUNG_MEMORY = 32;

/**
 * Starts a thread, sends it a request, and returns the result.
 *
 * @throws ServiceError `cancelled` or the reason `signal` was aborted; `out-of-memory`; the error thrown by the work
 */
export async function workInThread<Result, Message = never>(work: ThreadWork<Message>): Promise<Result> {
  const { workerFile, memory, signal } = work;
  if (signal.aborted) throw abortFault(signal);
  const worker = new Worker(workerFile, {
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: YOUNG_MEMORY },
  });
  const post = (data: ToThread, transfer: readonly ArrayBuffer[] = []) => worker.postMessage(data, transfer);
  let stop = () => {};
  try {
    const ended = new Promise<Result>((resolve, reject) => {
      const pieces = new Pieces();
      worker.on('message', (data: FromThread) => {
        if ('message' in data) work.onMessage?.(data.message as Message);
        else if ('failure' in data) reject(fromFailure(data.failure));
        else {
          const whole = pieces.add(data.piece);
          if (whole) resolve(whole.value as Result);
          else post('next');
        }
      });
      worker.once('error', (error) => reject(isOutOfMemory(error) ? outOfMemory(memory) : error));
      worker.once('exit', () => reject(new Error('The thread ended without a result.')));
      stop = () => reject(abortFault(signal));
    });
    ended.catch(() => {}); // This can reject while the request is still being sent.
    signal.addEventListener('abort', stop, { once: true });
    await postRequest(work, post);
    return await ended;
  } catch (error) {
    throw signal.aborted ? abortFault(signal) : error;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

async function postRequest(
  { request, transfer, signal }: Pick<ThreadWork<never>, 'request' | 'transfer' | 'signal'>,
  post: (data: ToThread, transfer?: readonly ArrayBuffer[]) => void,
): Promise<void> {
  for (const piece of toPieces(request)) {
    if (signal.aborted) return;
    post({ piece }, 'value' in piece ? transfer : []);
    await setImmediate();
  }
}

/**
 * Runs in the thread: performs `work` on the request and sends back its result or failure. `send` sends a message to the
 * side that waits for the result.
 */
export function serve<Request, Message = never>(
  work: (request: Request, send: (message: Message) => void) => unknown,
): void {
  const request = new Pieces();
  let result: Iterator<Piece> | undefined;
  const post = (data: FromThread, transfer: readonly ArrayBuffer[] = []) =>
    parentPort?.postMessage(data, transfer);
  const postNext = () => {
    const { value: piece } = result?.next() ?? {};
    if (piece) post({ piece }, 'value' in piece ? listsIn(piece.value) : []);
  };
  parentPort?.on('message', async (data: ToThread) => {
    if (data === 'next') return postNext();
    const whole = request.add(data.piece);
    if (!whole) return;
    try {
      result = toPieces(await work(whole.value as Request, (message) => post({ message })));
      postNext();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error; // Ends the thread; the error is emitted on `worker`.
      post({ failure: toFailure(error) });
    }
  });
}

/** Returns the buffers of the typed arrays in a result, so that they can be transferred instead of copied. */
function listsIn(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return [];
  return Object.values(result).flatMap((value) =>
    value instanceof Uint32Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}

/** An error with a code, as plain data. Posting the error itself to another thread would preserve only its message. */
interface Failure {
  readonly message: string;
  readonly code: string | undefined;
  /** For a `ServiceError` only. */
  readonly facts: FaultFacts | undefined;
}

function toFailure(error: Error): Failure {
  const { message, code } = error as NodeJS.ErrnoException;
  return { message, code, facts: isServiceError(error) ? error.facts : undefined };
}

function fromFailure({ message, code, facts }: Failure): Error {
  if (facts !== undefined) return new ServiceError(code as ServiceError['code'], message, facts);
  return Object.assign(new Error(message), { code });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function outOfMemory(memory: number): ServiceError {
  return new ServiceError('out-of-memory', `This takes more than ${memory} MiB of memory.`, {
    expected: message('at most {0} MiB', memory),
  });
}
