/** Runs jobs in separate threads. */
import { parentPort, Worker } from 'node:worker_threads';
import { message } from '../text/l10n.ts';
import { abortable } from './abort.ts';
import { Limiter } from './concurrency.ts';
import { type FaultFacts, isServiceError, ServiceError } from './errors.ts';

/**
 * Memory limit of a thread for objects and strings, in MiB. It is much higher than any job needs, because the engine
 * ends the whole process, not just the thread, if a single large allocation fails.
 */
const MEMORY = 2048;
const LIMITS = { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: 32 };

/** Maximum number of threads at once, because each can use hundreds of MiB. */
const MOST_THREADS = 2;

/** Time after which an idle thread ends, in milliseconds. */
const LONGEST_IDLE = 5_000;

/** An error with a code, as plain data. Posting the error itself would preserve only its message. */
interface Failure {
  readonly message: string;
  readonly code: string | undefined;
  /** For a `ServiceError` only. */
  readonly facts: FaultFacts | undefined;
}

type Answer = { readonly result: unknown } | { readonly failure: Failure };

/**
 * The threads of a window. A thread is kept for a few seconds for the next job, and ends with a job that is cancelled or
 * fails to answer.
 */
export class Threads {
  readonly #workerFile: string | URL;
  readonly #limiter = new Limiter(MOST_THREADS);
  readonly #idle = new Map<Worker, NodeJS.Timeout>();

  /** @param workerFile the compiled `worker.ts` */
  constructor(workerFile: string | URL) {
    this.#workerFile = workerFile;
  }

  /**
   * Runs a job of the worker file and returns its result. Aborting `signal` ends the thread.
   * @param request a JSON value that can also contain typed arrays
   * @throws ServiceError `cancelled` or the reason `signal` was aborted; `too-large` if it needs too much memory; the
   * error thrown by the job
   */
  run<Result>(job: string, request: unknown, signal: AbortSignal): Promise<Result> {
    return this.#limiter.run(async () => {
      const worker = this.#takeIdle() ?? new Worker(this.#workerFile, { resourceLimits: LIMITS });
      let isKept = false;
      try {
        const answer = await abortable(answerOf(worker, job, request), signal);
        isKept = true;
        if ('failure' in answer) throw fromFailure(answer.failure);
        return answer.result as Result;
      } finally {
        if (isKept) this.#keepIdle(worker);
        else await worker.terminate();
      }
    }, signal);
  }

  #takeIdle(): Worker | undefined {
    const [[worker, timer] = []] = this.#idle;
    if (!worker) return undefined;
    clearTimeout(timer);
    this.#idle.delete(worker);
    worker.ref();
    return worker;
  }

  /** Keeps a thread for the next job. It does not keep the process alive. */
  #keepIdle(worker: Worker): void {
    const end = () => {
      this.#idle.delete(worker);
      void worker.terminate();
    };
    this.#idle.set(worker, setTimeout(end, LONGEST_IDLE).unref());
    worker.once('error', end).unref();
  }
}

/** Gives a thread its work, and returns its answer. */
async function answerOf(worker: Worker, job: string, request: unknown): Promise<Answer> {
  try {
    return await new Promise<Answer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : error),
      );
      worker.once('exit', () => reject(new Error('The thread ended without a result.')));
      worker.postMessage({ job, request });
    });
  } finally {
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  }
}

/** If this is a thread, performs the jobs that it receives and sends back each result or failure. */
export function serveJobs(jobs: Readonly<Record<string, (request: never) => unknown>>): void {
  parentPort?.on('message', ({ job, request }: { job: string; request: unknown }) => {
    let answer: Answer;
    try {
      answer = { result: jobs[job]?.(request as never) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error; // Ends the thread; the error is emitted on `worker`.
      const { message, code } = error as NodeJS.ErrnoException;
      answer = { failure: { message, code, facts: isServiceError(error) ? error.facts : undefined } };
    }
    parentPort?.postMessage(answer);
  });
}

function fromFailure({ message, code, facts }: Failure): Error {
  if (facts !== undefined) return new ServiceError(code as ServiceError['code'], message, facts);
  return Object.assign(new Error(message), { code });
}

function outOfMemory(): ServiceError {
  return new ServiceError('too-large', `This takes more than ${MEMORY} MiB of memory.`, {
    expected: message('at most {0} MiB', MEMORY),
  });
}
