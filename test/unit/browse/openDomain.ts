import type { DomainNode } from '../../../src/connections/nodes.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { type FakeData, FakeService } from '../../fakeService.ts';
import { childrenOf } from '../whole/readingPlaces.ts';

/** Opens a window in which the logs of the only domain are loaded. Close it afterward. */
export async function openDomain(logs: FakeData['logs']) {
  const service = await FakeService.start({ logs });
  const window = await FakeWindow.open(plainProfile(), 1);
  await window.connect(service.baseUrl, service.key);
  const [domain] = (await childrenOf(window)) as [DomainNode];
  await childrenOf(window, domain);
  const close = async () => {
    window.close();
    await service.close();
  };
  return { window, domain, close };
}
