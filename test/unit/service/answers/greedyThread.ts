/** A thread that uses memory until none is left. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => {
  const taken: object[] = [];
  for (;;) taken.push({});
});
