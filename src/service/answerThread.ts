/** Large answers, decoded in a thread of their own: the calling thread is not held, and the memory is bounded. */
import { Worker } from 'node:worker_threads';
import { abortable, abortFault, Scope } from './abort.ts';
import { type FaultCode, type FaultFacts, ServiceError } from './errors.ts';
import { Limiter } from './limiter.ts';
import type { Limits } from './limits.ts';
import { type Piece, Pieces } from './pieces.ts';
import type { Reading } from './reading.ts';
import type { Answer } from './request.ts';

/** What the thread is given. */
export interface AnswerData {
  readonly answer: Answer;
  readonly reading: Reading;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What the thread says. It waits for `NEXT` after each piece: many at once would hold the thread that takes them. */
export type AnswerMessage =
  | { readonly piece: Piece }
  | { readonly failure: { readonly code: FaultCode; readonly message: string; readonly facts: FaultFacts } };

export const NEXT = 'next';

/** Threads at once, whatever they read: each may take hundreds of MiB. */
const threads = new Limiter(2);

export interface AnswerThreadOptions {
  /** The built `answerWorker.ts`. */
  readonly workerFile: string | URL;
  readonly limits: Pick<Limits, 'decoding' | 'threadMemory'>;
  readonly signal: AbortSignal;
}

/**
 * Decodes an answer in a thread, which takes its body over. The thread ends when `signal` is aborted, and the call at once.
 *
 * @throws ServiceError as `decodeAnswer` does; `too-large` if that takes too long or too much memory
 */
export function decodeInThread(data: AnswerData, options: AnswerThreadOptions): Promise<unknown> {
  return abortable(
    threads.run(() => inThread(data, options), options.signal),
    options.signal,
  );
}

async function inThread(
  data: AnswerData,
  { workerFile, limits, signal }: AnswerThreadOptions,
): Promise<unknown> {
  const { decoding, threadMemory } = limits;
  const scope = new Scope(signal);
  scope.endAfter(decoding, () => tooLarge(`can be read in ${decoding / 1000} s`));
  const worker = new Worker(workerFile, {
    resourceLimits: { maxOldGenerationSizeMb: threadMemory, maxYoungGenerationSizeMb: 32 },
  });
  try {
    return await new Promise((resolve, reject) => {
      const pieces = new Pieces();
      worker.on('message', (said: AnswerMessage) => {
        if ('failure' in said) {
          const { code, message, facts } = said.failure;
          reject(new ServiceError(code, message, facts));
          return;
        }
        const whole = pieces.add(said.piece);
        if (whole) resolve(whole.value);
        else worker.postMessage(NEXT);
      });
      worker.once('error', (error) => reject(isOutOfMemory(error) ? outOfMemory(threadMemory) : error));
      worker.once('exit', () => reject(new Error('The thread ended without a result.')));
      scope.signal.addEventListener('abort', () => reject(abortFault(scope.signal)), { once: true });
      worker.postMessage(
        data,
        data.answer.body.blocks.map(({ buffer }) => buffer),
      );
    });
  } finally {
    scope.close();
    await worker.terminate();
  }
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function outOfMemory(most: number): ServiceError {
  return tooLarge(`takes at most ${most} MiB of memory`);
}

function tooLarge(what: string): ServiceError {
  return new ServiceError('too-large', `The answer is not one that ${what}.`, {
    expected: `an answer that ${what}`,
  });
}
