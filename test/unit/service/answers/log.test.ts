import assert from 'node:assert/strict';
import { detailData, detailKey } from '../loopback.ts';
import { decodeData, detail, faultOf } from './decoding.ts';

const { detailed_info: info } = detailData;
const withInfo = (changes: object) => ({ ...detailData, detailed_info: { ...info, ...changes } });
const log = {
  key: detailKey,
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
};

describe('A detection log', () => {
  const { detailed_info: _, ...beside } = detailData;
  for (const [name, data] of Object.entries({
    'at its documented place': detailData,
    'under another name': { ...beside, log: info },
    'that is deeper': { ...beside, result: { records: { first: info } } },
    'that is the data itself': { ...beside, ...info },
  })) {
    it(`${name} is decoded`, () => assert.deepEqual(decodeData(detail, data), log));
  }

  it('is the documented one, else the shallowest one, and never in a list', () => {
    const other = { ...info, raw_data: 'other' };
    assert.equal(decodeData(detail, { ...detailData, raw_data: 'other' }).rawData, log.rawData);
    assert.equal(decodeData(detail, { a: { b: other }, log: info }).rawData, log.rawData);
    assert.equal(faultOf(detail, { logs: [info] }), 'bad-shape data.detailed_info: object, nothing');
  });

  const names = ['user_domain_idx', 'idx', 'detected_type', 'message', 'key', 'value', ...Object.keys(info)];
  const forged = Object.fromEntries(
    [...names, 'query', 'detailed_info', 'timezone', 'data'].map((name) => [name, 'forged']),
  );
  const { raw_data: _raw, ...withoutRawData } = info;
  for (const [name, headers] of Object.entries({
    'their documented name': { req_line_headers: forged },
    'another name': { headers: forged, req_line_headers: undefined },
    'another name, with a request line': {
      headers: { ...forged, 'Request-Line': 'GET / HTTP/1.1' },
      req_line_headers: undefined,
    },
  })) {
    it(`takes nothing from request headers under ${name}`, () => {
      for (const data of [
        withInfo(headers),
        { log: { ...info, ...headers } },
        { detailed_info: { ...withoutRawData, ...headers } },
      ]) {
        const { request: _, other: __, ...rest } = decodeData(detail, data);
        assert.ok(!JSON.stringify(rest).includes('forged'), JSON.stringify(rest));
        assert.deepEqual(rest.key, detailKey);
      }
      const fault = faultOf(detail, { log: { ...withoutRawData, ...headers } });
      assert.match(fault, /^bad-shape data\.detailed_info/);
    });
  }

  it('has no text where none is sent', () => {
    const empty = { virtualHost: '', responseCode: 0, rawData: '', description: '', timeZone: '' };
    const head = { firstLine: undefined, headers: [] };
    assert.deepEqual(decodeData(detail, { detailed_info: {} }), {
      ...{ key: detailKey, request: head, response: head, other: {} },
      ...empty,
    });
  });

  for (const [field, expected] of Object.entries({
    'detailed_info.virtual_host_name': 'string',
    'detailed_info.response_code': 'integer',
    'detailed_info.req_line_headers': 'object',
    'detailed_info.res_line_headers': 'object',
    'detailed_info.raw_data': 'string',
    'detailed_info.basestr': 'string',
    timezone: 'string',
    query: 'object',
    'query.user_domain_idx': 'integer',
    'query.idx': 'integer',
    'query.detected_type': 'string',
  })) {
    it(`can lack ${field}, and is refused with one of another type`, () => {
      const changed = (value: unknown) => {
        const data = structuredClone(detailData) as Record<string, unknown>;
        const [first = '', second] = field.split('.');
        if (second === undefined) data[first] = value;
        else (data[first] as Record<string, unknown>)[second] = value;
        return data;
      };
      assert.deepEqual(decodeData(detail, changed(null)), decodeData(detail, changed(undefined)));
      assert.deepEqual(decodeData(detail, changed(null)).key, detailKey);
      assert.equal(faultOf(detail, changed(false)), `bad-shape data.${field}: ${expected}, boolean`);
    });
  }

  it('is refused if it is another one, and both are reported', () => {
    for (const change of [{ idx: 300 }, { domain: 1 }, { detectedType: 'BOT' }]) {
      const key = { ...detailKey, ...change };
      const expected = `log ${key.idx} (${key.detectedType}) of domain ${key.domain}`;
      const fault = faultOf({ read: 'detail', key }, detailData);
      assert.equal(fault, `mismatch data.query: ${expected}, log 42 (WAF) of domain 7`);
    }
  });

  it('can have its type in another case, and any type if none is sent', () => {
    const key = { ...detailKey, detectedType: 'waf' };
    assert.deepEqual(decodeData({ read: 'detail', key }, detailData).key, detailKey);
    const other = { read: 'detail', key: { ...detailKey, detectedType: 'BOT' } } as const;
    assert.deepEqual(decodeData(other, detailData, { detectedTypeParameter: null }).key, detailKey);
    const inPath = { detectedTypeParameter: null, detailPath: '/:detected_type/:idx' };
    assert.match(faultOf(other, detailData, inPath), /^mismatch/);
  });

  it('is refused with more than 10,000 unknown fields, and its time zone is cut', () => {
    const others = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`x${at}`, 1]));
    const fault = 'bad-shape data.detailed_info: at most 10,000 items, more';
    assert.equal(faultOf(detail, withInfo(others)), fault);
    const { timeZone } = decodeData(detail, { ...detailData, timezone: 'x'.repeat(1_000) });
    assert.equal(timeZone, `${'x'.repeat(100)}…`);
  });

  it('keeps headers of any name and simple value, in order, and unknown fields', () => {
    const headers =
      '{"__proto__":"a","toString":true,"Request-Line":"GET / HTTP/1.1","":"d","B":[1,"x"],"C":null}';
    const json = JSON.stringify(withInfo({ req_line_headers: '@', rule_id: [1] })).replace('"@"', headers);
    const { request, other } = decodeData(detail, json.replace('"basestr"', '"__proto__":{"x":1},"basestr"'));
    const sent = Object.entries({ ['__proto__']: 'a', toString: 'true', '': 'd' });
    const repeated = ['1', 'x'].map((value) => ['B', value]);
    assert.deepEqual(request, { firstLine: 'GET / HTTP/1.1', headers: [...sent, ...repeated] });
    assert.deepEqual(Object.entries(other), [
      ['__proto__', { x: 1 }],
      ['rule_id', [1]],
    ]);
    const odd = withInfo({ res_line_headers: { A: 'b', 'Content-Length': {} } });
    const field = 'data.detailed_info.res_line_headers["Content-Length"]';
    assert.equal(faultOf(detail, odd), `bad-shape ${field}: string, object`);
  });
});
