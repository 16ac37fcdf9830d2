/**
 * Tests requests that would grow endlessly: each is decoded within limits, reports any limit that it reaches, and hides
 * nothing else.
 */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { workInThread } from '../../../../src/base/threadWork.ts';
import type { DecodedData } from '../../../../src/http/decode/decodedDocument.ts';
import { ALL_VALUES, DECODE_LIMIT } from '../../../../src/http/decode/decodeLimits.ts';
import { decodeRequest } from '../../../../src/http/decode/decodeRequest.ts';
import { type RawReading, readMatches } from '../../../../src/http/readRequest.ts';
import { isFound, type Matching, type RuleMatches } from '../../../../src/http/ruleMatch.ts';
import { english } from '../../../../src/text/l10n.ts';
import type { JobName, LogRequest } from '../../../../src/work/logWork.ts';
import { some } from '../../../proofs.ts';

const workerFile = new URL('../../../../src/work/logWorker.ts', import.meta.url);
const MIB = 1024 * 1024;

/** Runs a job in a thread with the given memory, in MiB. */
function inThread<Name extends JobName>(
  job: Name,
  request: LogRequest<Name>,
  memory = 400,
): Promise<unknown> {
  const { signal } = new AbortController();
  return workInThread({ workerFile, memory, signal, request: { name: job, request } });
}

function filled(unit: string, length = DECODE_LIMIT - 1000): string {
  return unit.repeat(length / unit.length);
}

const gzip = (text: string) => gzipSync(text).toString('latin1');
const post = (headers: string, body: string) => `POST /?q=%27+OR+1%3D1 HTTP/1.1\r\n${headers}\r\n${body}`;
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
const GZIP = 'Content-Encoding: gzip\r\n';

/** Values that use up the limits, in addition to the parameter `q`, in which the rule's match must still be found. */
const greedy: Readonly<Record<string, () => string>> = {
  'fields of a form': () => post(FORM, filled('a&')),
  'nested percent codes': () => post('', filled('%25252525252525252525252525252541')),
  'strings of JSON': () => post('', `[${filled('"\\u0041",')}1]`),
  'one run of Base64': () => post('', Buffer.from(filled('abc', 14 * MIB)).toString('base64')),
  'a list of JSON in gzip': () => post(GZIP, gzip(`[${filled('[],', 7.9 * MIB)}1]`)),
  lines: () => post('', filled('\n')),
  'binary data in a form': () => {
    const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(15_000)]).toString(
      'base64',
    );
    return post(FORM, Array.from({ length: 900 }, (_, index) => `f${index}=${png}`).join('&'));
  },
  'one letter in gzip in Base64': () =>
    post(`X: ${gzipSync('a'.repeat(7 * MIB)).toString('base64')}\r\n`, ''),
  'the same in a query': () =>
    `GET /?x=${gzipSync('a'.repeat(7 * MIB)).toString('base64url')}&q=%27+OR+1%3D1 HTTP/1.1\r\n\r\n`,
};

const others: Readonly<Record<string, () => string>> = {
  cookies: () => `GET / HTTP/1.1\r\nCookie: ${filled('a=b;')}\r\n\r\n`,
  headers: () => `GET / HTTP/1.1\r\n${filled('a:b\n')}\n`,
  'headers beyond what is decoded': () => `GET / HTTP/1.1\r\n${filled('a:b\n', 60 * MIB)}\n`,
};

const said = (matching: Matching) => matching && !isFound(matching) && english(matching);

describe('decodeLimits: a greedy request', function () {
  this.timeout(300_000);

  for (const [name, make] of some(Object.entries(greedy))) {
    it(`hides no match beside it and takes bounded memory: ${name}`, async () => {
      const rawData = make();
      const matching = await inThread('readMatches', { rawData, description: '', detectedValue: "' OR 1=1" });
      assert.equal(
        isFound(matching as Matching) &&
          (matching as RuleMatches).matches.some(({ place }) => english(place) === 'Query parameter q'),
        true,
      );
      const decoded = (await inThread('readDecodedData', {
        rawData,
        request: { firstLine: '', headers: [] },
      })) as DecodedData;
      assert.ok(decoded.maps.length < 2.5 * ALL_VALUES.stretches);
      assert.ok(decoded.text.includes("    ' OR 1=1\n"));
    });
  }

  for (const [name, make] of some(Object.entries(others), 3)) {
    it(`takes bounded memory: ${name}`, async () => {
      const rawData = make();
      const request = { rawData, description: '', detectedValue: 'not there' };
      const { matches } = (await inThread('readRawData', request)) as RawReading;
      assert.match(String(said(matches)), /^Not found, but parts/);
    });
  }

  it('is found as it is even where decoding fails', () => {
    const rawData = `GET /?q=${"' OR 1=1"} HTTP/1.1\r\nX: ${gzipSync('a'.repeat(7 * MIB)).toString('base64')}\r\n\r\n`;
    const matching = readMatches({ rawData, description: '', detectedValue: "' OR 1=1" });
    assert.ok(isFound(matching));
    assert.deepEqual(
      matching.matches.map(({ how, place }) => [how, english(place)]),
      [['exact', 'Query parameter q']],
    );
  });
});

/** Returns why decoding of a request's body stopped. */
function stoppedOf(headers: string, body: string): string | undefined {
  return decodeRequest(post(headers, body)).parts.at(-1)?.stopped;
}

describe('decodeLimits: a limit', function () {
  this.timeout(60_000);

  it('is reached by no request up to it', () => {
    const json = (count: number) => `[${Array(count).fill('"some text in a list"')}]`;
    const requests: readonly (readonly [headers: string, body: string])[] = [
      ['', json(500_000)],
      ['', filled('%41 ', 2 * MIB)],
      [FORM, `a=${filled('%41+', 8 * MIB)}`],
    ];
    for (const [headers, body] of some(requests, 2)) assert.equal(stoppedOf(headers, body), undefined);
    assert.equal(stoppedOf('', `${'['.repeat(64)}1${']'.repeat(64)}`), undefined);
    assert.equal(stoppedOf('', `%${'25'.repeat(15)}41`), undefined);
    assert.equal(stoppedOf(GZIP, gzip('a'.repeat(8 * MIB))), undefined);
    assert.equal(decodeRequest(' '.repeat(20 * MIB)).parts.at(-1)?.stopped, undefined);
  });

  it('of decompressed data applies to all parts together', () => {
    const bomb = gzipSync('a'.repeat(5 * MIB)).toString('base64url');
    const { parts } = decodeRequest(`GET /?a=${bomb}&b=${bomb} HTTP/1.1\r\n\r\n`);
    assert.equal(parts[1]?.stopped, undefined);
    assert.match(parts[2]?.stopped ?? '', /^Not decompressed \(gzip\)/);
  });

  it('is said where it is reached', () => {
    const reasons = {
      depth: stoppedOf('', `${'['.repeat(65)}1${']'.repeat(65)}`),
      tokens: stoppedOf('', `[${filled('[],')}1]`),
      chunks: stoppedOf('Transfer-Encoding: chunked\r\n', filled('1\na\n')),
      codes: stoppedOf('', filled('%41')),
      layers: stoppedOf('', `%${'25'.repeat(16)}41`),
      codings: stoppedOf(`Content-Encoding: ${'gzip,'.repeat(100_000)}\r\n`, 'x'),
      decompressed: stoppedOf(GZIP, gzip('a'.repeat(8 * MIB + 1))),
      length: decodeRequest(' '.repeat(20 * MIB + 1)).parts.at(-1)?.stopped,
      texts: stoppedOf('', `%252525252525252525252541${filled('some text ', 8 * MIB)}`),
    };
    assert.deepEqual(reasons, {
      depth: 'Not laid out: as JSON, it is nested more than 64 levels deep.',
      tokens: 'Not laid out: as JSON, it has too many values.',
      chunks: 'Not decoded further: too many of its characters are encoded.',
      codes: 'Not decoded further: too many of its characters are encoded.',
      layers: 'More than 16 layers: the rest is not decoded.',
      codings: 'More than 16 layers: the rest is not decoded.',
      decompressed:
        'Not decompressed (gzip): all compressed data of a log may grow to 8 MiB, and this would be more.',
      length: 'It is too long to decode.',
      texts: 'Not decoded further: its layers take too much memory.',
    });
  });

  it('leaves what encodings there are in JSON that is too large to lay out', () => {
    const { parts } = decodeRequest(post('', `["\\u0027 OR",${filled('[],')}1]`));
    assert.match(parts.at(-1)?.stages.at(-1)?.text ?? '', /^\["' OR"/);
  });

  it('of what is looked for is said in its place', () => {
    const matchingOf = (detectedValue: string) =>
      readMatches({ rawData: post('', detectedValue), description: '', detectedValue });
    assert.ok(isFound(matchingOf('x'.repeat(8 * MIB))));
    assert.equal(said(matchingOf('x'.repeat(8 * MIB + 1))), "Not searched for, because it's too long.");
  });
});
