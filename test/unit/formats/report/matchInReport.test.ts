import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { bugReport } from '../../../../src/formats/bugReport.ts';
import { exactMatch, matchAfter, textsOfMatch } from '../../../../src/formats/report/matchInReport.ts';
import { decodeValues } from '../../../../src/http/decode/decodeValues.ts';
import { readFields } from '../../../../src/http/fields/readFields.ts';
import { parseRawRequest } from '../../../../src/http/rawHttp.ts';
import { redactLog } from '../../../../src/redaction/redact.ts';
import { amount, some } from '../../../proofs.ts';
import { secretCorpus } from '../../redaction/corpus/corpus.ts';
import { aLog, aRow, essential } from '../logs.ts';

const options = { link: 'vscode://x', redaction: essential, version: '1' };

/** Returns the match in a log before and after redaction, with its text marked. */
function matchIn(rawData: string, detectedValue: string) {
  const log = aLog({ rawData });
  const exact = exactMatch(log, aRow({ detectedValue }), undefined);
  const redacted = redactLog(log, aRow({ detectedValue }), essential, {
    further: textsOfMatch(exact),
  });
  const after = matchAfter(exact, redacted);
  const { start = 0, end = 0 } = after.range ?? {};
  const { decoded } = after;
  return {
    exact,
    after,
    sent: redacted.log.rawData.slice(start, end),
    decoded:
      typeof decoded === 'object' ? decoded.text.slice(decoded.range.start, decoded.range.end) : decoded,
  };
}

describe('match in a report', function () {
  this.timeout(120_000);

  for (const [name, rawData, value, sent, decoded] of [
    ['as it is', 'GET /?q=<x> HTTP/1.1\r\n\r\n', '<x>', '<x>', undefined],
    ['percent-encoded', 'GET /?q=a%3Cx%3E HTTP/1.1\r\n\r\n', '<x>', '%3Cx%3E', '<x>'],
    ['encoded as the service gave it', 'GET /?q=a%3Cx%3E HTTP/1.1\r\n\r\n', '%3Cx%3E', '%3Cx%3E', '<x>'],
    ['in other letters', 'GET /?q=a%3CX%3E HTTP/1.1\r\n\r\n', '<x>', '%3CX%3E', '<X>'],
    [
      'after a secret',
      'GET /?token=Zk9vXq27LmPw&q=%3Cx%3E HTTP/1.1\r\nCookie: a=Zk9vXq27LmPw\r\n\r\n',
      '<x>',
      '%3Cx%3E',
      '<x>',
    ],
    ['in a secret', 'GET /?token=Zk9vXq27LmPw HTTP/1.1\r\n\r\n', 'vXq2', '‹12 characters›', undefined],
    [
      'over the end of a secret',
      'GET /?token=Zk9vXq27LmPw&q=x HTTP/1.1\r\n\r\n',
      '7LmPw&q=x',
      '‹12 characters›&q=‹1 character›',
      undefined,
    ],
    ['not there', 'GET / HTTP/1.1\r\n\r\n', 'elsewhere', '', undefined],
    ['in binary data', '\0\x01<x>\ud800', '<x>', '<x>', undefined],
  ] as const) {
    it(`is found ${name}`, () => {
      const match = matchIn(rawData, value);
      assert.deepEqual([match.sent, match.decoded], [sent, decoded]);
    });
  }

  for (const [place, rawData, value] of [
    [{ field: 'q' }, 'GET /?q=a%3Cx%3E HTTP/1.1\r\n\r\n', '<x>'],
    ['query', 'GET /a%3Cx%3E HTTP/1.1\r\n\r\n', '<x>'],
    [{ header: 'X-Note' }, 'GET / HTTP/1.1\r\nX-Note: a%3Cx%3E\r\n\r\n', '<x>'],
    [{ header: 'Cookie' }, 'GET / HTTP/1.1\r\nCookie: q=a%3Cx%3E\r\n\r\n', '<x>'],
    ['text', 'a%3Cx%3E', '<x>'],
  ] as const) {
    it(`has its decoded form redacted as what it is: ${JSON.stringify(place)}`, () => {
      const { exact } = matchIn(rawData, value);
      assert.deepEqual(textsOfMatch(exact).at(-1)?.place, place);
    });
  }

  it('is narrowed where only the place of all decoded data is known', () => {
    const packed = gzipSync('one <script> two').toString('base64');
    const { decoded } = matchIn(`GET /?q=${encodeURIComponent(packed)} HTTP/1.1\r\n\r\n`, '<script>');
    assert.equal(decoded, '<script>');
  });

  it('holds no secret that redaction took out of the log, wherever what matched stands', () => {
    let reports = 0;
    for (const { raw, row, secret, also = [] } of some(secretCorpus)) {
      const { headers } = parseRawRequest(raw);
      const log = aLog({
        rawData: raw,
        request: { firstLine: undefined, headers: headers.map(({ name, value }) => [name, value]) },
      });
      const spellings = [secret, ...also];
      for (const detectedValue of valuesNear(raw, spellings)) {
        const withValue = aRow({ ...row, detectedValue });
        const redacted = redactLog(log, withValue, essential);
        const left = JSON.stringify([redacted.log, redacted.row]);
        if (spellings.some((spelling) => left.includes(JSON.stringify(spelling).slice(1, -1)))) continue;
        const { title, markdown } = bugReport(log, withValue, options);
        for (const spelling of spellings)
          assert.ok(!(title + markdown).includes(spelling), `${detectedValue} in\n${raw}`);
        reports++;
      }
    }
    assert.ok(reports > amount(1500), String(reports));
  });
});

/** Returns texts next to a secret in every decoded form, and the start of each form. */
function valuesNear(raw: string, spellings: readonly string[]): ReadonlySet<string> {
  const values = new Set<string>();
  for (const { stages } of decodeValues(raw, readFields(raw))) {
    const { text = '', layers = [] } = stages.at(-1) ?? {};
    if (layers.length > 0) values.add(text.slice(0, 3));
    for (const spelling of spellings) {
      const start = text.indexOf(spelling);
      if (start < 0) continue;
      values.add(text.slice(Math.max(0, start - 4), start));
      values.add(text.slice(Math.max(0, start - 2), start + spelling.length));
    }
  }
  values.delete('');
  return values;
}
