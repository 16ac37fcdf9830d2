import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import type { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { type Differences, startDifferingService } from './differingService.ts';

describe('Diagnose Connection', () => {
  let window: FakeWindow;
  let service: FakeService;
  beforeEach(async () => {
    window = await FakeWindow.open(plainProfile(), 71);
    Object.assign(window.limits, { backoff: 1 });
  });
  afterEach(async () => {
    window.close();
    await service.close();
  });

  type QuickPick = (typeof window.fake.picks)[number];

  /** Diagnoses a service, ends the complete quick pick, and returns it. */
  async function diagnosed(
    differences: Differences,
    end = (open: QuickPick) => open.hide(),
    path = '',
    known?: unknown,
  ) {
    service = await startDifferingService(differences);
    const connection = { id: 'd', name: 'd', baseUrl: service.baseUrl + path, differences: known };
    await window.parts.keys.store(connection, service.key);
    await window.parts.connections.save(connection);
    const done = window.run('partnerLogs.diagnoseConnection', { connectionId: 'd' });
    const pick = await complete();
    end(pick);
    await done;
    return pick;
  }

  async function complete(): Promise<QuickPick> {
    const pick = await until('the diagnosis', () => {
      const open = window.fake.picks.findLast(({ isOpen }) => isOpen);
      return open && !open.busy ? open : undefined;
    });
    return pick ?? assert.fail();
  }

  /** Returns the rows as label, request without numbers, and result. */
  const rowsOf = ({ items }: QuickPick) =>
    items.map(({ label, description, detail }) =>
      [label, description?.replace(/\d{4,8}/g, '#'), detail].filter(Boolean).join(' | '),
    );

  it('shows for each read the request and the result', async () => {
    const pick = await diagnosed({});
    assert.equal(pick.placeholder, 'No problems found');
    const rows = rowsOf(pick);
    const expected = [
      /^Direct$/,
      /^\$\(pass\) Domains \| GET \/partner\/website\/all\?page=1&per_page=10 \| \d+ in all$/,
      /^\$\(pass\) Detection logs \| GET \/partner\/logs\/attack_logs\/#\?page=1&per_page=10 \| \d+ in all$/,
      /^\$\(pass\) One detection log \| GET \/partner\/logs\/detailed_log\/#\?idx=#&detected_type=\w+ \| log \d+$/,
      /^\$\(pass\) Counts \| GET \/partner\/logs\/visitors_hackers\/#\?from=#&to=# \| \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/,
      /^Help$/,
      /^Copy for Support…/,
    ];
    assert.equal(rows.length, expected.length, rows.join('\n'));
    for (const [at, pattern] of expected.entries()) assert.match(rows[at] ?? '', pattern);
    assert.deepEqual(
      service.requests.map(({ url }) => url.pathname + url.search),
      pick.items.flatMap(({ description }) => description?.slice('GET '.length) ?? []),
    );
  });

  it('sends what the conventions specify, and shows it', async () => {
    const rows = rowsOf(await diagnosed({}, undefined, '', { countsDateFormat: 'YYYY-MM-DD' }));
    assert.ok(rows.some((row) => /visitors_hackers\/#\?from=#-\d\d-\d\d&to=#-\d\d-\d\d/.test(row)));
  });

  it('shows status, key, and value of a refusal, and the field that failed', async () => {
    const refused = await diagnosed({ refused: { attack_logs: ['page'] } });
    assert.equal(refused.placeholder, 'Some reads failed. See each row for details');
    const rows = rowsOf(refused);
    assert.match(rows[2] ?? '', /^\$\(error\) Detection logs .*\(400 RES000002 “[^”]+”\)/);
    assert.match(
      rows[3] ?? '',
      /^\$\(circle-slash\) One detection log \| Not tried, because there is no log/,
    );
    assert.match(rows[4] ?? '', /^\$\(pass\) Counts/);
    await service.close();
    const odd = rowsOf(await diagnosed({ domain: ({ domain }) => ({ site_no: 7, hostname: domain }) }));
    assert.match(odd.join('\n'), /\$\(error\) Domains .*data\.items\[0\]\.user_domain_idx.*expected/);
    assert.match(odd.join('\n'), /Counts \| Not tried, because there is no domain to read\./);
  });

  it('offers another key after a refused one', async () => {
    const pick = await diagnosed({ keyHeader: 'X-Own' });
    const [fix, replace] = pick.items;
    assert.deepEqual([fix?.label, replace?.label], ['How to fix it', 'Replace the key…']);
    assert.equal(pick.activeItems[0], replace);
    assert.equal(service.requests.length, 1);
  });

  it('retries a busy service', async () => {
    assert.equal((await diagnosed({ failing: 2 })).placeholder, 'No problems found');
  });

  /** Enters another path of the list of domains, and returns the next diagnosis. */
  async function withOtherPath(): Promise<QuickPick> {
    let next: Promise<QuickPick> | undefined;
    const first = await diagnosed({ paths: { '/partner/website/all': '/v2/sites' } }, (pick) => {
      assert.ok(pick.take(({ label }) => label === 'Enter the path of the list of domains…'));
      next = enterPath().then(async () => {
        const again = await complete();
        again.hide();
        return again;
      });
    });
    assert.match(rowsOf(first).join('\n'), /\(404/);
    assert.match(JSON.stringify(window.fake.messages), /Updated the connection “d”/);
    return next ?? assert.fail();
  }

  async function enterPath(): Promise<void> {
    const input = await until('the path', () => window.fake.inputs.findLast(({ isOpen }) => isOpen));
    input?.type('no path');
    input?.accept();
    await until('the problem', () => input?.validationMessage);
    input?.type(' /v2/sites ');
    input?.accept();
  }

  const differences = () => window.parts.connections.get('d')?.differences;

  it('takes another path of a list, and runs again', async () => {
    assert.equal((await withOtherPath()).placeholder, 'No problems found');
    assert.deepEqual(differences(), { domainsPath: '/v2/sites' });
  });

  it('can undo the change of a path', async () => {
    window.fake.takes = 'Undo';
    await withOtherPath();
    await until('the setting of before', () => differences() === undefined);
  });

  it('shows nothing of the key, though the service sends it back', async () => {
    const pick = await diagnosed({ echo: true });
    assert.match(rowsOf(pick).join('\n'), /\(the key\)/);
    assert.ok(!rowsOf(pick).join('\n').includes(service.key));
  });

  describe('over two routes', () => {
    beforeEach(() => {
      const { services } = window.parts;
      const overRoutes = services.overRoutes.bind(services);
      services.overRoutes = async (connection) => {
        const [one, other] = [await overRoutes(connection), await overRoutes(connection)];
        const others = other.routes.map((each) => ({ ...each, route: 'editor' as const }));
        return { ...one, routes: [...one.routes, ...others] };
      };
    });

    it('reads everything over the first that reaches the service, and domains over the other', async () => {
      const rows = rowsOf(await diagnosed({}));
      assert.equal(rows[5], 'Through the editor (its proxy and certificates)');
      assert.match(rows[6] ?? '', /^\$\(pass\) Domains/);
      assert.equal(rows[7], 'Help');
    });

    it('sends a refused key once over each', async () => {
      await diagnosed({ keyHeader: 'X-Own' });
      assert.equal(service.requests.length, 2);
    });
  });

  describe('Copy for Support', () => {
    const supportText = async (differences: Differences, path = '') => {
      window.fake.takes = 'Copy';
      const take = (pick: QuickPick) => assert.ok(pick.take(({ label }) => /Copy for Support/.test(label)));
      await diagnosed(differences, take, path);
      return String(await until('the text', () => window.fake.clipboard || undefined));
    };

    it('contains versions, platform, origin, and statuses', async () => {
      const lines = (await supportText({ refused: { attack_logs: ['page'] } })).split('\n').slice(1, -2);
      assert.match(lines[0] ?? '', /^Partner Logs \d/);
      assert.match(lines[2] ?? '', /, Node \d/);
      assert.deepEqual(lines.slice(3), [
        service.baseUrl,
        'direct domains: 200',
        'direct logs: 400 bad-request',
        'direct detail: not tried',
        'direct counts: 200',
      ]);
    });

    it('contains no key, no path, and no text of the service', async () => {
      const text = await supportText({ echo: true }, '/hidden-tenant');
      assert.match(text, /direct domains: 404 not-found/);
      for (const hidden of [service.key, 'hidden-tenant', 'RES', 'Not found'])
        assert.ok(!text.includes(hidden));
    });
  });
});
