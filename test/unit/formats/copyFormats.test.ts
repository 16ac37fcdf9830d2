import assert from 'node:assert/strict';
import { COPY_FORMATS, type CopyFormatName, writeCopy } from '../../../src/formats/copyFormats.ts';
import { toCurl, toCurlPowerShell } from '../../../src/formats/curl.ts';
import { harEntry, harOf } from '../../../src/formats/har.ts';
import { toJson } from '../../../src/formats/json.ts';
import { joined } from '../../../src/redaction/segments.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, aRow, LINK } from './logs.ts';

function logWith(idx: number) {
  const rawData = `GET /${idx}?token=hunter-${idx} HTTP/1.1\r\nHost: a\r\nCookie: sid=cookie-of-${idx}\r\n\r\n`;
  const log = aLog({ key: { domain: 7, idx, detectedType: 'WAF' }, rawData });
  return { log, row: aRow({ idx }), link: LINK };
}

function copy(format: CopyFormatName, ...numbers: readonly number[]) {
  const { segments, notes } = writeCopy({ format, logs: numbers.map(logWith), version: '1.2.3' });
  return { text: joined(segments), notes: notes.map(english) };
}

describe('writeCopy', () => {
  it('writes one log as each format does', () => {
    const { log, row } = logWith(1);
    assert.equal(copy('curl', 1).text, toCurl(log));
    assert.equal(copy('curlPowerShell', 1).text, toCurlPowerShell(log));
    assert.equal(copy('json', 1).text, toJson(log));
    assert.equal(copy('har', 1).text, harOf([harEntry(log, row)], '1.2.3'));
  });

  it('writes several as one array, one HAR, or one after the other', () => {
    const records = JSON.parse(copy('json', 1, 2, 3).text) as { query: { idx: number } }[];
    assert.deepEqual(
      records.map(({ query }) => query.idx),
      [1, 2, 3],
    );
    assert.equal(JSON.parse(copy('har', 1, 2).text).log.entries.length, 2);
    for (const format of ['curl', 'curlPowerShell'] as const)
      assert.equal(copy(format, 1, 2).text, `${copy(format, 1).text}\n${copy(format, 2).text}`);
  });

  const decoded = (text: string) =>
    text.replace(/\.Append\('([^']*)'\)/g, (_, base64: string) => Buffer.from(base64, 'base64').toString());

  for (const format of COPY_FORMATS) {
    it(`hides nothing in ${format}, and says so`, () => {
      const { text, notes } = copy(format, 1, 2);
      for (const secret of ['hunter-1', 'cookie-of-2']) assert.ok(decoded(text).includes(secret));
      assert.deepEqual(notes, [
        'Nothing is hidden. This might contain secrets.',
        ...(format.startsWith('curl') ? ['Replace REPLACE-ME with the address of your server.'] : []),
      ]);
    });
  }
});
