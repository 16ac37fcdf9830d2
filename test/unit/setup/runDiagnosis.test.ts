import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import type { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { type Differences, startDifferingService } from './differingService.ts';

describe('runDiagnosis', () => {
  let window: FakeWindow;
  let service: FakeService;
  beforeEach(async () => {
    window = await FakeWindow.open(plainProfile(), 71);
  });
  afterEach(async () => {
    window.close();
    await service.close();
  });

  type QuickPick = (typeof window.fake.picks)[number];

  /** Diagnoses a service, ends the complete quick pick, and returns it. */
  async function diagnosed(differences: Differences, end = (open: QuickPick) => open.hide()) {
    service = await startDifferingService(differences);
    const connection = { id: 'd', name: 'Differing', baseUrl: service.baseUrl };
    await window.parts.keys.store(connection, service.key);
    await window.parts.connections.save(connection);
    const done = window.run('partnerLogs.diagnoseConnection', { connectionId: 'd' });
    const pick = await until('the diagnosis', () => {
      const open = window.fake.picks.findLast(({ isOpen }) => isOpen);
      return open && !open.busy ? open : undefined;
    });
    assert.ok(pick);
    end(pick);
    await done;
    return pick;
  }

  /** Returns the row for the last read over the last route. */
  function lastRead({ items }: Awaited<ReturnType<typeof diagnosed>>): string {
    const { label, detail } = items[items.findIndex((item) => item.label === 'Requests') - 1] ?? {};
    return `${label} ${detail}`;
  }

  it('searches when the first difference is in the fields of a domain', async () => {
    const pick = await diagnosed({
      domain: ({ user_domain_idx, domain }) => ({ site_no: user_domain_idx, hostname: domain }),
    });
    assert.equal(pick.placeholder, 'Press Enter to fix it');
    assert.match(pick.items[1]?.label ?? '', /domains\.indexFields/);
  });

  it('sends at most 40 requests, whatever fails', async () => {
    Object.assign(window.limits, { backoff: 1 });
    const pick = await diagnosed({ failing: 2, keyHeader: 'X-Own' });
    assert.ok(service.requests.length <= 40, `${service.requests.length} requests`);
    assert.notEqual(pick.placeholder, 'No problems found');
  });

  it('tells support how many names are redacted, and none of them', async () => {
    window.fake.settings['partnerLogs.redaction'] = { names: ['x-ledger', 'x-vault'], emails: true };
    window.fake.takes = 'Copy';
    await diagnosed({}, (pick) => assert.ok(pick.take(({ label }) => /Copy for Support/.test(label))));
    const text = await until('the text', () => window.fake.clipboard || undefined);
    assert.match(String(text), /partnerLogs\.redaction: \{"names":2,"emails":true\}/);
    assert.doesNotMatch(String(text), /x-ledger|x-vault/);
  });

  describe('over two routes', () => {
    beforeEach(() => {
      const { services } = window.parts;
      const probes = services.probes.bind(services);
      services.probes = async (connection) => ({
        ...(await probes(connection)),
        routes: ['direct', 'editor'],
      });
    });

    it('sends 40 requests to a service that answers 503, 503, 200, and shows what it found', async () => {
      const pick = await diagnosed({
        failing: 2,
        refused: { logs: ['from', 'to'] },
        row: () => ({ unknown: 'a' }),
      });
      assert.equal(service.requests.length, 40);
      assert.match(
        lastRead(pick),
        /^\$\(circle-slash\) Domains Not tried, because the diagnosis reached its request limit/,
      );
    });

    it('shows what it found where the service refuses the key as often as it is sent', async () => {
      const pick = await diagnosed({ keyHeader: 'X-Own' });
      assert.match(pick.items[1]?.label ?? '', /Replace the key/);
      assert.match(
        lastRead(pick),
        /^\$\(circle-slash\) Domains Not tried, because the service did not accept the key/,
      );
    });
  });
});
