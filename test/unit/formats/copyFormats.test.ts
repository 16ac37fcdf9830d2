import assert from 'node:assert/strict';
import {
  COPY_FORMATS,
  type CopyFormatName,
  type LogToCopy,
  writeCopy,
} from '../../../src/formats/copyFormats.ts';
import { toCurl, toCurlPowerShell } from '../../../src/formats/curl.ts';
import { harEntry, harOf } from '../../../src/formats/har.ts';
import { toJson } from '../../../src/formats/json.ts';
import { joined } from '../../../src/redaction/segments.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, aRow, LINK } from './logs.ts';

const texts: Readonly<Record<CopyFormatName, (logs: readonly LogToCopy[]) => string>> = {
  curl: (logs) => logs.map(({ log }) => toCurl(log)).join('\n'),
  curlPowerShell: (logs) => logs.map(({ log }) => toCurlPowerShell(log)).join('\n'),
  json: ([one, two]) =>
    one && two ? `[\n${toJson(one.log)},\n${toJson(two.log)}]\n` : toJson(one?.log ?? aLog()),
  har: (logs) =>
    harOf(
      Array.from(logs, ({ log, row }) => harEntry(log, row)),
      '1.2.3',
    ),
};

describe('writeCopy', () => {
  const rawDataOf = (idx: number) => `GET /${idx} HTTP/1.1\r\n\r\n`;
  const logs = [1, 2].map((idx) => ({
    log: aLog({ rawData: rawDataOf(idx) }),
    row: aRow({ idx }),
    link: LINK,
  }));
  for (const format of COPY_FORMATS)
    it(`writes one log and several as ${format}, and says once that nothing is hidden`, () => {
      const secrets = 'Nothing is hidden. This might contain secrets.';
      const server = 'Replace REPLACE-ME with the address of your server.';
      for (const copied of [logs.slice(1), logs]) {
        const { segments, notes } = writeCopy({ format, logs: copied, version: '1.2.3' });
        assert.equal(joined(segments), texts[format](copied));
        assert.deepEqual(notes.map(english), format.startsWith('curl') ? [secrets, server] : [secrets]);
      }
    });
});
