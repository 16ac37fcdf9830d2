import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toJson } from '../../../src/formats/json.ts';
import { decodeLog } from '../../../src/service/answers/decodeLog.ts';
import { parseJson } from '../../../src/service/answers/json.ts';
import { aLog, hostileLog } from './logs.ts';

describe('toJson', function () {
  this.timeout(60_000);

  it('writes the record of section 2.2 under its names and in its order', () => {
    const lines = 'X: 1, Y: a, X: 2, __proto__: c, X: 3'.split(', ');
    const headers = lines.map((line) => line.split(': ') as [string, string]);
    const request = { firstLine: 'GET / HTTP/1.1', headers };
    const detail = {
      virtual_host_name: 'shop.example:443',
      response_code: 403,
      req_line_headers: { 'Request-Line': 'GET / HTTP/1.1', X: ['1', '2', '3'], Y: 'a', ['__proto__']: 'c' },
      res_line_headers: {},
      raw_data: '',
      basestr: '',
      extra: { a: [1] },
    };
    const query = { user_domain_idx: 7, idx: 12, detected_type: 'WAF' };
    assert.equal(
      toJson(aLog({ request, other: { extra: { a: [1] } } })),
      `${JSON.stringify({ query, detailed_info: detail, timezone: 'UTC' }, undefined, 2)}\n`,
    );
  });

  it('reads back as the same log', () => {
    const unusual = (name: string) => /^\d+$|^__proto__$|^Request-Line$/.test(name);
    const named = hostileLog.filter(
      ({ request, response, other }) =>
        [request, response].every(({ headers }) => {
          const names = headers.map(([name]) => name);
          return new Set(names).size === names.length && !names.some(unusual);
        }) && !JSON.stringify(other).includes('__proto__'),
    );
    fc.assert(
      fc.property(named, (log) => {
        const known = { ...log, other: parseJson(JSON.stringify(log.other)) };
        assert.deepEqual(decodeLog({ data: parseJson(toJson(log)) }, log.key), known);
      }),
      { numRuns: 500 },
    );
  });
});
