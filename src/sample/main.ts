/** Runs the sample service as a standalone program for trying out the extension. Press Ctrl+C to stop it. */
import { parseArgs } from 'node:util';
import { startSampleService } from './server.ts';

const usage = `Usage: npm run sample -- [options]
  --port <number>      port on 127.0.0.1; any free one unless given
  --seed <number>      another seed gives other data
  --latency <ms>       wait before each answer
  --logs <number>      logs of each domain
  --paging <page|offset>
`;

const options = {
  port: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  latency: { type: 'string', default: '0' },
  logs: { type: 'string' },
  paging: { type: 'string', default: 'page' },
  help: { type: 'boolean', default: false },
} as const;

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}".`);
  return Number(text);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const { paging } = values;
  if (paging !== 'page' && paging !== 'offset') throw new Error('--paging takes "page" or "offset".');
  const service = await startSampleService({
    port: wholeNumber('port', values.port),
    seed: wholeNumber('seed', values.seed),
    latencyMs: wholeNumber('latency', values.latency),
    paging,
    ...(values.logs === undefined ? {} : { logsPerDomain: wholeNumber('logs', values.logs) }),
  });
  process.stdout.write(
    `The sample service is running. Nothing in it is real.

  Base URL  ${service.baseUrl}
  API key   ${service.key}

To connect: run "Partner Logs: Add Connection…" in the editor and enter both. Ctrl-C stops the service.
`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => service.close());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
});
