/** Runs in a separate environment: reads the domains of each base URL in its arguments and prints their number. */
import { createLogService } from '../../../src/service/client.ts';
import { defaultConventions } from '../../../src/service/differences.ts';
import { KEY } from './loopback.ts';

const totals: number[] = [];
for (const baseUrl of process.argv.slice(2)) {
  const options = { baseUrl, key: async () => KEY, conventions: defaultConventions, proxied: true };
  const service = createLogService(options);
  totals.push((await service.domains({ page: 1, perPage: 20 })).total);
  service.dispose();
}
process.send?.({ totals, key: KEY });
process.disconnect?.();
