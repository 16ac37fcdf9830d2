/** Tests the panel of a bug report with the whole extension: showing, copying, storing, and restoring reports. */
import assert from 'node:assert/strict';
import { failure } from '../../../src/sample/answers.ts';
import type { ShownReport, ToReport } from '../../../src/share/reportMessages.ts';
import { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';

const SESSION = 'kJ8sd9fKJsdf98sdf';
const LOG = { connectionId: 'c', key: { domain: 1, idx: 7, detectedType: 'WAF' } };
const rawDataOf = (name: string) =>
  `GET /a?ref=8f2c9d1e77aa&by=${name} HTTP/1.1\r\nHost: shop.example\r\nCookie: session=${SESSION}\r\n\r\n`;

describe('report panel', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;

  beforeEach(async () => {
    service = await FakeService.start({ logs: [7], details: new Map([[7, { raw_data: rawDataOf('one') }]]) });
    window = await FakeWindow.open(plainProfile());
    await window.connect(service.baseUrl, service.key);
  });

  afterEach(async () => {
    window.close();
    await service.close();
  });

  const lastOf = (panel: WebviewPanel) => (panel.posted as ToReport[]).at(-1);
  const textOf = ({ parts }: ShownReport) => parts.map(({ text }) => text).join('');

  /** Waits for a report after the given number of messages to the page. */
  async function reportOf(panel: WebviewPanel, after = 0): Promise<ShownReport> {
    const messages = () => (panel.posted as ToReport[]).slice(after);
    return (
      (await until('the report', () => messages().findLast(({ shown }) => shown)?.shown)) ?? assert.fail()
    );
  }

  /** Sends a message from the page, and returns the next report. */
  function answerTo(panel: WebviewPanel, message: object): Promise<ShownReport> {
    const { length } = panel.posted;
    panel.say(message);
    return reportOf(panel, length);
  }

  async function preview(target = LOG): Promise<WebviewPanel> {
    await window.run('partnerLogs.previewBugReport', target);
    const panel = window.fake.panels.findLast(({ viewType }) => viewType === 'partnerLogs.report');
    panel?.say({ type: 'ready' });
    return panel ?? assert.fail();
  }

  async function copied(panel: WebviewPanel): Promise<string> {
    window.fake.clipboard = '';
    panel.say({ type: 'copy' });
    return (await until('the copy', () => window.fake.clipboard)) ?? '';
  }

  const numberOf = ({ parts }: ShownReport, mark: string) =>
    parts.find(({ text, value }) => value !== undefined && text.includes(mark))?.value ?? assert.fail(mark);

  /** Clicks the first value whose text contains `mark`, and returns the next report. */
  async function toggle(panel: WebviewPanel, mark: string): Promise<ShownReport> {
    return answerTo(panel, { type: 'toggle', value: numberOf(await reportOf(panel), mark) });
  }

  it('is the log of commands without a target while it has the focus', async () => {
    const panel = await preview();
    await reportOf(panel);
    window.fake.clipboard = '';
    await window.run('partnerLogs.copyRawData');
    assert.match(window.fake.clipboard, /^[A-Z]+ .* HTTP\/1/);
    panel.dispose();
    window.fake.clipboard = '';
    const asking = window.run('partnerLogs.copyRawData');
    const prompt = await until('the prompt', () => window.fake.inputs.findLast(({ isOpen }) => isOpen));
    assert.equal(window.fake.clipboard, '');
    prompt?.hide();
    await asking;
  });

  it('copies the text that it displays, after each choice', async () => {
    const panel = await preview();
    const first = await reportOf(panel);
    await window.run('partnerLogs.copyBugReport', LOG);
    assert.equal(textOf(first), window.fake.clipboard);
    assert.match(first.summary, /^\d values are hidden\./);

    const shown = await toggle(panel, '17 characters');
    assert.ok(textOf(shown).includes(`session=${SESSION}`));
    assert.equal(await copied(panel), textOf(shown));

    const again = await toggle(panel, SESSION);
    assert.equal(textOf(again), textOf(first));
    await toggle(panel, '17 characters');
    assert.equal(textOf(await answerTo(panel, { type: 'detail', detail: 'essential' })), textOf(first));
  });

  it('hides selected texts everywhere, in any encoding and in its own words, until one is selected again', async () => {
    const panel = await preview();
    const first = await reportOf(panel);
    const hidden = await answerTo(panel, { type: 'hide', texts: ['shop.example', 'Partner Logs'] });
    assert.doesNotMatch(textOf(hidden), /shop\.example|Partner Logs/);
    const count = (shown: ShownReport) => Number.parseInt(shown.summary, 10);
    assert.equal(count(hidden), count(first) + 2);
    assert.ok(textOf(hidden).includes(`${count(hidden)} values are hidden and shown`));
    assert.equal(await copied(panel), textOf(hidden));
    await toggle(panel, '12 characters');
    assert.match(textOf(await reportOf(panel)), /shop\.example/);
    assert.equal(textOf(await answerTo(panel, { type: 'detail', detail: 'essential' })), textOf(first));
  });

  it('writes the report of a large log in a thread, with the same choices', async () => {
    const rawData = `${rawDataOf('one').trimEnd()}\r\nContent-Type: text/plain\r\n\r\n${'some text & more '.repeat(20_000)}`;
    service.details = new Map([[7, { raw_data: rawData }]]);
    const panel = await preview();
    const first = await reportOf(panel);
    assert.match(textOf(first), /‹[\d,]+ characters›/);
    const shown = await toggle(panel, '17 characters');
    assert.ok(textOf(shown).includes(`session=${SESSION}`));
    assert.equal(await copied(panel), textOf(shown));
    assert.ok(textOf(shown).length < 10_000);
  });

  it('shows the values under the names in the setting partnerLogs.report.shownNames', async () => {
    window.fake.settings['partnerLogs.report.shownNames'] = ['REF', 7];
    const text = textOf(await reportOf(await preview()));
    assert.match(text, /ref=8f2c9d1e77aa&by=‹3 characters›/);
    await window.run('partnerLogs.copyBugReport', LOG);
    assert.equal(window.fake.clipboard, text);
  });

  it('says that an exact report is not redacted', async () => {
    const panel = await preview();
    await reportOf(panel);
    const exact = await answerTo(panel, { type: 'detail', detail: 'exact' });
    assert.match(exact.summary, /^Nothing is hidden/);
    assert.ok((await copied(panel)).includes(SESSION));
    assert.ok(exact.parts.every(({ value }) => value === undefined));
  });

  it('creates an issue with the text as it is after the prompt, and no shown value in its title', async () => {
    const panel = await preview();
    const shown = await toggle(panel, '17 characters');
    panel.say({ type: 'createIssue' });
    const input = await until('the prompt', () => window.fake.inputs.findLast(({ isOpen }) => isOpen));
    panel.say({ type: 'toggle', value: numberOf(shown, SESSION) });
    input?.type('https://github.com/owner/name');
    input?.accept();
    const page = await until('the page', () => window.fake.opened.at(-1));
    assert.match(page ?? '', /^https:\/\/github\.com\/owner\/name\/issues\/new\?title=/);
    assert.ok(!`${decodeURIComponent(page ?? '')} ${window.fake.clipboard}`.includes(SESSION));
    assert.equal(window.fake.clipboard, textOf(await reportOf(panel)));
  });

  it('stores only a link, with which another window restores it without the choices', async () => {
    const panel = await preview();
    const first = await reportOf(panel);
    await toggle(panel, '17 characters');
    const { stored } = lastOf(panel) ?? {};
    assert.deepEqual(Object.keys(stored ?? {}), ['link']);
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(`${SESSION}|${service.key}|8f2c9d1e77aa`));

    const restored = new WebviewPanel('partnerLogs.report', 'Bug Report');
    const panels = window.parts.previews;
    await panels.deserializeWebviewPanel(restored as never, stored);
    restored.say({ type: 'ready' });
    assert.equal(textOf(await reportOf(restored)), textOf(first));
    restored.dispose();
  });

  it('closes a restored panel of a text, which is not stored', async () => {
    const restored = new WebviewPanel('partnerLogs.report', 'Exclusion Request');
    await window.parts.previews.deserializeWebviewPanel(restored as never, undefined);
    assert.equal(restored.isOpen, false);
  });

  for (const state of [{ link: 'vscode://x/y' }, { link: 7 }]) {
    it(`says that a report is no longer available: ${JSON.stringify(state)}`, async () => {
      const restored = new WebviewPanel('partnerLogs.report', 'Bug Report');
      const panels = window.parts.previews;
      await panels.deserializeWebviewPanel(restored as never, state);
      restored.say({ type: 'ready' });
      const failed = await until('the state', () => lastOf(restored)?.failure);
      assert.match(failed?.headline ?? '', /connection was removed/);
      restored.say({ type: 'copy' });
      assert.equal(window.fake.clipboard, '');
      restored.dispose();
    });
  }

  it('shows why a log cannot be read, with the next step, and tries again', async () => {
    service.respond = () => failure('unauthorized');
    const panel = await preview();
    const failed = await until('the failure', () => lastOf(panel)?.failure);
    assert.equal(failed?.next, 'Replace Key…');
    service.respond = (_, usual) => usual();
    panel.say({ type: 'tryAgain' });
    assert.match(textOf(await reportOf(panel)), /‹17 characters›/);
  });

  it('reads the log of another service, without the choices, and copies nothing of the one before', async () => {
    const other = await FakeService.start({
      logs: [7],
      details: new Map([[7, { raw_data: rawDataOf('two') }]]),
    });
    const panel = await preview();
    await toggle(panel, '17 characters');
    const { length } = panel.posted;
    await window.connect(other.baseUrl, other.key);
    const after = await reportOf(panel, length);
    assert.doesNotMatch(textOf(after), new RegExp(SESSION));
    await other.close();
  });

  it('previews the report about several logs, and a text for support, as text without levels', async () => {
    const copy = { segments: ['# Title\n', { value: 'a'.repeat(24), kind: '' }], title: '', notes: [] };
    window.parts.previews.showText('Bug Report', copy);
    const panel = window.fake.panels.at(-1) ?? assert.fail();
    panel.say({ type: 'ready' });
    const shown = await reportOf(panel);
    assert.equal(shown.detail, undefined);
    assert.ok(shown.parts.every(({ value }) => value === undefined));
    assert.equal(await copied(panel), '# Title\n‹24 characters›');
    assert.equal(lastOf(panel)?.stored, undefined);
  });

  it('opens one panel for a log, which starts again when it is opened again', async () => {
    const panel = await preview();
    await toggle(panel, '17 characters');
    const { length } = panel.posted;
    assert.equal(await preview(), panel);
    const again = await reportOf(panel, length);
    assert.doesNotMatch(textOf(again), new RegExp(SESSION));
  });
});
