import assert from 'node:assert/strict';
import { isServiceError } from '../../../../src/base/errors.ts';
import { decodeDetail } from '../../../../src/service/answers/decodeDetail.ts';
import { parseJson } from '../../../../src/service/answers/json.ts';
import { describeFault } from '../../../../src/service/faults.ts';
import type { LogKey } from '../../../../src/service/model.ts';
import { english, message } from '../../../../src/text/l10n.ts';
import { detailData, detailKey } from '../loopback.ts';

/** Returns `detailData` with the value at `path` replaced by `json` or removed. */
function changed(path: string, json?: string): unknown {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const data = structuredClone(detailData) as Record<string, unknown>;
  const parent = names.reduce((at, name) => at[name] as Record<string, unknown>, data);
  delete parent[last];
  return json === undefined
    ? data
    : parseJson(
        JSON.stringify(data, (_key, value) =>
          value === parent ? { ...parent, [last]: '@' } : value,
        ).replace('"@"', () => json),
      );
}

/** Returns the key of `detailData` with the number at `path` replaced. */
const requestedAs = (path: string, json: string): LogKey => ({
  ...detailKey,
  ...(path === 'query.idx' && { idx: Number(JSON.parse(json)) }),
  ...(path === 'query.user_domain_idx' && { domain: Number(JSON.parse(json)) }),
});

const refuses = (data: unknown, field: string, expected: string, found: string) =>
  assert.throws(
    () => decodeDetail(data, detailKey),
    (error) => {
      assert.ok(isServiceError(error, 'bad-shape'));
      assert.deepEqual(error.facts, { field, expected, found });
      return true;
    },
  );

describe('decodeDetail', () => {
  it('decodes section 2.2', () => {
    assert.deepEqual(decodeDetail(detailData, detailKey), {
      key: { domain: 7, idx: 42, detectedType: 'WAF' },
      virtualHost: 'shop.example:443',
      responseCode: 403,
      request: {
        firstLine: 'GET /?q=1 HTTP/1.1',
        headers: [
          ['Host', 'shop.example'],
          ['X-Forwarded-For', '192.0.2.1'],
        ],
      },
      response: { firstLine: 'HTTP/1.1 403 Forbidden', headers: [['Content-Length', '12']] },
      rawData: 'GET /?q=1 HTTP/1.1\r\nHost: shop.example\r\n\r\n',
      description: 'q',
      timeZone: 'UTC',
      other: {},
    });
  });

  const REQUIRED = 'detailed_info';
  const types: Readonly<Record<string, string>> = {
    detailed_info: 'object',
    'detailed_info.virtual_host_name': 'string',
    'detailed_info.response_code': 'integer',
    'detailed_info.req_line_headers': 'object',
    'detailed_info.res_line_headers': 'object',
    'detailed_info.raw_data': 'string',
    'detailed_info.basestr': 'string',
    timezone: 'string',
  };
  for (const [path, expected] of Object.entries(types)) {
    it(`names the type of ${path}, and requires ${REQUIRED} alone`, () => {
      if (path === REQUIRED) {
        refuses(changed(path), `data.${path}`, expected, 'nothing');
        refuses(changed(path, 'null'), `data.${path}`, expected, 'null');
      } else {
        const missing = decodeDetail(changed(path), detailKey);
        assert.deepEqual(decodeDetail(changed(path, 'null'), detailKey), missing);
      }
      refuses(changed(path, 'false'), `data.${path}`, expected, 'boolean');
    });
  }

  it('says in English what is wrong, and names the type of the largest number, and of text after one', () => {
    const path = 'detailed_info.raw_data';
    refuses(changed(path, '9007199254740991'), `data.${path}`, 'string', 'integer');
    refuses(
      changed('detailed_info.response_code', '"99999999999999999999x"'),
      'data.detailed_info.response_code',
      'integer',
      'string',
    );
    assert.throws(() => decodeDetail(changed(path, '1'), detailKey), {
      message: 'data.detailed_info.raw_data: expected string, found integer.',
    });
  });

  it('has no text where none is sent', () => {
    const { virtualHost, rawData, description, timeZone } = decodeDetail({ detailed_info: {} }, detailKey);
    assert.deepEqual([virtualHost, rawData, description, timeZone], ['', '', '', '']);
  });

  it('takes headers of any simple value as text', () => {
    const path = 'detailed_info.req_line_headers';
    assert.deepEqual(
      decodeDetail(changed(path, '{"A":true,"B":[1,"x"],"C":null}'), detailKey).request.headers,
      [
        ['A', 'true'],
        ['B', '1'],
        ['B', 'x'],
      ],
    );
  });

  const echoed: Readonly<Record<string, string>> = {
    query: 'object',
    'query.user_domain_idx': 'integer',
    'query.idx': 'integer',
    'query.detected_type': 'string',
  };
  for (const [path, expected] of Object.entries(echoed)) {
    it(`accepts a missing ${path}, and names its type where it is another`, () => {
      assert.deepEqual(decodeDetail(changed(path), detailKey).key, detailKey);
      assert.deepEqual(decodeDetail(changed(path, 'null'), detailKey).key, detailKey);
      refuses(changed(path, 'false'), `data.${path}`, expected, 'boolean');
    });
  }

  const others: Readonly<Record<string, LogKey>> = {
    idx: { ...detailKey, idx: 300 },
    user_domain_idx: { ...detailKey, domain: 1 },
    detected_type: { ...detailKey, detectedType: 'BOT' },
  };
  for (const [name, requested] of Object.entries(others)) {
    it(`refuses an answer whose ${name} is another than was requested, and reports both`, () => {
      const { domain, idx, detectedType } = requested;
      assert.throws(
        () => decodeDetail(detailData, requested),
        (error) => {
          assert.ok(isServiceError(error, 'mismatch'));
          const { headline } = describeFault(error, english);
          assert.equal(
            headline,
            `The response is for a different request (data.query: expected log ${idx} (${detectedType}) of domain ${domain}, found log 42 (WAF) of domain 7).`,
          );
          return true;
        },
      );
    });
  }

  it('accepts the type of a log in another case, and any type where none was sent', () => {
    for (const detectedType of ['waf', ''])
      assert.deepEqual(decodeDetail(detailData, { ...detailKey, detectedType }).key, detailKey);
  });

  for (const path of ['query.user_domain_idx', 'query.idx', 'detailed_info.response_code']) {
    it(`reads ${path} up to 2^53 − 1 as number or digits, and never rounds it`, () => {
      for (const json of ['9007199254740991', '"9007199254740991"', '-1', '0']) {
        assert.doesNotThrow(() => decodeDetail(changed(path, json), requestedAs(path, json)));
      }
      for (const json of [
        '9007199254740992',
        '9007199254740993',
        '"9007199254740993"',
        '-9007199254740993',
      ]) {
        refuses(changed(path, json), `data.${path}`, 'integer', 'a number beyond 2^53 − 1');
      }
      for (const json of ['1e300', '1e+300', '-2.5E300'])
        refuses(changed(path, json), `data.${path}`, 'integer', 'a number beyond 2^53 − 1');
      refuses(changed(path, '4.5'), `data.${path}`, 'integer', 'number with a fraction');
      for (const json of ['""', '"4.0"', '"0x10"', '" 4"', '"4 "', '"１"', '"1e3"', '"0xffffffffffffffff"']) {
        refuses(changed(path, json), `data.${path}`, 'integer', 'string');
      }
    });
  }

  it('keeps headers of any name, in order, and unknown fields', () => {
    const headers =
      '{"__proto__":"a","constructor":"b","toString":"c","Request-Line":"GET / HTTP/1.1","":"d"}';
    const { request } = decodeDetail(changed('detailed_info.req_line_headers', headers), detailKey);
    assert.deepEqual(request, {
      firstLine: 'GET / HTTP/1.1',
      headers: [
        ['__proto__', 'a'],
        ['constructor', 'b'],
        ['toString', 'c'],
        ['', 'd'],
      ],
    });
    const info = parseJson(
      JSON.stringify(detailData).replace('"basestr":', '"__proto__":{"x":1},"rule_id":[1],"basestr":'),
    );
    const { other } = decodeDetail(info, detailKey);
    assert.deepEqual(Object.entries(other), [
      ['__proto__', { x: 1 }],
      ['rule_id', [1]],
    ]);
  });

  it('takes 10,000 unknown fields, and refuses more', () => {
    const withOthers = (count: number) => ({
      detailed_info: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at])),
    });
    assert.equal(Object.keys(decodeDetail(withOthers(10_000), detailKey).other).length, 10_000);
    assert.throws(() => decodeDetail(withOthers(10_001), detailKey), {
      code: 'bad-shape',
      facts: {
        field: 'data.detailed_info',
        expected: message('at most {0} unknown fields', 10_000),
        found: message('more'),
      },
    });
  });

  it('takes 100 000 headers a side, and refuses more', () => {
    const headers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`h${index}`, 'v']));
    const withHeaders = (name: string, count: number) => ({
      ...detailData,
      detailed_info: { ...detailData.detailed_info, [name]: headers(count) },
    });
    for (const name of ['req_line_headers', 'res_line_headers']) {
      assert.ok(decodeDetail(withHeaders(name, 100_000), detailKey));
      assert.throws(() => decodeDetail(withHeaders(name, 100_001), detailKey), {
        code: 'bad-shape',
        facts: {
          field: `data.detailed_info.${name}`,
          expected: message('at most {0} headers', 100_000),
          found: message('more'),
        },
      });
    }
  });

  it('reads header values that are numbers or lists', () => {
    const sent = '{"Age":1,"Cookie":["a","b"],"Via":null}';
    const { request } = decodeDetail(changed('detailed_info.req_line_headers', sent), detailKey);
    assert.deepEqual(request.headers, [
      ['Age', '1'],
      ['Cookie', 'a'],
      ['Cookie', 'b'],
    ]);
  });

  it('names the header whose value is no string', () => {
    refuses(
      changed('detailed_info.res_line_headers', '{"A":"b","Content-Length":{}}'),
      'data.detailed_info.res_line_headers["Content-Length"]',
      'string',
      'object',
    );
    refuses(
      changed('detailed_info.res_line_headers', '[]'),
      'data.detailed_info.res_line_headers',
      'object',
      'array',
    );
  });

  it('leaves the first line out when it is not sent', () => {
    const { response } = decodeDetail(changed('detailed_info.res_line_headers', '{}'), detailKey);
    assert.deepEqual(response, { firstLine: undefined, headers: [] });
  });

  it('refuses data that is no object', () => {
    for (const [data, found] of [
      [null, 'null'],
      ['x', 'string'],
      [1, 'integer'],
    ] as const) {
      refuses(data, 'data', 'object', found);
    }
  });
});
