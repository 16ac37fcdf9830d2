import assert from 'node:assert/strict';
import {
  type DiagnosisFinding,
  diagnose,
  remedies,
  type ServiceOver,
} from '../../../src/connections/diagnosis.ts';
import { type SampleService, startSampleService } from '../../../src/sample/server.ts';
import type { DiagnosedService } from '../../../src/service/api.ts';
import { createLogService } from '../../../src/service/client.ts';
import { type Conventions, defaultConventions } from '../../../src/service/conventions.ts';
import type { LogKey } from '../../../src/service/model.ts';
import { routesTo } from '../../../src/service/network/baseUrl.ts';
import type { RouteName } from '../../../src/service/network/route.ts';
import { asHttps, fetchWithoutTls } from '../service/loopback.ts';

const offsetConventions = {
  ...defaultConventions,
  logs: { ...defaultConventions.logs, paging: 'offset' },
} as const;

describe('diagnose', () => {
  let sample: SampleService;
  afterEach(() => sample.close());

  const serviceOver = (key = sample.key, baseUrl = asHttps(sample.baseUrl)): ServiceOver =>
    over(routesTo(baseUrl), (onlyRoute, conventions) => {
      // Its direct route is that of http://, for no certificate stands behind `asHttps`.
      const url = onlyRoute === 'direct' ? sample.baseUrl : baseUrl;
      const options = { baseUrl: url, key: async () => key, conventions, onlyRoute };
      return createLogService(options, { fetch: fetchWithoutTls });
    });

  const over = (
    routes: readonly RouteName[],
    make: (route: RouteName, conventions: Conventions) => DiagnosedService,
  ): ServiceOver => Object.assign(make, { routes, ending: new AbortController().signal });

  async function run(conventions: Conventions, services = serviceOver()): Promise<DiagnosisFinding[]> {
    const findings: DiagnosisFinding[] = [];
    const { signal } = new AbortController();
    for await (const finding of diagnose(services, conventions, signal)) findings.push(finding);
    return findings;
  }

  const outcomes = (findings: readonly DiagnosisFinding[]) =>
    findings.map(({ read, route, paging, outcome }) =>
      [route, read, paging, outcome.kind].filter(Boolean).join(' '),
    );

  it('finds nothing to fix where everything works', async () => {
    sample = await startSampleService();
    const findings = await run(defaultConventions);
    assert.deepEqual(remedies(findings, defaultConventions), []);
    const expected = ['domains page works', 'logs page works', 'detail works', 'counts works'];
    for (const route of ['direct', 'editor']) {
      for (const each of expected)
        assert.ok(outcomes(findings).includes(`${route} ${each}`), `${route} ${each}`);
    }
  });

  it('is over the direct route alone where the service is on this machine', async () => {
    sample = await startSampleService();
    const findings = await run(defaultConventions, serviceOver(sample.key, sample.baseUrl));
    assert.deepEqual([...new Set(findings.map(({ route }) => route))], ['direct']);
  });

  it('finds the paging that the log list takes', async () => {
    sample = await startSampleService({ paging: 'offset' });
    const findings = await run(defaultConventions);
    assert.deepEqual(remedies(findings, defaultConventions), [
      { kind: 'paging', list: 'logs', paging: 'offset' },
    ]);
    assert.deepEqual(remedies(await run(offsetConventions), offsetConventions), []);
  });

  it('finds that the log list has another path, and still reads the counts', async () => {
    sample = await startSampleService();
    const conventions = {
      ...defaultConventions,
      logs: { ...defaultConventions.logs, path: '/elsewhere/:user_domain_idx' },
    };
    const findings = await run(conventions);
    assert.deepEqual(remedies(findings, conventions), [{ kind: 'path', list: 'logs' }]);
    assert.ok(outcomes(findings).includes('direct detail not-tried'));
    assert.ok(outcomes(findings).includes('direct counts works'));
  });

  it('reads the log under the detected type of its row', async () => {
    sample = await startSampleService();
    const read: LogKey[] = [];
    const bots = over(['direct', 'editor'], (route, conventions) => {
      const service = serviceOver()(route, conventions);
      return {
        ...service,
        logs: async (...question) => {
          const page = await service.logs(...question);
          const asBot = page.items.map(({ key, row }) => ({ key: { ...key, detectedType: 'BOT' }, row }));
          return { ...page, items: asBot };
        },
        log: (key, options) => {
          read.push(key);
          return service.log({ ...key, detectedType: 'WAF' }, options);
        },
      };
    });
    await run(defaultConventions, bots);
    assert.deepEqual(
      read.map(({ detectedType }) => detectedType),
      ['BOT', 'BOT'],
    );
  });

  it('blames the key alone when that is refused', async () => {
    sample = await startSampleService();
    const findings = await run(defaultConventions, serviceOver('another-key'));
    assert.deepEqual(remedies(findings, defaultConventions), [{ kind: 'key' }]);
    assert.deepEqual(
      sample.requests.map(({ status }) => status),
      [401],
    );
  });

  it('ends when it is cancelled', async () => {
    sample = await startSampleService();
    const controller = new AbortController();
    controller.abort(new Error('cancelled'));
    await assert.rejects(async () => {
      for await (const _ of diagnose(serviceOver(), defaultConventions, controller.signal));
    }, /cancelled/);
  });
});
