/** The thread in which large logs are worked on: takes one request in pieces, gives one result. */
import { type Piece, Pieces } from '../service/answers/pieces.ts';
import { onRequest } from '../service/answers/threadWork.ts';
import type { JobName } from './logWork.ts';

const pieces = new Pieces();

onRequest(async (piece: Piece) => {
  const whole = pieces.add(piece);
  if (!whole) return undefined;
  const { job, request } = whole.value as { job: JobName; request: never };
  const jobs = await import('./logJobs.ts');
  return { result: jobs[job](request) };
});
