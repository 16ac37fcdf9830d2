/** Runs the sample service in its own process: `sampleProcess.ts <milliseconds of latency> <logs of each domain>`. */
import { setTimeout } from 'node:timers/promises';
import { FakeService } from '../fakeService.ts';
import { withLogs } from '../hostileLogs.ts';

const [latencyMs, logs] = process.argv.slice(2).map(Number);
const service = await FakeService.startSample({ domains: withLogs(logs ?? 0) });
service.respond = async (_, usual) => {
  await setTimeout(latencyMs);
  return usual();
};
process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, key: service.key })}\n`);
