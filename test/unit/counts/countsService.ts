import { setTimeout } from 'node:timers/promises';
import { FakeService } from '../../fakeService.ts';

/** Milliseconds before each answer: long enough that what is sent at once is there at once. */
const LATENCY = 5;

/** Starts a service that has counts of any domain, and notes the most requests that it has at once. */
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
