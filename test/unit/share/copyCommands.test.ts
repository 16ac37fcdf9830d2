/** Tests copies of logs with the whole extension and a service on this computer. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LogTarget } from '../../../src/connections/logTarget.ts';
import type * as copyCommands from '../../../src/share/copyCommands.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';

const REQUEST = 'GET /?token=hunter22 HTTP/1.1\r\nHost: shop.example\r\nCookie: sid=s3cr3t-value\r\n\r\n';
const SECRETS = /hunter22|s3cr3t/;

describe('copyCommands', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;
  let folder: string;

  beforeEach(async () => {
    service = await FakeService.start({ logs: [] });
    window = await FakeWindow.open(plainProfile());
    await window.connect(service.baseUrl, service.key);
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-copies-'));
    window.fake.clipboard = 'before';
  });
  afterEach(async () => {
    window.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  let next = 1;
  /** Returns a log with this raw data. */
  function aTarget(rawData: string, row: object = {}): LogTarget {
    const idx = next++;
    service.details.set(idx, { raw_data: rawData });
    const key = { domain: 7, idx, detectedType: 'WAF' };
    return { connectionId: 'c', key, row: { idx, other: {}, ...row } };
  }
  const run = (command: string, ...args: unknown[]) => window.run(`partnerLogs.${command}`, ...args);
  const last = () => window.fake.messages.at(-1) ?? assert.fail('no message');
  const said = (pattern: RegExp) =>
    until(
      'the message',
      () => window.fake.messages.at(-1)?.text,
      (text) => pattern.test(text ?? ''),
    );
  const openPrompt = () => until('the prompt', () => window.fake.inputs.findLast(({ isOpen }) => isOpen));
  const accept = (input: Awaited<ReturnType<typeof openPrompt>>, value = '') => {
    if (!input) return;
    input.value = value;
    input.accept();
  };
  const takes = (label: string) => {
    window.fake.takes = label;
  };

  it('copyBugReport says what is hidden, and previews what was copied', async () => {
    takes('Preview');
    assert.equal(await run('copyBugReport', aTarget(REQUEST)), true);
    assert.doesNotMatch(window.fake.clipboard, SECRETS);
    assert.equal(last().text, 'Copied as bug report. 2 values are hidden.');
    await until('the preview', () => window.fake.panels.at(-1)?.viewType === 'partnerLogs.report');
    const logs = [aTarget(REQUEST), aTarget(REQUEST)];
    assert.equal(await run('copyBugReport', logs[0], logs), true);
    assert.match(window.fake.clipboard, /^# 2 logs of /);
  });

  it('copyAs offers every format, and says that nothing is hidden', async () => {
    for (const [name, content] of [
      ['cURL for POSIX shells', /^curl /m],
      ['cURL for PowerShell', /^curl\.exe /m],
      ['HAR', /"entries"/],
      ['JSON', /"detailed_info"/],
    ] as const) {
      takes(name);
      assert.equal(await run('copyAs', aTarget(REQUEST)), true);
      assert.match(window.fake.clipboard, content);
      assert.match(last().text, new RegExp(`^Copied as ${name}\\. Nothing is hidden`));
    }
  });

  it('usesPowerShell › is true for PowerShell and cmd, and on Windows by default', async () => {
    const { usesPowerShell } = await window.load<typeof copyCommands>('share/copyCommands.ts');
    for (const [shell, platform, isPowerShell] of [
      ['/usr/bin/pwsh', 'linux', true],
      ['C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe', 'win32', true],
      ['C:\\Windows\\System32\\cmd.exe', 'win32', true],
      ['', 'win32', true],
      ['C:\\Program Files\\Git\\bin\\bash.exe', 'win32', false],
      ['', 'linux', false],
    ] as const)
      assert.equal(usesPowerShell(shell, platform), isPowerShell, shell);
  });

  it('copies a selection in its order if it contains the clicked log', async () => {
    const logs = ['one', 'two', 'three'].map((text) => aTarget(text));
    takes('JSON');
    await run('copyAs', logs[1], [...logs, { kind: 'message' }]);
    const records = JSON.parse(window.fake.clipboard) as { detailed_info: { raw_data: string } }[];
    assert.deepEqual(
      records.map(({ detailed_info }) => detailed_info.raw_data),
      ['one', 'two', 'three'],
    );
    assert.match(last().text, /^3 logs copied as JSON/);
    await run('copyAs', aTarget('alone'), logs);
    assert.equal(JSON.parse(window.fake.clipboard).detailed_info.raw_data, 'alone');
    await run('copyLink', logs[0], logs);
    assert.match(window.fake.clipboard, /^(vscode:[^\n]+\n?){3}$/);
  });

  it('copyExclusionRequest says in its prompt what is meant, includes the reason as typed, shows the request, and names it', async () => {
    const row = { rule: 'SQL Injection', uri: '/login', action: 'Blocked' };
    const logs = [aTarget(REQUEST, row), aTarget(REQUEST, row)];
    const done = run('copyExclusionRequest', logs[0], logs);
    const input = await openPrompt();
    assert.equal(input?.title, 'Exclusion Request: SQL Injection · /login · 2 logs');
    const reason = `当社の　テスト${'。'.repeat(300)}`;
    accept(input, reason);
    assert.equal(await done, true);
    assert.match(window.fake.clipboard, new RegExp(`^# Exclusion request for [^]*\n${reason}\n`));
    assert.doesNotMatch(window.fake.clipboard, SECRETS);
    assert.match(last().text, /^2 logs copied as exclusion request\./);
    assert.equal(window.fake.panels.at(-1)?.title, 'Exclusion Request');
  });

  it('copyExclusionRequest of a single log has the numbers of its similar requests as evidence', async () => {
    const time = `${new Date().toISOString().slice(0, 10)} 00:00:00`;
    const row = { attack: 'SQL Injection', log_time: time, action: 'Blocked', ip: '192.0.2.1' };
    service.logs = ['/login', '/login', '/login/admin'].map((uri, idx) => ({ idx, uri, ...row }));
    const done = run('copyExclusionRequest', aTarget(REQUEST, { rule: row.attack, uri: '/login', time }));
    accept(await openPrompt(), 'Our own scanner');
    assert.equal(await done, true);
    assert.match(
      window.fake.clipboard,
      /- Requests with this rule and path, with the match in any place, from [\d-]+ to [\d-]+: 2 read, total not known; 2 blocked, 0 detected; 1 address /,
    );
  });

  it('copyRawData copies each character, or says why not, and offers a file', async () => {
    assert.equal(await run('copyRawData', aTarget(REQUEST)), true);
    assert.equal(window.fake.clipboard, REQUEST);
    assert.equal(await run('copyRawData', aTarget('')), undefined);
    assert.equal(last().text, 'The raw data of this log is empty. Nothing was copied.');
    window.fake.saveTo = path.join(folder, 'unusual.txt');
    takes('Save Raw Data As…');
    const unusual = aTarget('GET /\0 HTTP/1.1\r\n\r\n\ud800 \u{1f600}');
    assert.equal(await run('copyRawData', unusual), undefined);
    assert.equal(window.fake.clipboard, REQUEST);
    await said(/^Raw data saved without redaction\. Unpaired surrogates became U\+FFFD/);
    const saved = await readFile(path.join(folder, 'unusual.txt'), 'utf8');
    assert.equal(saved, 'GET /\0 HTTP/1.1\r\n\r\n\ufffd \u{1f600}');
  });

  it('refuses a text that is too large for the clipboard', async () => {
    const rawData = '0123456789abcdef'.repeat(0.6 * 1024 * 1024);
    const targets = [aTarget(rawData), aTarget(rawData)];
    takes('JSON');
    assert.equal(await run('copyAs', targets[0], targets), undefined);
    assert.match(last().text, /^Nothing was copied\. The data is too large/);
    assert.equal(window.fake.clipboard, 'before');
  });

  it('says why there is no log', async () => {
    const missing = { connectionId: 'c', key: { domain: 7, idx: 999_999, detectedType: 'WAF' } };
    for (const command of ['copyBugReport', 'copyRawData', 'saveRawData']) {
      assert.equal(await run(command, missing), undefined);
      assert.match(last().text, /^Nothing was (copied|saved)\. The service has no such data \(404/);
    }
    assert.equal(window.fake.clipboard, 'before');
  });

  it('createIssue opens a page with the title only; the essential report is on the clipboard', async () => {
    const target = aTarget('GET /a&body=evil#x?token=hunter22 HTTP/1.1\r\nCookie: sid=s3cr3t-value\r\n\r\n');
    /** Accepts the prompt with a text or with the one that it contains. Returns the latter. */
    async function create(typed?: string): Promise<string | undefined> {
      const done = run('createIssue', target);
      const input = await openPrompt();
      const value = input?.value;
      assert.match(input?.prompt ?? '', /Anyone who can read the issue can see your base URL/);
      accept(input, typed ?? value);
      assert.equal(await done, true);
      return value;
    }
    assert.equal(await create('git@github.com:owner/name.git'), '');
    const page = new URL(String(await until('the page', () => window.fake.opened.at(-1))));
    assert.equal(page.origin + page.pathname, 'https://github.com/owner/name/issues/new');
    assert.deepEqual([...page.searchParams.keys()], ['title']);
    assert.doesNotMatch(window.fake.clipboard, SECRETS);
    assert.match(last().text, /^The bug report is on the clipboard\. Paste it into the new issue\./);
    assert.equal(await create(), 'https://github.com/owner/name', 'suggests the last repository');
  });
});
