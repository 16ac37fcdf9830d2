import assert from 'node:assert/strict';
import { toCurl, toCurlPowerShell } from '../../../src/formats/curl.ts';
import { harEntry, harOf } from '../../../src/formats/har.ts';
import { toJson } from '../../../src/formats/json.ts';
import { COPY_FORMATS, type CopyFormat, copyLogs } from '../../../src/formats/logCopy.ts';
import type { Detail } from '../../../src/redaction/redact.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, aRow, essential, overflowing, reportOf } from './logs.ts';

const link = 'vscode://partner-logs.partner-logs/log?base=sample%3A&domain=7&idx=12&type=WAF';

function logWith(idx: number) {
  const rawData = `GET /${idx}?token=hunter-${idx} HTTP/1.1\r\nHost: a\r\nCookie: sid=cookie-of-${idx}\r\n\r\n`;
  return { log: aLog({ key: { domain: 7, idx, detectedType: 'WAF' }, rawData }), row: aRow({ idx }), link };
}

function copy(format: CopyFormat, numbers: readonly number[], detail: Detail = 'exact') {
  return copyLogs({ format, logs: numbers.map(logWith), detail, redaction: essential, version: '1.2.3' });
}

describe('copyLogs', () => {
  it('writes one log as each format does', () => {
    const { log, row } = logWith(1);
    assert.equal(copy('curl', [1]).text, toCurl(log));
    assert.equal(copy('curlPowerShell', [1]).text, toCurlPowerShell(log));
    assert.equal(copy('json', [1]).text, toJson(log));
    assert.equal(copy('har', [1]).text, harOf([harEntry(log, row)], '1.2.3'));
    const report = reportOf(log, row);
    const { text, title, hidden } = copy('bugReport', [1], 'essential');
    assert.deepEqual([text, title, hidden], [report.markdown, report.title, 2]);
  });

  it('writes several as one array, one HAR, or one after the other', () => {
    const records = JSON.parse(copy('json', [1, 2, 3]).text) as { query: { idx: number } }[];
    assert.deepEqual(
      records.map(({ query }) => query.idx),
      [1, 2, 3],
    );
    assert.equal(JSON.parse(copy('har', [1, 2]).text).log.entries.length, 2);
    for (const format of ['curl', 'curlPowerShell', 'bugReport'] as const)
      assert.equal(copy(format, [1, 2]).text, `${copy(format, [1]).text}\n${copy(format, [2]).text}`);
  });

  it('has a title only for bug reports', () => {
    for (const format of COPY_FORMATS)
      assert.equal(copy(format, [1, 2]).title, format === 'bugReport' ? 'Detection: GET /1' : '');
  });

  const decoded = (text: string) =>
    text.replace(/\.Append\('([^']*)'\)/g, (_, base64: string) => Buffer.from(base64, 'base64').toString());

  for (const format of COPY_FORMATS) {
    it(`holds every secret in the exact form of ${format}, and says so`, () => {
      const told = [
        ...(format === 'curl' ? ['Paste it into bash, zsh, or another POSIX shell only.'] : []),
        ...(format.startsWith('curl') ? ['Replace REPLACE-ME with the address of your server.'] : []),
      ];
      const exact = copy(format, [1, 2]);
      for (const secret of ['hunter-1', 'cookie-of-2']) assert.ok(decoded(exact.text).includes(secret));
      assert.deepEqual(exact.notes.map(english), ['Nothing is hidden. This might contain secrets.', ...told]);
      assert.equal(exact.hidden, 0);
    });
  }

  it('holds no secret in an essential report', () => {
    const { text, notes, hidden } = copy('bugReport', [1, 2], 'essential');
    assert.doesNotMatch(text, /hunter-|cookie-of-/);
    assert.deepEqual([notes, hidden], [[], 4]);
  });

  it('holds no API key that a service put into a log in an essential report', () => {
    const key = 'canary/+=&%~0123456789';
    const log = aLog({
      key: { domain: 7, idx: 12, detectedType: key },
      request: { firstLine: 'GET / HTTP/1.1', headers: [['X-Service-Key', key]] },
      rawData: `GET /?again=${encodeURIComponent(key)} HTTP/1.1\r\nX-Service-Key: ${key}\r\n\r\n`,
    });
    const row = aRow({ action: key, rule: key, time: key, country: key, address: key });
    const logs = [{ log, row, link: `vscode://x/?type=${encodeURIComponent(key)}` }];
    const report = (detail: Detail) =>
      copyLogs({ format: 'bugReport', logs, detail, redaction: { keys: [key] }, version: '1' });
    const { text, title } = report('essential');
    assert.doesNotMatch(text + title, /canary/);
    assert.doesNotMatch(report('exact').title, /canary/);
    assert.match(report('exact').text, /canary/);
  });

  describe('several reports', () => {
    const long = (idx: number) => {
      const { log, row } = logWith(idx);
      return { log: { ...log, rawData: `${log.rawData}${'x'.repeat(100_000)}` }, row, link };
    };
    const report = (logs: readonly ReturnType<typeof long>[]) =>
      copyLogs({ format: 'bugReport', logs, detail: 'exact', redaction: essential, version: '1.2.3' });

    it('are each as short as one', () => {
      const { text, notes } = report([1, 2, 3].map(long));
      assert.ok(text.length < 3 * 10_000, String(text.length));
      assert.equal(text.match(/^# /gm)?.length, 3);
      assert.equal(notes.filter((note) => english(note).includes('is truncated')).length, 1);
    });
  });

  for (const format of COPY_FORMATS) {
    it(`leaves out a log that the engine cannot process, and says so: ${format}`, () => {
      const logs = [logWith(1), { ...overflowing(), link }, logWith(3)];
      const request = { format, detail: 'essential', redaction: essential, version: '1.2.3' } as const;
      const { text, notes } = copyLogs({ ...request, logs });
      assert.equal(text, copy(format, [1, 3], 'essential').text);
      assert.equal(
        notes.map(english)[0],
        '1 log is left out, because it is too large or too unusual to process.',
      );
      assert.throws(() => copyLogs({ ...request, logs: logs.slice(1, 2) }), RangeError);
      const none = copyLogs({ ...request, logs: [...logs.slice(1, 2), ...logs.slice(1, 2)] });
      assert.equal(none.title, '');
      const two = copyLogs({ ...request, logs: [...logs, ...logs.slice(1, 2)] });
      assert.equal(
        two.notes.map(english)[0],
        '2 logs are left out, because they are too large or too unusual to process.',
      );
    });
  }
});
