import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { harEntry, harOf } from '../../../src/formats/har.ts';
import { loggedTime } from '../../../src/formats/loggedTime.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { aLog, aRow, hostileLog, hostileRow } from './logs.ts';

/**
 * Returns a schema for HAR 1.2 with required and optional members. Members that begin with an underscore are custom.
 */
function harObject<Entries extends v.ObjectEntries>(entries: Entries) {
  const known = new Set([...Object.keys(entries), 'comment']);
  return v.pipe(
    v.looseObject({ ...entries, comment: v.optional(v.string()) }),
    v.check(
      (object) => Object.keys(object).every((name) => known.has(name) || name.startsWith('_')),
      'unknown member',
    ),
  );
}

const count = v.pipe(v.number(), v.integer(), v.minValue(-1));
const duration = v.pipe(v.number(), v.minValue(0));
const url = v.pipe(v.string(), v.regex(/^[a-z][a-z\d+.-]*:[\x21-\x7e]+$/i), v.check(URL.canParse, 'no URL'));
const pair = harObject({ name: v.string(), value: v.string() });
const cookie = harObject({
  name: v.string(),
  value: v.string(),
  path: v.optional(v.string()),
  domain: v.optional(v.string()),
  expires: v.optional(v.string()),
  httpOnly: v.optional(v.boolean()),
  secure: v.optional(v.boolean()),
});
const messageEntries = {
  httpVersion: v.string(),
  cookies: v.array(cookie),
  headers: v.array(pair),
  headersSize: count,
  bodySize: count,
};
const entry = harObject({
  startedDateTime: v.pipe(v.string(), v.isoTimestamp()),
  time: duration,
  request: harObject({
    ...messageEntries,
    method: v.string(),
    url,
    queryString: v.array(pair),
    postData: v.optional(harObject({ mimeType: v.string(), text: v.string() })),
  }),
  response: harObject({
    ...messageEntries,
    status: v.pipe(v.number(), v.integer()),
    statusText: v.string(),
    redirectURL: v.string(),
    content: harObject({ size: v.pipe(v.number(), v.integer()), mimeType: v.string() }),
  }),
  cache: harObject({}),
  timings: harObject({ send: duration, wait: duration, receive: duration }),
});
const har = harObject({
  log: harObject({
    version: v.literal('1.2'),
    creator: harObject({ name: v.string(), version: v.string() }),
    entries: v.array(entry),
  }),
});

const parse = (text: string) => v.parse(har, JSON.parse(text)).log.entries[0];

const toHar = (
  logs: readonly { readonly log: DetectionLog; readonly row: LogRow | undefined }[],
  version: string,
) =>
  harOf(
    logs.map(({ log, row }) => harEntry(log, row)),
    version,
  );

describe('harOf', function () {
  this.timeout(60_000);

  it('is HAR 1.2 for 1 000 arbitrary logs', () => {
    fc.assert(
      fc.property(hostileLog, fc.option(hostileRow, { nil: undefined }), (log, row) => {
        assert.ok(parse(toHar([{ log, row }], '0.1.0')));
      }),
      { numRuns: 1000 },
    );
  });

  it('holds the request as it was logged', () => {
    const rawData =
      'POST /a b?x=1&y=%20é#z HTTP/1.1\r\nHost: h\r\nCookie: a=1; b="2"; Path=/; \r\nContent-Type: text/plain\r\n\r\nbody é';
    const request = parse(toHar([{ log: aLog({ rawData }), row: undefined }], '0.1.0'))?.request;
    assert.equal(request?.method, 'POST');
    assert.equal(request?.url, 'https://shop.example:443/a%20b?x=1&y=%20%C3%A9%23z');
    assert.equal(request?.['_requestTarget'], '/a b?x=1&y=%20é#z');
    assert.deepEqual(request?.cookies, [
      { name: 'a', value: '1' },
      { name: 'b', value: '"2"' },
      { name: 'Path', value: '/' },
    ]);
    assert.deepEqual(request?.queryString, [
      { name: 'x', value: '1' },
      { name: 'y', value: ' é' },
    ]);
    assert.deepEqual(request?.postData, { mimeType: 'text/plain', text: 'body é' });
    assert.equal(request?.bodySize, 7);
    const fragment = aLog({ rawData: 'GET /a#b?c=1 HTTP/1.1\r\n\r\n' });
    assert.deepEqual(parse(toHar([{ log: fragment, row: undefined }], '0.1.0'))?.request.queryString, []);
  });

  it('holds the head of the response', () => {
    const response = {
      firstLine: 'HTTP/1.1 302 Found it',
      headers: [
        ['Location', '/x'],
        ['Set-Cookie', 'a=1; Path=/'],
      ] as const,
    };
    const answered = parse(
      toHar([{ log: aLog({ response, responseCode: 302 }), row: undefined }], '0.1.0'),
    )?.response;
    assert.deepEqual(
      [answered?.status, answered?.statusText, answered?.httpVersion, answered?.redirectURL],
      [302, 'Found it', 'HTTP/1.1', '/x'],
    );
    assert.deepEqual(answered?.cookies, [{ name: 'a', value: '1' }]);
  });

  for (const [target, virtualHost, forwarded, expected] of [
    ['/x', 'shop.example:80', undefined, 'http://shop.example:80/x'],
    ['/x', 'shop.example:443', undefined, 'https://shop.example:443/x'],
    ['/x', 'shop.example:443', 'http', 'http://shop.example:443/x'],
    ['/x', 'shop.example:8080', 'https', 'https://shop.example:8080/x'],
    ['http://other.example/y', 'shop.example:80', undefined, 'http://other.example/y'],
    ['*', 'shop.example:80', undefined, 'http://shop.example:80/'],
    ['/x', '<no host>', undefined, 'http://unknown.invalid/'],
  ] as const) {
    it(`makes ${expected} of ${target} on ${virtualHost}`, () => {
      const headers = forwarded === undefined ? [] : [['X-Forwarded-Proto', forwarded] as const];
      const log = aLog({
        rawData: `GET ${target} HTTP/1.1\r\n\r\n`,
        virtualHost,
        request: { firstLine: undefined, headers },
      });
      assert.equal(parse(toHar([{ log, row: undefined }], '0.1.0'))?.request.url, expected);
    });
  }
});

describe('loggedTime', () => {
  const date = { firstLine: undefined, headers: [['DATE', 'Tue, 03 Feb 2026 04:05:06 GMT']] as const };
  for (const [what, timeZone, time, response, expected] of [
    ['the time of the row', 'UTC', '2026-02-03 01:02:03', date, '2026-02-03T01:02:03.000Z'],
    ['the zone of the log', 'Asia/Seoul', '2026-02-03 01:02:03', date, '2026-02-02T16:02:03.000Z'],
    ['summer time', 'America/New_York', '2026-07-01 00:00:00', date, '2026-07-01T04:00:00.000Z'],
    [
      'the hour after the clocks change',
      'America/New_York',
      '2026-03-08 03:30:00',
      date,
      '2026-03-08T07:30:00.000Z',
    ],
    ['an unknown zone as UTC', 'nowhere', '2026-02-03 01:02:03', date, '2026-02-03T01:02:03.000Z'],
    ['Date when the row has no time', 'UTC', undefined, date, '2026-02-03T04:05:06.000Z'],
    [
      'the epoch when there is neither',
      'UTC',
      undefined,
      { firstLine: undefined, headers: [] },
      '1970-01-01T00:00:00.000Z',
    ],
  ] as const) {
    it(`takes ${what}`, () => {
      const row = time === undefined ? undefined : aRow({ time });
      assert.equal(loggedTime(aLog({ timeZone, response }), row).instant.toISOString(), expected);
    });
  }
});
