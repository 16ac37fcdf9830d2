/** Tests the panel of a log: the facts from the list are shown at once, and found when it is opened by its number. */
import assert from 'node:assert/strict';
import type { ToPanel } from '../../../src/detection/detectionMessages.ts';
import type { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { childrenOf } from './readingPlaces.ts';

describe('log panel', function () {
  this.timeout(60_000);
  let service: FakeService;
  /** Releases the response for the detail of a log: until then, it is being read. */
  let answerDetails = () => {};
  let window: FakeWindow;

  before(async () => {
    service = await FakeService.startSample({ logsPerDomain: 120 });
  });

  after(() => service?.close());

  beforeEach(async () => {
    const details = new Promise<void>((resolve) => {
      answerDetails = resolve;
    });
    service.respond = async ({ url }, usual) => {
      if (url.pathname.includes('detailed_log')) await details;
      return usual();
    };
    window = await FakeWindow.open(plainProfile(), 1);
    const connection = { id: 'c', name: 'C', baseUrl: service.baseUrl };
    await window.parts.keys.store(connection, service.key);
    await window.parts.connections.save(connection);
  });

  afterEach(() => window?.close());

  const shown = (panel: WebviewPanel) =>
    (panel.posted as ToPanel[]).flatMap((message) => (message.type === 'show' ? message.state : []));
  const factsOf = (panel: WebviewPanel) => {
    const state = shown(panel).findLast(({ kind }) => kind === 'log');
    return state?.kind === 'log' ? state.log.tables.facts.rows : [];
  };
  const head = (panel: WebviewPanel, field: string) => factsOf(panel).find((row) => row.head === field);

  it('shows what the list says of a log while the log is read', async () => {
    const [domain] = (await childrenOf(window)).filter(({ kind }) => kind === 'domain');
    const [log] = (await childrenOf(window, domain)).filter((node) => node.kind === 'log');
    assert.ok(log);
    const opened = window.run('partnerLogs.openDetectionLog', log);
    const panel = (await until('the panel', () => window.fake.panels.at(-1))) ?? assert.fail();
    panel.say({ type: 'ready' });
    const [first] = shown(panel);
    answerDetails();
    assert.ok(first?.kind === 'loading' && first.head);
    const texts = first.head.facts.map(({ value }) => value.text);
    for (const value of [log.row.rule, log.row.action, log.row.address, log.row.time])
      assert.ok(value !== undefined && texts.includes(value), value);
    await opened;
    assert.equal(head(panel, 'rule')?.value.text, log.row.rule);
  });

  it('says what the log itself has, until its row is found by its time', async () => {
    const [domain] = (await childrenOf(window)).filter((node) => node.kind === 'domain');
    assert.ok(domain);
    const rows = (await childrenOf(window, domain)).filter((node) => node.kind === 'log');
    const idx = (rows.at(-1)?.key.idx ?? 0) - 40;
    const key = { domain: domain.index, idx, detectedType: 'WAF' };
    const opened = window.run('partnerLogs.openDetectionLog', { connectionId: 'c', key });
    const panel = (await until('the panel', () => window.fake.panels.at(-1))) ?? assert.fail();
    panel.say({ type: 'ready' });
    answerDetails();
    await opened;
    await until('the row', () => head(panel, 'rule'));
    const [first] = shown(panel).flatMap((state) =>
      state.kind === 'log' ? [state.log.tables.facts.rows] : [],
    );
    const source = (field: string) => first?.find((row) => row.head === field)?.source;
    assert.equal(source('time'), 'date of the response');
    assert.match(String(source('address')), /^from X-/);
    assert.equal(head(panel, 'time')?.source, undefined);
    assert.equal(head(panel, 'address')?.source, undefined);
    assert.ok(head(panel, 'action'));
  });
});
