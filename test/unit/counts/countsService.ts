import { setTimeout } from 'node:timers/promises';
import { FakeService } from '../../fakeService.ts';

/** Milliseconds before each response, long enough for concurrent requests to overlap. */
const LATENCY = 5;

/** Starts a service that has counts for any domain, and records its maximum number of concurrent requests. */
export async function startCountsService() {
  const service = await FakeService.start();
  const counted = { service, most: 0 };
  service.respond = async (_, usual) => {
    counted.most = Math.max(counted.most, service.requests.filter(({ isOpen }) => isOpen).length);
    await setTimeout(LATENCY);
    return usual();
  };
  return counted;
}
