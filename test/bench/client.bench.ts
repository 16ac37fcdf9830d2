/** Measures the client over the direct route, compared with undici, with a server in another thread. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compare } from './compare.ts';
import { AT_ONCE, GETS, waysToGet } from './smallGets.ts';

it(`sends ${GETS} small GETs`, async () => {
  const thread = new Worker(new URL('./smallGetsWorker.ts', import.meta.url));
  const [baseUrl] = await once(thread, 'message');
  const { ways, dispose } = waysToGet(baseUrl);
  await compare(`${GETS} small GETs to loopback, ${AT_ONCE} at once`, ways);
  dispose();
  await thread.terminate();
});
