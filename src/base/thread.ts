/**
 * Runs jobs in separate threads. A thread is kept for a few seconds for the next job, and ends with a job that is
 * cancelled or fails to answer. Its memory is limited, and a failure is sent as data.
 */
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

/** Time after which an idle thread ends, in milliseconds. */
const LONGEST_IDLE = 5_000;
/** The threads that wait for a job, at most as many as `threads` allows. */
const idle = new Map<Worker, { readonly kind: string; readonly timer: NodeJS.Timeout }>();

const EVENTS = ['message', 'error', 'exit'];

/** The data of a thread that serves jobs. */
const SERVES_JOBS = 'serves jobs';

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
  const kind = `${memory} ${workerFile}`;
  const worker = takeIdle(kind) ?? newWorker(workerFile, memory);
  let isKept = false;
  let stop = () => {};
  try {
    return await new Promise<Result>((resolve, reject) => {
      stop = () => reject(abortFault(signal));
      signal.addEventListener('abort', stop);
      worker.once('message', (answer: Answer) => {
        isKept = true;
        if ('result' in answer) resolve(answer.result as Result);
        else reject(fromFailure(answer.failure));
      });
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(memory) : error),
      );
      worker.once('exit', () => reject(new Error('The thread ended without a result.')));
      worker.postMessage(work);
    });
  } finally {
    signal.removeEventListener('abort', stop);
    if (isKept) keepIdle(worker, kind);
    else await worker.terminate();
  }
}

function newWorker(workerFile: string | URL, memory: number): Worker {
  return new Worker(workerFile, {
    workerData: SERVES_JOBS,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
  });
}

/** Returns an idle thread, if there is one of this kind. */
function takeIdle(kind: string): Worker | undefined {
  const [worker, { timer } = {}] = [...idle].find(([, each]) => each.kind === kind) ?? [];
  if (!worker) return undefined;
  clearTimeout(timer);
  idle.delete(worker);
  for (const event of EVENTS) worker.removeAllListeners(event);
  worker.ref();
  return worker;
}

/** Keeps a thread for the next job. It does not keep the process alive. */
function keepIdle(worker: Worker, kind: string): void {
  const end = () => {
    idle.delete(worker);
    void worker.terminate();
  };
  for (const event of EVENTS) worker.removeAllListeners(event);
  idle.set(worker, { kind, timer: setTimeout(end, LONGEST_IDLE).unref() });
  worker.once('error', end).once('exit', end);
  worker.unref();
}

/** If this is a thread, performs the jobs that it receives and sends back each result or failure. */
export function serveJobs(jobs: Readonly<Record<string, (request: never) => unknown>>): void {
  if (workerData !== SERVES_JOBS) return;
  parentPort?.on('message', ({ job, request }: Work) => {
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

function outOfMemory(memory: number): ServiceError {
  return new ServiceError('too-large', `This takes more than ${memory} MiB of memory.`, {
    expected: message('at most {0} MiB', memory),
  });
}
