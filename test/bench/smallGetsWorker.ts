/** Runs the server of smallGets.ts in a thread of its own, and posts its address. */
import { parentPort } from 'node:worker_threads';
import { startServer } from './smallGets.ts';

const { baseUrl } = await startServer();
parentPort?.postMessage(baseUrl);
