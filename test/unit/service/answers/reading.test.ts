import assert from 'node:assert/strict';
import { type AnswerReading, decodeAnswer } from '../../../../src/service/answers/reading.ts';
import { defaultConventions } from '../../../../src/service/conventions.ts';
import { message } from '../../../../src/text/l10n.ts';
import { countsData, countsRange, detailData, detailKey, domainsData, success } from '../loopback.ts';
import { countsReading, domainsReading, logReading, logsReading } from '../readings.ts';

const page = { page: 1, perPage: 20 };
const now = Date.UTC(2026, 10, 26);
const decoded = (
  sent: string | Uint8Array<ArrayBuffer>,
  reading: AnswerReading,
  status = 200,
  retryAfter?: string,
) => {
  const bytes = typeof sent === 'string' ? new TextEncoder().encode(sent) : sent;
  const body = { blocks: [bytes], bytes: bytes.length };
  return decodeAnswer({ status, contentType: undefined, retryAfter, body }, reading, now);
};

describe('decodeAnswer', () => {
  it('reads each kind of response', () => {
    const { domains } = defaultConventions;
    const kinds: readonly (readonly [object, AnswerReading, object])[] = [
      [
        domainsData,
        domainsReading(page, domains),
        { items: [{ index: 7, name: 'shop.example', other: {} }] },
      ],
      [{ items: [{ idx: 5 }], total_count: 1 }, logsReading(page), { items: [{ idx: 5, other: {} }] }],
      [detailData, logReading, { key: detailKey }],
      [countsData, countsReading, { range: countsRange }],
    ];
    for (const [data, reading, expected] of kinds) {
      const result = decoded(success(data), reading);
      assert.deepEqual({ ...result, ...expected }, result, reading.of);
    }
  });

  it('needs an object of data for a log and for counts', () => {
    for (const reading of [logReading, countsReading])
      assert.throws(() => decoded(success([]), reading), {
        code: 'bad-shape',
        facts: { field: 'data', expected: 'object', found: 'array' },
      });
  });

  it('needs text only if the status is 200', () => {
    const noText = Uint8Array.of(0xff);
    assert.throws(() => decoded(noText, logReading), {
      code: 'not-json',
      facts: { found: message('text that is not UTF-8') },
    });
    assert.throws(() => decoded(noText, logReading, 500), {
      code: 'server-error',
      facts: { status: 500, contentType: 'none' },
    });
  });

  it('counts the time to wait from now', () => {
    assert.throws(() => decoded('', logReading, 429, new Date(now + 5_000).toUTCString()), {
      facts: { status: 429, contentType: 'none', retryAfter: 5 },
    });
  });
});
