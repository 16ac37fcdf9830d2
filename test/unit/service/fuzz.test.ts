/**
 * Tests random and nearly valid responses with every decoder. PARTNER_LOGS_FUZZ_SECONDS=60 runs each property for that
 * long in total, with a new seed.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isServiceError } from '../../../src/base/errors.ts';
import { decodeCounts } from '../../../src/service/answers/decodeCounts.ts';
import { decodeDetail } from '../../../src/service/answers/decodeDetail.ts';
import { domainDecoder } from '../../../src/service/answers/decodeItems.ts';
import { parseJson } from '../../../src/service/answers/json.ts';
import { defaultConventions } from '../../../src/service/conventions.ts';
import { describeFault } from '../../../src/service/faults.ts';
import { answerLimits } from '../../../src/service/limits.ts';
import { retryAfterSeconds } from '../../../src/service/network/retry.ts';
import { english } from '../../../src/text/l10n.ts';
import { countsData, countsRange, detailData, detailKey, domainsData, failure, success } from './loopback.ts';
import { dataOf, decodeList, decodeLogRow } from './readings.ts';

const asked = { page: 1, perPage: 20 };
const decodeDomain = domainDecoder(defaultConventions.domains);
const decoders: Readonly<Record<string, (data: unknown) => unknown>> = {
  detail: (data) => decodeDetail(data, detailKey),
  counts: (data) => decodeCounts(data, countsRange),
  logs: (data) => decodeList(data, asked, decodeLogRow),
  domains: (data) => decodeList(data, asked, decodeDomain),
};

const offsetData = { result_info: { attack_logs: [{ idx: 1, uri: '/' }] }, page_info: { total_count: 1 } };
const samples = [detailData, countsData, domainsData, offsetData];

const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'Request-Line',
  '',
];
const hostileNumbers = ['9007199254740993', '-9007199254740993', '1e400', '-0', '1.5', '1E2', '00', '0.1e-7'];
const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom<unknown>(null, true, 0, '', '20260501', '2026-05-01', '9007199254740993', 2 ** 53, 1.5),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...hostileKeys, 'idx', 'items'), fc.string()), tie('value')), {
        maxLength: 6,
      })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

type Path = (string | number)[];

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...at, key]))];
}

/** A sample response with some of its values replaced or removed. */
const nearlyValid = fc.constantFrom<object>(...samples).chain((sample) =>
  fc
    .array(fc.record({ path: fc.constantFrom(...pathsOf(sample)), value: anyValue, removed: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => {
      const root = { data: structuredClone(sample) as unknown };
      for (const { path, value, removed } of changes) {
        const steps = ['data', ...path];
        const last = steps.pop() ?? 'data';
        let parent: unknown = root;
        for (const step of steps) parent = (parent as Record<string, unknown> | undefined | null)?.[step];
        if (typeof parent !== 'object' || parent === null) continue;
        if (removed) delete (parent as Record<string, unknown>)[last];
        else
          Object.defineProperty(parent, last, {
            value,
            enumerable: true,
            configurable: true,
            writable: true,
          });
      }
      return root.data;
    }),
);

/** Text that is JSON except for one splice. */
const brokenJson = fc
  .tuple(
    fc.constantFrom(...samples.map((sample) => success(sample)), failure('RES000002', 'Bad Request')),
    fc.nat(),
    fc.nat({ max: 8 }),
    fc.oneof(
      fc.constantFrom(...hostileNumbers, '"', '\\', '{', '[', ']', '}', ',', ':', '\ufeff', '\0'),
      fc.string(),
    ),
  )
  .map(([text, at, removed, inserted]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + inserted + text.slice(start + removed);
  });

const seconds = Number(process.env['PARTNER_LOGS_FUZZ_SECONDS'] ?? 0);
const PROPERTIES = 5;
const parameters: fc.Parameters<unknown> =
  seconds > 0
    ? {
        numRuns: Number.MAX_SAFE_INTEGER,
        interruptAfterTimeLimit: (seconds * 1000) / PROPERTIES,
        markInterruptAsFailure: false,
      }
    : { numRuns: 500 };

/** Runs `decode`. Any error that it throws must be a described `ServiceError`. */
function onlyServiceErrors(decode: () => unknown): void {
  try {
    decode();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    assert.ok(describeFault(error, english).headline.length < 2_000);
  }
}

describe('LogService: fuzzed answers', function () {
  this.timeout(seconds * 1000 + 60_000);
  afterEach(() => assert.deepEqual(Object.keys(Object.prototype), []));

  it('of any shape decode or fail with a ServiceError', () => {
    fc.assert(
      fc.property(anyValue, fc.constantFrom(...Object.values(decoders)), (data, decode) => {
        onlyServiceErrors(() => decode(data));
      }),
      parameters as fc.Parameters<[unknown, unknown]>,
    );
  });

  it('near to valid decode or fail with a ServiceError, by way of their text', () => {
    fc.assert(
      fc.property(nearlyValid, fc.constantFrom(...Object.values(decoders)), (data, decode) => {
        const answer = {
          status: 200,
          contentType: 'application/json',
          retryAfter: undefined,
          text: success(data),
        };
        onlyServiceErrors(() => decode(dataOf(answer, () => 0)));
      }),
      parameters as fc.Parameters<[unknown, unknown]>,
    );
  });

  it('with broken JSON and any status fail with a ServiceError, or decode', () => {
    fc.assert(
      fc.property(
        brokenJson,
        fc.oneof(fc.constant(200), fc.integer({ min: 0, max: 999 })),
        fc.option(fc.string(), { nil: undefined }),
        (text, status, header) => {
          const answer = { status, contentType: header, retryAfter: header, text };
          onlyServiceErrors(() =>
            decodeDetail(
              dataOf(answer, () => 0),
              detailKey,
            ),
          );
        },
      ),
      parameters as fc.Parameters<[unknown, unknown, unknown]>,
    );
  });

  it('of any text parse as JSON.parse parses them, but for unsafe numbers', () => {
    fc.assert(
      fc.property(fc.oneof(brokenJson, fc.string({ unit: 'binary' }), fc.json()), (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          assert.throws(
            () => parseJson(text),
            (error) => isServiceError(error),
          );
          return;
        }
        assert.deepEqual(rounded(parseJson(text)), rounded(expected));
      }),
      parameters as fc.Parameters<[unknown]>,
    );
  });

  it('may carry any Retry-After', () => {
    const form = fc.oneof(
      fc.string(),
      fc.bigInt().map(String),
      fc.date().map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(form, fc.integer(), (header, now) => {
        const wait = retryAfterSeconds(header, now);
        assert.ok(wait === undefined || (Number.isSafeInteger(wait) && wait >= 0), String(wait));
      }),
      parameters as fc.Parameters<[unknown, unknown]>,
    );
  });
});

/** Returns the value with each string that is a long number replaced by that number, rounded as by JSON.parse. */
function rounded(value: unknown): unknown {
  if (typeof value === 'string') {
    const isLong = /^-?\d[\d.eE+-]{14,}$/.test(value);
    return isLong || /^-?\d[\d.]*[eE]\+?\d+$/.test(value) ? Number(value) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(rounded);
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, rounded(child)]));
}

describe('LogService: large answers', function () {
  this.timeout(30_000);
  const million = 1_000_000;

  it('with a million quotes and backslashes are read', () => {
    const value = '\\"'.repeat(million);
    assert.deepEqual(parseJson(JSON.stringify({ value })), { value });
  });

  it('with as many long numbers as there may be are read', () => {
    const count = answerLimits.values - 1;
    const parsed = parseJson(`[${'9007199254740993,'.repeat(count)}1]`) as unknown[];
    assert.equal(parsed.length, count + 1);
    assert.equal(parsed[0], '9007199254740993');
  });

  it('with one number of a million digits are read', () => {
    assert.equal(parseJson('9'.repeat(million)), '9'.repeat(million));
  });

  it('with a million wrong rows give one error', () => {
    const rows = Array.from({ length: million }, () => ({}));
    for (const decode of Object.values(decoders).slice(1, 3)) {
      assert.throws(
        () => decode({ ...countsData, total_log: rows, items: rows }),
        (error) => isServiceError(error, 'bad-shape'),
      );
    }
  });

  it('with 100 000 headers keep them all', () => {
    const headers = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`X-${at}`, 'v']));
    const info = { ...detailData.detailed_info, req_line_headers: headers };
    assert.equal(
      decodeDetail({ ...detailData, detailed_info: info }, detailKey).request.headers.length,
      100_000,
    );
  });

  it('nested 100 000 levels deep are refused, in whatever field', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const sample of samples) {
      const text = success(sample).replace('"data":{', `"data":{"unknown":${deep},`);
      assert.throws(
        () => parseJson(text),
        (error) => isServiceError(error, 'bad-shape'),
      );
    }
  });
});
