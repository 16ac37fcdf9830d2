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
const messageEntries = {
  httpVersion: v.string(),
  cookies: v.array(pair),
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
    creator: harObject({ name: v.literal('Partner Logs'), version: v.string() }),
    entries: v.array(entry),
  }),
});

const pairs = (...all: readonly (readonly [string, string])[]) =>
  all.map(([name, value]) => ({ name, value }));
const entryOf = (parts: Partial<DetectionLog>, row?: LogRow) =>
  v.parse(har, JSON.parse(harOf([harEntry(aLog(parts), row)], '0.1.0'))).log.entries[0] ?? assert.fail();

describe('harOf', function () {
  this.timeout(60_000);

  it('is HAR 1.2 for 1 000 arbitrary logs', () => {
    fc.assert(
      fc.property(hostileLog, fc.option(hostileRow, { nil: undefined }), (log, row) => {
        entryOf(log, row);
      }),
      { numRuns: 1000 },
    );
  });

  it('holds the request as it was logged', () => {
    const rawData =
      'POST /a b?x=1&y=%20é#z HTTP/1.1\r\nHost : h\r\nCookie : a=1; b="2"; c; =d; \r\nContent-Type: text/plain\r\n\r\nbody é';
    const { comment, ...request } = entryOf({ rawData }).request;
    assert.match(comment ?? '', /^A header name ends with whitespace\.$/);
    assert.deepEqual(request, {
      method: 'POST',
      url: 'https://shop.example:443/a%20b?x=1&y=%20%C3%A9%23z',
      _requestTarget: '/a b?x=1&y=%20é#z',
      httpVersion: 'HTTP/1.1',
      cookies: pairs(['a', '1'], ['b', '"2"'], ['c', '']),
      headers: pairs(['Host', 'h'], ['Cookie', 'a=1; b="2"; c; =d;'], ['Content-Type', 'text/plain']),
      queryString: pairs(['x', '1'], ['y', ' é']),
      postData: { mimeType: 'text/plain', text: 'body é' },
      headersSize: -1,
      bodySize: 7,
    });
    assert.deepEqual(entryOf({ rawData: 'GET /a#b?c=1 HTTP/1.1\r\n\r\n' }).request.queryString, []);
  });

  it('holds the head of the response', () => {
    const headers = [['Location', '/x'] as const, ['Set-Cookie', 'a=1=2; Path=/'] as const];
    const response = { firstLine: 'HTTP/1.1 302 Found it', headers };
    const { content: _, ...answered } = entryOf({ response, responseCode: 302 }).response;
    assert.deepEqual(answered, {
      status: 302,
      statusText: 'Found it',
      httpVersion: 'HTTP/1.1',
      cookies: pairs(['a', '1=2']),
      headers: pairs(...headers),
      redirectURL: '/x',
      headersSize: -1,
      bodySize: -1,
    });
  });

  for (const [target, virtualHost, forwarded, expected] of [
    ['/x', 'shop.example:80', undefined, 'http://shop.example:80/x'],
    ['/x', 'shop.example:443', undefined, 'https://shop.example:443/x'],
    ['/x', 'shop.example:443', 'http', 'http://shop.example:443/x'],
    ['/x', 'shop.example:8080', 'HTTPS', 'https://shop.example:8080/x'],
    ['http://other.example/y', 'shop.example:80', undefined, 'http://other.example/y'],
    ['*', 'shop.example:80', undefined, 'http://shop.example:80/'],
    ['/x', '<no host>', undefined, 'http://unknown.invalid/'],
  ] as const)
    it(`makes ${expected} of ${target} on ${virtualHost}`, () => {
      const headers = forwarded === undefined ? [] : [['X-Forwarded-Proto', forwarded] as const];
      const request = { firstLine: undefined, headers };
      const rawData = `GET ${target} HTTP/1.1\r\n\r\n`;
      assert.equal(entryOf({ rawData, virtualHost, request }).request.url, expected);
    });
});

describe('loggedTime', () => {
  const dated = (text: string) => ({ firstLine: undefined, headers: [['DATE', text] as const] });
  const date = dated('Tue, 03 Feb 2026 04:05:06 GMT');
  const none = { firstLine: undefined, headers: [] };
  const epoch = '1970-01-01T00:00:00.000Z none';
  for (const [what, timeZone, time, response, expected] of [
    ['the row', 'UTC', '2026-02-03 01:02:03', date, '2026-02-03T01:02:03.000Z row'],
    [
      'the row in the zone of the log',
      'Asia/Seoul',
      '2026-02-03 01:02:03',
      date,
      '2026-02-02T16:02:03.000Z row',
    ],
    ['summer time', 'America/New_York', '2026-07-01 00:00:00', date, '2026-07-01T04:00:00.000Z row'],
    ['a changed clock', 'America/New_York', '2026-03-08 03:30:00', date, '2026-03-08T07:30:00.000Z row'],
    ['an unknown zone as UTC', 'x', '2026-02-03 01:02:03', none, '2026-02-03T01:02:03.000Z row without zone'],
    ['Date when the row has no time', 'UTC', undefined, date, '2026-02-03T04:05:06.000Z response'],
    ['no Date in local time', 'UTC', undefined, dated('Tue, 03 Feb 2026 04:05:06 GMT+1'), epoch],
    ['no Date of another form', 'UTC', undefined, dated('Tue, 03 Feb 2026 4:05:06 GMT'), epoch],
    ['the epoch when there is neither', 'UTC', undefined, none, epoch],
  ] as const)
    it(`takes ${what}`, () => {
      const row = time === undefined ? undefined : aRow({ time });
      const { instant, source } = loggedTime(aLog({ timeZone, response }), row);
      assert.equal(`${instant.toISOString()} ${source}`, expected);
      const { startedDateTime, comment } = entryOf({ timeZone, response }, row);
      assert.equal(comment, `Source of the time: ${source}.`);
      assert.equal(startedDateTime, instant.toISOString());
    });
});
