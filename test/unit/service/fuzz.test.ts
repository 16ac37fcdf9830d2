/** Tests random and nearly valid responses with every decoder. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isServiceError } from '../../../src/base/errors.ts';
import { parseJson } from '../../../src/service/answers/json.ts';
import { describeFault } from '../../../src/service/faults.ts';
import { english } from '../../../src/text/l10n.ts';
import { counts, decodeJson, detail, domains, logs } from './answers/decoding.ts';
import { countsData, detailData, domainsData, failure, success } from './loopback.ts';

const questions = fc.constantFrom(detail, counts, logs, domains);
const offsetData = { result_info: { attack_logs: [{ idx: 1, uri: '/' }] }, page_info: { total_count: 1 } };
const samples = [detailData, countsData, domainsData, offsetData];

const names = ['__proto__', 'constructor', 'toString', 'Request-Line', '', 'idx', 'items', 'raw_data'];
const numbers = ['9007199254740993', '-9007199254740993', '1e400', '-0', '1.5', '1E2', '00', '0.1e-7'];
const anyValue = fc.anything({
  key: fc.oneof(fc.constantFrom(...names), fc.string()),
  values: [
    fc.constantFrom(null, true, 0, '', '20260501', '2026-05-01', '9007199254740993', 2 ** 53, 1.5),
    fc.string({ unit: 'binary' }),
  ],
  maxDepth: 6,
  maxKeys: 6,
});

/** JSON of a success with data that is random, or a sample in which values are replaced. */
const body = fc
  .oneof(
    anyValue,
    fc
      .tuple(fc.constantFrom<object>(...samples), fc.array(fc.tuple(fc.nat(60), anyValue), { maxLength: 3 }))
      .map(([sample, changes]) => {
        let at = 0;
        const changed = new Map(changes);
        return JSON.parse(JSON.stringify(sample), (_, value) =>
          changed.has(at++) ? changed.get(at - 1) : value,
        );
      }),
  )
  .map(success);

/** Text that is JSON except for one splice. */
const brokenJson = fc
  .tuple(
    fc.constantFrom(...samples.map((sample) => success(sample)), failure('RES000002', 'Bad Request')),
    fc.nat(),
    fc.nat({ max: 8 }),
    fc.oneof(
      fc.constantFrom(...numbers, '"', '\\', '{', '[', ']', '}', ',', ':', '\ufeff', '\0'),
      fc.string(),
    ),
  )
  .map(([text, at, removed, inserted]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + inserted + text.slice(start + removed);
  });

const parameters = { numRuns: 500 };

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
  this.timeout(60_000);
  afterEach(() => assert.deepEqual(Object.keys(Object.prototype), []));

  it('decode or fail with a ServiceError', () => {
    const property = fc.property(fc.oneof(body, brokenJson), questions, (json, question) =>
      onlyServiceErrors(() => decodeJson(question, json)),
    );
    fc.assert(property, parameters);
  });

  it('of any text parse as JSON.parse parses them, but for unsafe numbers', () => {
    const property = fc.property(fc.oneof(brokenJson, fc.string({ unit: 'binary' }), fc.json()), (text) => {
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        return assert.throws(() => parseJson(text), { name: 'ServiceError' });
      }
      assert.deepEqual(rounded(parseJson(text)), rounded(expected));
    });
    fc.assert(property, parameters);
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
