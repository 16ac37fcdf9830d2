/** A thread that uses up all memory. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => {
  const taken: object[] = [];
  for (;;) taken.push({});
});
