/** Large answers, decoded in a thread of their own: the calling thread is not held, and the memory is bounded. */
import type { Worker } from 'node:worker_threads';
import { message } from '../../text/l10n.ts';
import { type FaultCode, type FaultFacts, ServiceError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { abortable, Scope } from '../network/abort.ts';
import { Limiter } from '../network/limiter.ts';
import type { HttpAnswer } from '../network/request.ts';
import type { AnswerReading } from './reading.ts';
import { workInThread } from './threadWork.ts';

/** The input of the thread. */
export interface AnswerData {
  readonly answer: HttpAnswer;
  readonly reading: AnswerReading;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The output of the thread: an error of ours cannot be posted. */
export type AnswerOutcome =
  | { readonly decoded: unknown }
  | { readonly failure: { readonly code: FaultCode; readonly message: string; readonly facts: FaultFacts } };

/** Limits the number of threads at once: each may take hundreds of MiB. */
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
 * @throws ServiceError as `decodeAnswer` does; `too-large` if that takes too long, `out-of-memory`
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
  const { decoding, threadMemory: memory } = limits;
  const scope = new Scope(signal);
  scope.endAfter(decoding, () => tooLong(decoding));
  const post = (worker: Worker) =>
    worker.postMessage(
      data,
      data.answer.body.blocks.map(({ buffer }) => buffer),
    );
  const outcome = (await workInThread({ workerFile, memory, signal: scope.signal, post }).finally(() =>
    scope.close(),
  )) as AnswerOutcome;
  if ('decoded' in outcome) return outcome.decoded;
  const { code, message, facts } = outcome.failure;
  throw new ServiceError(code, message, facts);
}

function tooLong(milliseconds: number): ServiceError {
  return new ServiceError('too-large', 'Reading the answer takes too long.', {
    expected: message('an answer that can be read in {0} s', milliseconds / 1000),
  });
}
