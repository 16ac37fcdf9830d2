import assert from 'node:assert/strict';
import { type CopyFormatName, writeCopy } from '../../../src/formats/copyFormats.ts';
import { toCurl, toCurlPowerShell } from '../../../src/formats/curl.ts';
import { harEntry, harOf } from '../../../src/formats/har.ts';
import { toJson } from '../../../src/formats/json.ts';
import { joined } from '../../../src/redaction/segments.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, aRow, LINK } from './logs.ts';

describe('writeCopy', () => {
  const [one, two] = [1, 2].map((idx) => {
    const log = aLog({
      key: { domain: 7, idx, detectedType: 'WAF' },
      rawData: `GET /${idx} HTTP/1.1\r\n\r\n`,
    });
    return { log, row: aRow({ idx }), link: LINK };
  });
  if (!one || !two) throw new Error('no logs');
  const curlNotes = ['Replace REPLACE-ME with the address of your server.'];
  for (const [format, single, several, notes] of [
    ['curl', toCurl(one.log), `${toCurl(one.log)}\n${toCurl(two.log)}`, curlNotes],
    [
      'curlPowerShell',
      toCurlPowerShell(one.log),
      [one, two].map(({ log }) => toCurlPowerShell(log)).join('\n'),
      curlNotes,
    ],
    ['json', toJson(one.log), `[\n${toJson(one.log)},\n${toJson(two.log)}]\n`, []],
    [
      'har',
      harOf([harEntry(one.log, one.row)], '1.2.3'),
      harOf(
        [one, two].map(({ log, row }) => harEntry(log, row)),
        '1.2.3',
      ),
      [],
    ],
  ] as const satisfies readonly (readonly [CopyFormatName, string, string, readonly string[]])[])
    it(`writes one log and several as ${format}, and says once that nothing is hidden`, () => {
      for (const [logs, text] of [
        [[one], single],
        [[one, two], several],
      ] as const) {
        const copy = writeCopy({ format, logs, version: '1.2.3' });
        assert.equal(joined(copy.segments), text);
        assert.deepEqual(copy.notes.map(english), [
          'Nothing is hidden. This might contain secrets.',
          ...notes,
        ]);
      }
    });
});
