/** Tests the whole extension with a service that echoes the key of its connection in every field of every answer. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FakeWindow, type Profile, plainProfile } from '../../fakeEditor/window.ts';
import { type FakeAnswer, FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { childrenOf } from './readingPlaces.ts';

const KEY = 'partner/shop-key+of=ours';
const FORMS = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64'), 'shop-key'];

/** Returns an answer with the key in each text and in each name of a member that the interface does not define. */
function echoing(value: unknown, name = ''): unknown {
  // The service repeats the query, by which answers are told apart.
  if (name === 'query') return value;
  if (Array.isArray(value)) return value.map((each) => echoing(each, name));
  if (typeof value === 'object' && value !== null)
    return {
      ...Object.fromEntries(Object.entries(value).map(([key, each]) => [key, echoing(each, key)])),
      [`x-${KEY}`]: `unknown ${KEY}`,
    };
  // The comparisons in the counts can have any type.
  if (value === null) return FORMS.slice(0, 3).join(' ');
  if (typeof value !== 'string') return value;
  return name === 'log_time' || name === 'timezone' || /^\d+$/.test(value)
    ? value
    : `${value} ${FORMS.slice(0, 3).join(' ')}`;
}

describe('a key that the service sends back in every field', function () {
  this.timeout(60_000);
  let window: FakeWindow;
  let service: FakeService;
  let profile: Profile;
  const file = path.join(tmpdir(), `partner-logs-echo-${process.pid}`);

  beforeEach(async () => {
    const row = {
      ...{ idx: 1, log_time: '2026-05-30 12:00:00', attack: 'SQL', attack_raw: 'sql', action: 'Blocked' },
      ...{ ip: '203.0.113.9', country: 'France', country_code: 'FR', uri: '/a', detected_type: 'WAF' },
      ...{ detected_value: "' OR 1=1--", basestr: 'found', basetype: '1', basemessage: 'seen' },
    };
    const raw = `GET /a?q=' OR 1=1--&k=${encodeURIComponent(KEY)} HTTP/1.1\r\nHost: a\r\nX-${KEY}: ${KEY}\r\n\r\n`;
    const details = {
      raw_data: raw,
      req_line_headers: { 'Request-Line': 'GET /a HTTP/1.1', Host: 'a', 'X-Other': 'b' },
      res_line_headers: { 'Status-Line': 'HTTP/1.1 403 Forbidden', Server: 'waf' },
      virtual_host_name: 'shop.example',
      basestr: 'found',
    };
    service = await FakeService.start({ logs: [row], details: new Map([[1, details]]) });
    service.respond = async (_, usual) => {
      const answer: FakeAnswer = await usual();
      const body = JSON.parse(JSON.stringify(answer.body));
      return { ...answer, body: { ...body, data: echoing(body.data) } as never };
    };
    profile = plainProfile();
    window = await FakeWindow.open(profile);
    await window.connect(service.baseUrl, KEY);
  });

  afterEach(async () => {
    window.close();
    await service.close();
    rmSync(file, { force: true });
  });

  /** Asserts that a text has no form of the key. */
  function assertNoKey(what: string, text: string): void {
    assert.ok(text.length > 0, what);
    const lower = text.toLowerCase();
    for (const form of FORMS) assert.ok(!lower.includes(form.toLowerCase()), `${form} in ${what}: ${text}`);
  }

  /** Returns a row of the tree, as its menu passes it. */
  async function logNode(): Promise<unknown> {
    const domain = await until('the domain', async () =>
      (await childrenOf(window)).find(({ kind }) => kind === 'domain'),
    );
    const rows = await until('the rows', () => childrenOf(window, domain));
    return rows?.find(({ kind }) => kind === 'log') ?? assert.fail(JSON.stringify(rows));
  }

  const told = () => window.fake.messages.map(({ text }) => text).join('\n');
  async function clipboardOf(command: string, log: unknown): Promise<string> {
    window.fake.clipboard = '';
    await window.run(command, log);
    return (await until('the copy', () => window.fake.clipboard)) ?? '';
  }

  it('is in no report, request, or link on the clipboard, and in no message', async () => {
    const log = await logNode();
    assertNoKey('report', await clipboardOf('partnerLogs.copyBugReport', log));
    assertNoKey('link', await clipboardOf('partnerLogs.copyLink', log));
    const copying = window.run('partnerLogs.copyExclusionRequest', log);
    const input = await until('the prompt', () => window.fake.inputs.findLast(({ isOpen }) => isOpen));
    input?.type('Ours');
    input?.accept();
    await copying;
    await until('the request', () => window.fake.clipboard.includes('## Reason'));
    assertNoKey('request', window.fake.clipboard);
    assertNoKey('messages', told());
  });

  it('is in no title and page of an issue', async () => {
    const creating = window.run('partnerLogs.createIssue', await logNode());
    const input = await until('the prompt', () => window.fake.inputs.findLast(({ isOpen }) => isOpen));
    input?.type('https://github.com/owner/name');
    input?.accept();
    await creating;
    await until('the page', () => window.fake.opened.at(-1));
    assertNoKey('page', decodeURIComponent(window.fake.opened.at(-1) ?? ''));
    assertNoKey('report', window.fake.clipboard);
  });

  it('is not in the preview, nor in its stored state', async () => {
    await window.run('partnerLogs.previewBugReport', await logNode());
    const panel = window.fake.panels.findLast((each) => each.viewType === 'partnerLogs.report');
    panel?.say({ type: 'ready' });
    await until('the report', () => JSON.stringify(panel?.posted ?? []).includes('## Match'));
    assertNoKey('preview', JSON.stringify(panel?.posted));
  });

  it('is in no exported file', async () => {
    for (const kind of ['CSV', 'NDJSON']) {
      rmSync(file, { force: true });
      window.fake.messages.splice(0);
      window.fake.saveTo = file;
      const domain = { kind: 'domain', connectionId: 'c', index: 1, name: `shop ${KEY}` };
      void window.run('partnerLogs.exportLogs', domain);
      for (const label of [kind, 'Full', 'Essential'])
        await until(`the row ${label}`, () =>
          window.fake.picks.findLast(({ isOpen }) => isOpen)?.take((row) => row.label.includes(label)),
        );
      await until('the export', () => window.fake.messages.find(({ text }) => /exported/.test(text)));
      assertNoKey(kind, readFileSync(file, 'utf8'));
      assertNoKey('messages', told());
    }
  });

  it('is in no answer of a tool', async () => {
    for (const [name, input] of [
      ['find_logs', { domain: 1 }],
      ['read_log', { domain: 1, number: 1 }],
      ['read_log', { domain: 1, number: 1, raw: true }],
      ['count_visitors', { domain: 1 }],
    ] as const) {
      const tool = window.fake.tools.get(`partnerLogs_${name}`) ?? assert.fail(name);
      const { content } = await tool.invoke({ input }, window.fake.token());
      assertNoKey(name, content.map(({ value }) => value).join('\n'));
    }
  });

  it('is in no panel of counts', async () => {
    await window.run('partnerLogs.openCounts', { connectionId: 'c', index: 1 });
    const panel = window.fake.panels.findLast((each) => each.viewType === 'partnerLogs.counts');
    panel?.say({ type: 'ready' });
    const posted = () => JSON.stringify(panel?.posted ?? []);
    await until('the counts', () => posted().includes('comparisons'));
    assertNoKey('counts', posted());
  });

  it('is in no message about a failure, whatever its form', async () => {
    for (const form of FORMS.slice(0, 3)) {
      service.respond = () => ({
        status: 403,
        body: { message: { key: `RES ${form}`, value: `Not allowed: ${form}` } } as never,
      });
      window.fake.messages.splice(0);
      await window.run('partnerLogs.copyRawData', {
        connectionId: 'c',
        key: { domain: 1, idx: 9, detectedType: 'WAF' },
      });
      assert.match(told(), /RES|Not allowed|the key/);
      assertNoKey(form, told());
    }
  });

  it('is in nothing that is stored', async () => {
    await window.run('partnerLogs.openDetectionLog', await logNode());
    const panel = window.fake.panels.findLast((each) => each.viewType === 'partnerLogs.detection');
    panel?.say({ type: 'ready' });
    await until('the log', () => JSON.stringify(panel?.posted ?? []).includes('raw'));
    const state = profile.open();
    const stored = state.keys().map((key) => [key, state.get(key)]);
    assertNoKey('global state', JSON.stringify(stored));
    const shows = (panel?.posted ?? []) as readonly { readonly stored?: unknown }[];
    const panelState = shows.flatMap((message) => message.stored ?? []);
    assert.ok(panelState.length > 0);
    assertNoKey('panel state', JSON.stringify(panelState));
  });
});
