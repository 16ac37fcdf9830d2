/** A thread that takes memory until there is none. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => {
  const taken: object[] = [];
  for (;;) taken.push({});
});
