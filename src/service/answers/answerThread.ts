/** Decodes large responses in their own thread, so that the calling thread is not blocked and memory is limited. */
import { abortable, Scope } from '../../base/abort.ts';
import { ServiceError } from '../../base/errors.ts';
import { Limiter } from '../../base/limiter.ts';
import { workInThread } from '../../base/threadWork.ts';
import { message } from '../../text/l10n.ts';
import type { Limits } from '../limits.ts';
import type { Answer } from './decodeAnswer.ts';

/** Limits the number of concurrent threads, because each can use hundreds of MiB. */
const threads = new Limiter(2);

interface AnswerThreadOptions {
  /** The compiled `answerWorker.ts`. */
  readonly workerFile: string | URL;
  readonly limits: Pick<Limits, 'decoding' | 'threadMemory'>;
  readonly signal: AbortSignal;
}

/**
 * Transfers a response's body to a thread and decodes it there. If `signal` is aborted, ends the thread and rejects
 * immediately.
 * @throws ServiceError as `decodeAnswer` does; also `too-large` if decoding takes too long, and `out-of-memory`
 */
export function decodeInThread(data: Answer, options: AnswerThreadOptions): Promise<unknown> {
  return abortable(
    threads.run(() => inThread(data, options), options.signal),
    options.signal,
  );
}

async function inThread(
  request: Answer,
  { workerFile, limits, signal }: AnswerThreadOptions,
): Promise<unknown> {
  const { decoding, threadMemory: memory } = limits;
  const scope = new Scope(signal);
  scope.endAfter(decoding, () => tooLong(decoding));
  const transfer = request.answer.body.blocks.map(({ buffer }) => buffer);
  try {
    return await workInThread({ workerFile, request, transfer, memory, signal: scope.signal });
  } finally {
    scope.close();
  }
}

function tooLong(milliseconds: number): ServiceError {
  return new ServiceError('too-large', 'Reading the answer takes too long.', {
    expected: message('a response that can be read in {0} s', milliseconds / 1000),
  });
}
