/** Runs a job in a separate thread, which ends with the job. Its memory is limited, and a failure is sent as data. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { message } from '../text/l10n.ts';
import { abortFault } from './abort.ts';
import { Limiter } from './concurrency.ts';
import { type FaultFacts, isServiceError, ServiceError } from './errors.ts';

/**
 * Memory limit of a thread for objects and strings, in MiB. It is much higher than any job needs, because the engine
 * ends the whole process, not just the thread, if a single large allocation fails.
 */
const MEMORY = 2048;

/** Limits the number of concurrent threads, because each can use hundreds of MiB. */
const threads = new Limiter(2);

interface Work {
  readonly job: string;
  /** A JSON value that can also contain typed arrays. */
  readonly request: unknown;
}

/** An error with a code, as plain data. Posting the error itself would preserve only its message. */
interface Failure {
  readonly message: string;
  readonly code: string | undefined;
  /** For a `ServiceError` only. */
  readonly facts: FaultFacts | undefined;
}

type Answer = { readonly result: unknown } | { readonly failure: Failure };

export interface ThreadOptions {
  /** The compiled `worker.ts`. */
  readonly workerFile: string | URL;
  /** Aborting it ends the thread. */
  readonly signal: AbortSignal;
}

/**
 * Runs a job of `workerFile` and returns its result.
 * @throws ServiceError `cancelled` or the reason `signal` was aborted; `too-large` if it needs too much memory; the error
 * thrown by the job
 */
export function workInThread<Result>(
  job: string,
  request: unknown,
  options: ThreadOptions,
  memory = MEMORY,
): Promise<Result> {
  return threads.run(() => inThread<Result>({ job, request }, options, memory), options.signal);
}

async function inThread<Result>(
  work: Work,
  { workerFile, signal }: ThreadOptions,
  memory: number,
): Promise<Result> {
  const worker = new Worker(workerFile, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
  });
  let stop = () => {};
  try {
    return await new Promise<Result>((resolve, reject) => {
      stop = () => reject(abortFault(signal));
      signal.addEventListener('abort', stop);
      worker.once('message', (answer: Answer) => {
        if ('result' in answer) resolve(answer.result as Result);
        else reject(fromFailure(answer.failure));
      });
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(memory) : error),
      );
      worker.once('exit', () => reject(new Error('The thread ended without a result.')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** If this is a thread, performs its job and sends back the result or the failure. */
export async function serveJobs(jobs: Readonly<Record<string, (request: never) => unknown>>): Promise<void> {
  const { job, request } = Object(workerData) as Partial<Work>;
  if (parentPort === null || job === undefined) return;
  let answer: Answer;
  try {
    answer = { result: await jobs[job]?.(request as never) };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error; // Ends the thread; the error is emitted on `worker`.
    const { message, code } = error as NodeJS.ErrnoException;
    answer = { failure: { message, code, facts: isServiceError(error) ? error.facts : undefined } };
  }
  parentPort.postMessage(answer);
}

function fromFailure({ message, code, facts }: Failure): Error {
  if (facts !== undefined) return new ServiceError(code as ServiceError['code'], message, facts);
  return Object.assign(new Error(message), { code });
}

function outOfMemory(memory: number): ServiceError {
  return new ServiceError('too-large', `This takes more than ${memory} MiB of memory.`, {
    expected: message('at most {0} MiB', memory),
  });
}
