/** Tests the two questions of an agent that knows only the schemas and answers of the tools. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { FoundRows } from '../../../src/lm/foundRows.ts';
import type { ToolName } from '../../../src/lm/toolInput.ts';
import { type ToolSources, toolAnswer } from '../../../src/lm/tools.ts';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import type { LogService } from '../../../src/service/api.ts';
import { createLogService } from '../../../src/service/client.ts';
import { defaultConventions } from '../../../src/service/differences.ts';
import type { ListedLog } from '../../../src/service/model.ts';
import { essential } from '../formats/logs.ts';
import { readAnswer } from './readAnswer.ts';

const now = new Date('2026-05-20T12:00:00Z');
const TODAY = '2026-05-20';
const YESTERDAY = '2026-05-19';
const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

describe('questions of an agent', function () {
  this.timeout(60_000);
  let sample: SampleService;
  let service: LogService;
  let calls: string[];

  before(async () => {
    sample = await startSampleService({ now: () => now, logsPerDomain: 2_000 });
    service = createLogService({
      baseUrl: sample.baseUrl,
      key: async () => sample.key,
      conventions: defaultConventions,
    });
  });

  after(async () => {
    service?.dispose();
    await sample?.close();
  });

  beforeEach(() => {
    calls = [];
  });

  async function ask(name: ToolName, input: object) {
    calls.push(name);
    const schema = manifest.contributes.languageModelTools.find(
      (tool: { name: string }) => tool.name === `partnerLogs_${name}`,
    ).inputSchema;
    for (const field of Object.keys(input)) assert.ok(field in schema.properties, field);
    const sources: ToolSources = {
      connections: { list: () => [{ id: 'a', name: 'My Service' }] },
      services: {
        of: async () => service,
        filterNames: () => defaultConventions,
        detectedType: () => defaultConventions.detectedType,
        redaction: async () => essential,
      },
      logs: { bound: (target) => target, get: ({ key }, signal) => service.log(key, { signal }) },
      toolWorkerFile: new URL('../../../src/lm/toolWorker.ts', import.meta.url),
      rows: new FoundRows(),
      today: () => TODAY,
      zone: () => 'UTC',
    };
    return readAnswer(await toolAnswer(sources, name, input, new AbortController().signal));
  }

  /** Returns all logs of some days, read without the tools. */
  async function logsOf(domain: number, from: string, to: string): Promise<ListedLog[]> {
    const logs: ListedLog[] = [];
    for (let page = 1; ; page++) {
      const { items, total } = await service.logs(domain, { page, perPage: 100 }, { from, to });
      logs.push(...items);
      if (logs.length >= total) return logs;
    }
  }

  it('why was an address blocked on shop.example yesterday', async () => {
    const { items } = await service.domains({ page: 1, perPage: 100 });
    const shop = items.find(({ name }) => name === 'shop.example')?.index ?? 0;
    const ofYesterday = await logsOf(shop, YESTERDAY, YESTERDAY);
    const blocked = ofYesterday.find(({ row }) => row.action === 'Blocked');
    assert.ok(blocked?.row.address);

    const { domains, today } = await ask('list_domains', { name: 'shop.example' });
    assert.equal(today, TODAY);
    const { domain } = domains.find((each: { name: string }) => each.name === 'shop.example');
    const found = await ask('search_detection_logs', {
      domain,
      address: blocked.row.address,
      action: 'Blocked',
      from: YESTERDAY,
      to: YESTERDAY,
    });
    const row = found.logs.find(({ idx }: { idx: number }) => idx === blocked.key.idx);
    assert.equal(row.attack, blocked.row.rule);
    const log = await ask('read_detection_log', { domain, idx: row.idx });
    assert.ok(log.basestr.length > 0);
    assert.deepEqual(calls, ['list_domains', 'search_detection_logs', 'read_detection_log']);
  });

  it('how often an address was blocked on shop.example this week', async () => {
    const from = '2026-05-14';
    const { domains } = await ask('list_domains', { name: 'SHOP.EXAMPLE' });
    const { domain } = domains.find((each: { name: string }) => each.name === 'shop.example');
    const logs = await logsOf(domain, from, TODAY);
    const blocked = logs.filter(({ row }) => row.action === 'Blocked');
    const address = blocked[0]?.row.address;
    const input = { domain, from, to: TODAY, address, action: 'Blocked' };
    const { total } = await ask('search_detection_logs', input);
    assert.equal(total, blocked.filter(({ row }) => row.address === address).length);
    assert.deepEqual(calls, ['list_domains', 'search_detection_logs']);
  });

  it('names no domain that there is not', async () => {
    const { domains, total } = await ask('list_domains', { name: 'nowhere.invalid' });
    assert.deepEqual([domains, total], [[], 0]);
  });
});
