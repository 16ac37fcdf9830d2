import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { LogTarget } from '../../src/connections/logTarget.ts';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { FakeService } from '../fakeService.ts';
import { hostileIdx, hostileTexts, SECURITY_LAB, withLab } from '../hostileLogs.ts';
import { amount, some } from '../proofs.ts';
import { until } from '../until.ts';
import { AnsweredInputs } from './answeredInputs.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';
import { NotedPicks } from './notedPicks.ts';

const request = 'GET /?token=hunter22 HTTP/1.1\r\nHost: shop.example\r\nCookie: sid=s3cr3t-value\r\n\r\n';

/** Raw data, by the defect it has. */
const bad: Readonly<Record<string, string>> = {
  'no HTTP': '<html>',
  'no target': 'GET HTTP/1.1\r\n\r\n',
  'no colon': 'GET / HTTP/1.1\r\nHost\r\n\r\n',
  'mixed line ends': 'GET / HTTP/1.1\nA: b\rC: d\r\n\n\r',
  binary: Array.from({ length: 255 }, (_, code) => String.fromCharCode(code + 1)).join(''),
  [`${amount(100_000)} headers`]: `GET / HTTP/1.1\r\n${Array.from({ length: amount(100_000) }, (_, index) => `X-${index}: ${index}\r\n`).join('')}\r\n`,
  [`${amount(8)} MiB`]: `POST / HTTP/1.1\r\n\r\n${'0123456789abcdef'.repeat(amount(512 * 1024))}`,
};

describe('copyCommands', function () {
  this.timeout(120_000);
  let service: FakeService;
  let messages: AnsweredMessages;
  let folder: string;
  const connectionId = 'copies';
  const { showSaveDialog } = vscode.window;
  const { openExternal } = vscode.env;

  before(async () => {
    service = await FakeService.start({ logs: [] });
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-copies-'));
    const { connections, keys } = await models();
    const connection = { id: connectionId, name: 'Copies', baseUrl: service.baseUrl };
    await keys.store(connection, 'any');
    await connections.save(connection);
  });

  beforeEach(async () => {
    messages = new AnsweredMessages();
    await vscode.env.clipboard.writeText('before');
  });

  afterEach(() => {
    messages.dispose();
    Object.assign(vscode.window, { showSaveDialog });
    Object.assign(vscode.env, { openExternal });
  });

  after(async () => {
    const { connections } = await models();
    await connections.remove(connectionId);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
    await service.close();
  });

  let next = 1;
  /** Returns a log with this raw data that has never been read before. */
  function aTarget(rawData: string, info = {}): LogTarget {
    const idx = next++;
    service.details.set(idx, { raw_data: rawData, ...info });
    return { connectionId, key: { domain: 7, idx, detectedType: 'WAF' } };
  }

  const run = (command: string, ...args: unknown[]) =>
    vscode.commands.executeCommand<unknown>(`partnerLogs.${command}`, ...args);
  const clipboard = () => vscode.env.clipboard.readText();
  const saveTo = (...names: (string | undefined)[]) =>
    Object.assign(vscode.window, {
      showSaveDialog: async () => {
        const name = names.shift();
        return name === undefined ? undefined : vscode.Uri.file(path.join(folder, name));
      },
    });

  it('copyBugReport says what is hidden; the exact form is chosen in Copy As…', async () => {
    const target = aTarget(`${request}mail=anna%40example.com`);
    assert.equal(await run('copyBugReport', target), true);
    assert.doesNotMatch(await clipboard(), /hunter22/);
    assert.match(messages.last.text, /3 values are hidden\.$/);
    assert.deepEqual(messages.last.actions, ['Preview']);

    const picks = new NotedPicks('Bug report');
    try {
      assert.equal(await run('copyAs', target), true);
    } finally {
      picks.dispose();
    }
    assert.match(await clipboard(), /hunter22/);
    assert.match(messages.last.text, /Nothing is hidden/);
    assert.doesNotMatch(messages.all.map(({ text }) => text).join(), /hunter22|s3cr3t|anna/);
  });

  for (const command of ['copyCurl', 'copyHar', 'copyJson', 'copyBugReportExact']) {
    it(`${command} says that nothing is redacted`, async () => {
      assert.equal(await run(command, aTarget(request)), true);
      assert.match(await clipboard(), /hunter22/);
      assert.match(messages.last.text, /Nothing is hidden/);
      assert.doesNotMatch(messages.last.text, /hunter22|s3cr3t/);
    });
  }

  it('copyBugReport counts nothing that is not hidden, and previews what was copied', async () => {
    messages.take('Preview');
    const target = aTarget('GET /plain HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    await run('copyBugReport', target);
    assert.equal(messages.last.text, 'Copied as bug report.');
    assert.deepEqual(messages.last.actions, ['Preview']);
    await until(
      'the preview',
      () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
      (labels) => labels.includes(`Bug Report ${target.key.idx}`),
    );
  });

  it('copyCurl has the form for PowerShell a click away', async () => {
    messages.take('Copy for PowerShell');
    await run('copyCurl', aTarget(request));
    await until(
      'two messages',
      () => messages.all,
      ({ length }) => length === 2,
    );
    assert.match(await clipboard(), /^curl\.exe /m);
    await run('copyCurlPowerShell', aTarget(request));
    assert.match(await clipboard(), /^curl\.exe /m);
  });

  it('copyJson of a selection is an array in its order', async () => {
    const logs = [aTarget('one'), aTarget('two'), aTarget('three')];
    await run('copyJson', logs[1], [...logs, { kind: 'message' }]);
    const records = JSON.parse(await clipboard()) as { detailed_info: { raw_data: string } }[];
    assert.deepEqual(
      records.map(({ detailed_info }) => detailed_info.raw_data),
      ['one', 'two', 'three'],
    );
    assert.match(messages.last.text, /^3 logs copied as JSON/);
    await run('copyJson', aTarget('alone'), logs);
    assert.equal(JSON.parse(await clipboard()).detailed_info.raw_data, 'alone');
    await run('copyLink', logs[0], logs);
    assert.equal((await clipboard()).split('\n').length, 3);
  });

  it('know the log of the active document', async () => {
    const { documents } = await models();
    const target = aTarget('GET /active HTTP/1.1\r\n\r\n');
    await vscode.window.showTextDocument(documents.uri(target, 'raw'));
    await run('copyLink');
    assert.match(await clipboard(), new RegExp(`idx=${target.key.idx}\\b`));
  });

  for (const [name, rawData] of Object.entries(bad)) {
    it(`copies raw data that is ${name}`, async () => {
      const target = aTarget(rawData);
      for (const command of ['copyBugReport', 'copyHar', 'copyCurl', 'copyCurlPowerShell', 'copyJson']) {
        assert.equal(await run(command, target), true, messages.last.text);
        assert.ok((await clipboard()).length > 10);
      }
      assert.equal(await run('copyRawData', target), true, messages.last.text);
      assert.equal(await clipboard(), rawData);
    });
  }

  describe('that is hostile', () => {
    let sample: SampleService;
    const hostile = 'hostile copies';

    before(async () => {
      sample = await startSampleService({ domains: withLab });
      const { connections, keys } = await models();
      const connection = { id: hostile, name: 'Hostile', baseUrl: sample.baseUrl };
      await keys.store(connection, sample.key);
      await connections.save(connection);
    });

    after(async () => {
      await (await models()).connections.remove(hostile);
      await sample.close();
    });

    for (const { name } of some(hostileTexts)) {
      it(`copies it whole, with nothing of it in a message: ${name}`, async () => {
        const key = { domain: SECURITY_LAB, idx: hostileIdx(name), detectedType: 'WAF' };
        const target = { connectionId: hostile, key };
        const log = await (await models()).logs.get(target);
        for (const command of ['copyBugReport', 'copyCurl', 'copyCurlPowerShell', 'copyLink']) {
          assert.equal(await run(command, target), true, command);
          assert.doesNotMatch(await clipboard(), /(?![\t\n])\p{C}/u, command);
        }
        assert.equal(await run('copyHar', target), true);
        assert.equal(JSON.parse(await clipboard()).log.entries.length, 1);
        assert.equal(await run('copyJson', target), true);
        assert.equal(JSON.parse(await clipboard()).detailed_info.raw_data, log.rawData);
        await run('copyRawData', target);
        await run('previewBugReport', target);
        for (const { text } of messages.all) {
          assert.doesNotMatch(text, /evil|alert|command:|\$\(|\]\(|\p{C}/u);
        }
      });
    }
  });

  it('copies 64 MiB as a report; offers raw data that is too large for the clipboard as a file', async () => {
    const rawData = `POST / HTTP/1.1\r\n\r\n${'0123456789abcdef'.repeat(3.9 * 1024 * 1024)}`;
    const target = aTarget(rawData);
    assert.equal(await run('copyBugReport', target), true, messages.last.text);
    assert.match(await clipboard(), /‹65,\d\d\d,\d\d\d characters›/);
    assert.equal(await run('copyRawData', target), undefined);
    assert.deepEqual(messages.last.actions, ['Save Raw Data As…']);
    assert.match(messages.last.text, /62 MiB\) is too large for the clipboard\. Nothing was copied/);
    saveTo('large.json');
    messages.take('Save As…');
    assert.equal(await run('copyJson', target), undefined);
    await until(
      'the text to be saved',
      () => messages.last.text,
      (text) => text.startsWith('Text saved'),
    );
    const record = JSON.parse(await readFile(path.join(folder, 'large.json'), 'utf8'));
    assert.equal(record.detailed_info.raw_data, rawData);
  });

  it('copyRawData says that there is none', async () => {
    assert.equal(await run('copyRawData', aTarget('')), undefined);
    assert.equal(messages.last.text, 'The raw data of this log is empty. Nothing was copied.');
    assert.equal(await clipboard(), 'before');
  });

  it('copyRawData says what the clipboard may change, and offers a file', async () => {
    const rawData = 'GET /\0 HTTP/1.1\r\n\r\n\ud800 \u{1f600} \udc00';
    const target = aTarget(rawData);
    assert.equal(await run('copyRawData', target), undefined);
    assert.equal(await clipboard(), 'before');
    assert.match(messages.last.text, /1 NUL character\b.* 2 unpaired surrogates\b/);
    assert.deepEqual(messages.last.actions, ['Save Raw Data As…', 'Copy Anyway']);

    saveTo('unusual.txt');
    messages.take('Save Raw Data As…');
    await run('copyRawData', target);
    await until(
      'the raw data to be saved',
      () => messages.last.text,
      (text) => text.startsWith('Raw data saved'),
    );
    assert.match(messages.last.text, /nothing redacted .*2 unpaired surrogates became U\+FFFD/);
    const saved = await readFile(path.join(folder, 'unusual.txt'), 'utf8');
    assert.equal(saved, 'GET /\0 HTTP/1.1\r\n\r\n\ufffd \u{1f600} \ufffd');

    messages.take('Copy Anyway');
    await run('copyRawData', aTarget('a\0b'));
    await until(
      'a further message',
      () => messages.all,
      ({ length }) => length > 3,
    );
    await until('the copy', clipboard, (copied) => copied.startsWith('a'));
  });

  it('saveRawData writes each character, and the person may go away', async () => {
    const rawData = `é\r\n\r\t${'x'.repeat(256 * 1024 - 5)}\u{1f600}\u2028end`;
    const target = aTarget(rawData);
    saveTo('exact.txt', undefined);
    await run('saveRawData', target);
    assert.equal(await readFile(path.join(folder, 'exact.txt'), 'utf8'), rawData);
    assert.match(messages.last.text, /^Raw data saved, nothing redacted \(262,1\d\d bytes of UTF-8\)\.$/);
    const told = messages.all.length;
    await run('saveRawData', target);
    assert.equal(messages.all.length, told);
  });

  it('saveRawData reports failures, loses nothing, and accepts another location', async () => {
    await writeFile(path.join(folder, 'kept.txt'), 'kept');
    await chmod(path.join(folder, 'kept.txt'), 0o400);
    await mkdir(path.join(folder, 'folder.txt'));
    saveTo('kept.txt', 'gone/x.txt', 'folder.txt', 'taken.txt');
    for (let again = 0; again < 3; again++) messages.take('Choose Another Location…');
    await run('saveRawData', aTarget('text'));
    assert.deepEqual(
      messages.all.slice(0, 3).map(({ text }) => /^Nothing was saved\. (.*?)\./.exec(text)?.[1]),
      [
        'The file or its folder is read-only',
        'The folder does not exist',
        'A folder with this name already exists',
      ],
    );
    assert.equal(await readFile(path.join(folder, 'kept.txt'), 'utf8'), 'kept');
    assert.equal(await readFile(path.join(folder, 'taken.txt'), 'utf8'), 'text');
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.partial')),
      [],
    );
  });

  it('says why there is no log', async () => {
    const { globalState } = await models();
    await globalState.update('issueRepository', 'https://github.com/owner/name');
    const missing = { connectionId, key: { domain: 7, idx: 999_999, detectedType: 'WAF' } };
    for (const command of ['copyBugReport', 'copyJson', 'copyRawData', 'createIssue', 'saveRawData']) {
      assert.equal(await run(command, missing), undefined);
      assert.match(messages.last.text, /^Nothing was (copied|saved)\. The service has no such data \(404/);
    }
    assert.equal(await clipboard(), 'before');
    await globalState.update('issueRepository', undefined);
  });

  it('createIssue opens a page with the title only; the essential report is on the clipboard', async () => {
    const { globalState } = await models();
    await globalState.update('issueRepository', 'https://github.com/owner/name');
    const opened: unknown[] = [];
    Object.assign(vscode.env, { openExternal: async (page: unknown) => opened.push(page) > 0 });
    const line = 'GET /a&body=evil#x?token=hunter22 HTTP/1.1';
    await run('createIssue', aTarget(`${line}\r\nCookie: sid=s3cr3t-value\r\n\r\n`));
    await until(
      'the page of the issue',
      () => opened,
      ({ length }) => length === 1,
    );
    const page = new URL(String(opened[0]));
    assert.equal(page.origin + page.pathname, 'https://github.com/owner/name/issues/new');
    assert.deepEqual([...page.searchParams.keys()], ['title']);
    assert.match(page.searchParams.get('title') ?? '', /^Detection: GET \/a&body=evil$/);
    const report = await clipboard();
    assert.match(report, /Cookie: sid=‹12 characters›/);
    assert.doesNotMatch(report, /hunter22|s3cr3t/);
    assert.match(messages.last.text, /^The bug report is on the clipboard\. Paste it into the new issue\./);
    await globalState.update('issueRepository', undefined);
  });

  it('createIssue says once, when it asks for the repository, that the base URL becomes public', async () => {
    const { globalState } = await models();
    await globalState.update('issueRepository', undefined);
    Object.assign(vscode.env, { openExternal: async () => true });
    const inputs = new AnsweredInputs(['https://github.com/owner/name']);
    try {
      const target = aTarget('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n');
      assert.equal(await run('createIssue', target), true);
      assert.equal(await run('createIssue', target), true);
      assert.equal(inputs.all.length, 1);
      assert.match(inputs.all[0]?.prompt ?? '', /Anyone who can read the issue can see your base URL/);
    } finally {
      inputs.dispose();
      await globalState.update('issueRepository', undefined);
    }
  });
});
