/**
 * Tests secrets in the match between hidden values. Each input was found by a reader who compared two versions of the
 * code.
 */
import assert from 'node:assert/strict';
import { redactLog } from '../../../src/redaction/redact.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: h\r\n';

function redacted(rawData: string, detectedValue: string): string {
  return redactLog(aLog({ rawData }), aRow({ detectedValue }), essential).log.rawData;
}

const json = (body: string) => `${HEAD}Content-Type: application/json\r\n\r\n${body}`;
const form = (body: string) => `${HEAD}Content-Type: application/x-www-form-urlencoded\r\n\r\n${body}`;

interface Case {
  readonly what: string;
  readonly rawData: string;
  readonly secrets: readonly string[];
  readonly match: string;
}

const url = 'http://admin:tiger9@169.254.169.254/latest';
const cases: readonly Case[] = [
  {
    what: 'the credentials of a matched URL between hidden values',
    rawData: form(`user=anna77&url=${url}&z=kqZeta_99`),
    secrets: ['tiger9'],
    match: url,
  },
  {
    what: 'the credentials of a matched URL between hidden values of a long request',
    rawData: form(`${'a=kqZeta_99&'.repeat(2_000)}user=anna77&url=${url}&z=kqZeta_99`),
    secrets: ['tiger9'],
    match: url,
  },
  {
    what: 'the option of a matched command between hidden values',
    rawData: json('{"user":"anna77","q":"x;mysql --password=tiger -h a","z":"kq Zeta_99"}'),
    secrets: ['tiger'],
    match: 'x;mysql --password=tiger -h a',
  },
];

describe('redaction of overlapping secrets', () => {
  for (const { what, rawData, secrets, match } of cases)
    it(`hides ${what}`, () => {
      const text = redacted(rawData, match);
      for (const secret of secrets) assert.ok(!text.includes(secret), text.slice(-400));
    });
});
