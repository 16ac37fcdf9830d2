/** Runs the sample service in its own process: `sampleProcess.ts <milliseconds of latency> <logs of each domain>`. */
import { startSampleService } from '../../src/sample/server.ts';
import { withLogs } from '../hostileLogs.ts';

const [latencyMs, logs] = process.argv.slice(2).map(Number);
const { baseUrl, key } = await startSampleService({
  latencyMs: latencyMs ?? 0,
  domains: withLogs(logs ?? 0),
});
process.stdout.write(`${JSON.stringify({ baseUrl, key })}\n`);
