import assert from 'node:assert/strict';
import { toCurl, toCurlPowerShell } from '../../../src/formats/curl.ts';
import { harEntry, harOf } from '../../../src/formats/har.ts';
import { toJson } from '../../../src/formats/json.ts';
import { redactLog } from '../../../src/redaction/redact.ts';
import { amount } from '../../proofs.ts';
import { aLog, essential, reportOf } from './logs.ts';

/** The lengths of texts in UTF-16 units, and the numbers of headers and cookies. */
const LONG = amount(1024 * 1024);
const MANY = amount(100_000);
const repeated = (start: string, part: string, size: number) =>
  start + part.repeat(Math.ceil(size / part.length));
const head = 'POST / HTTP/1.1\r\nHost: a\r\n\r\n';

/** Raw data that would take minutes or overflow the stack if anything were not linear. */
const large: Readonly<Record<string, string>> = {
  [`${MANY} headers`]: `GET / HTTP/1.1\r\n${Array.from({ length: MANY }, (_, index) => `X-${index}: token=${index * 7919}\r\n`).join('')}\r\n`,
  [`${MANY} cookies`]: `GET / HTTP/1.1\r\nCookie: ${Array.from({ length: MANY }, (_, index) => `c${index}=${index * 7919}`).join('; ')}\r\n\r\n`,
  'one long header name': repeated('GET / HTTP/1.1\r\n', 'a', LONG),
  backslashes: repeated(`${head}"password":"`, '\\', LONG),
  'starts of tokens': repeated(head, 'eyJabcdefg-', LONG),
  'nested percent-encoding': repeated(head, '%2525', LONG),
  backticks: repeated(head, '`', LONG),
  'invisible characters': repeated(head, '\u202e', LONG),
};

describe('formats of large input', function () {
  this.timeout(120_000);

  for (const [name, rawData] of Object.entries(large)) {
    it(`are made of ${name}`, () => {
      const log = aLog({ rawData });
      assert.equal(JSON.parse(toJson(log)).detailed_info.raw_data, rawData);
      const redacted = redactLog(log, undefined, essential);
      assert.match(toCurl(redacted.log), /^(?:curl|printf) /);
      assert.match(toCurlPowerShell(log), /^\$base64 = /);
      assert.ok(JSON.parse(harOf([harEntry(log, undefined)], '0')).log);
      assert.ok(reportOf(log).markdown.startsWith('# '));
    });
  }
});
