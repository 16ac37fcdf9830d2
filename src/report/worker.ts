/** The thread in which large logs are worked on: takes one request in pieces, posts one outcome. */
import { parentPort } from 'node:worker_threads';
import { type Piece, Pieces } from '../service/pieces.ts';
import type { JobName, Outcome } from './logWork.ts';

const pieces = new Pieces();

parentPort?.on('message', async (piece: Piece) => {
  const whole = pieces.add(piece);
  if (!whole) return;
  const { job, request } = whole.value as { job: JobName; request: never };
  const jobs = await import('./jobs.ts');
  const outcome: Outcome = { result: jobs[job](request) };
  parentPort?.postMessage(outcome, listsIn(outcome.result));
});

/** The memory of the lists of numbers in a result, which is handed over instead of copied. */
function listsIn(result: unknown): ArrayBuffer[] {
  if (typeof result !== 'object' || result === null) return [];
  return Object.values(result).flatMap((value) =>
    value instanceof Uint32Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}
