import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseRawRequest } from '../../../src/http/rawHttp.ts';
import { redactLog } from '../../../src/redaction/redact.ts';
import { amount } from '../../proofs.ts';
import { aLog, essential } from '../formats/logs.ts';

/** Parts of targets, header values, and bodies: names of secrets, values, and line ends and separators as sent. */
const part = fc.constantFrom(
  ...[
    'a',
    'x1Yz77Qw',
    'token=',
    'password=',
    'Set-Cookie:',
    'Authorization:',
    'X-Auth-Token:',
    'Bearer ',
    'sid=',
  ],
  ...[
    '%0d%0a',
    '%0a',
    '%250d%250a',
    '%20',
    '%22',
    '+',
    '&',
    ';',
    '"',
    '{"password":"',
    '"}',
    '\\r\\n',
    '\\n',
    '--password ',
  ],
  ...[
    'T0kenT0kenAb77',
    'boundary=',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl',
    ': ',
    'O:8:"x":1:{',
    'cmd=',
  ],
);
const value = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
const header = fc
  .tuple(
    fc.constantFrom('X-Any', 'Cookie', 'Authorization', 'Referer', 'Content-Type', 'Api-Key', 'Set-Cookie'),
    value,
    fc.constantFrom('', '\r\n  ', '\r\n\ta=b'),
  )
  .map(([name, text, fold]) => `${name}: ${text}${fold}`);

describe('the structure of a redacted request', () => {
  it('has the method, the version and the number of headers that were sent', () => {
    fc.assert(
      fc.property(value, fc.array(header, { maxLength: 4 }), value, (query, headers, body) => {
        const target = `/r?${query.replaceAll(' ', '')}`;
        const rawData = [`GET ${target} HTTP/1.1`, 'Host: shop.example', ...headers, '', body].join('\r\n');
        const redacted = redactLog(aLog({ rawData }), undefined, essential).log.rawData;
        const [before, after] = [rawData, redacted].map(parseRawRequest).map((request) => ({
          method: request.method,
          version: request.version,
          headers: request.headers.map(({ name }) => name),
        }));
        assert.deepEqual(after, before);
      }),
      { numRuns: amount(1000) },
    );
  });
});
