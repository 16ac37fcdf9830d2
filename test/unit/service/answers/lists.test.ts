import assert from 'node:assert/strict';
import { defaultConventions } from '../../../../src/service/differences.ts';
import { rowFields, rowTextEntries } from '../../../../src/service/model.ts';
import { decodeData, domains, faultOf, logs } from './decoding.ts';

const row = { idx: 5, other: {} };
const page = { items: [row], total: 41, page: 2, perPage: 20 };
const items = [{ idx: 5 }];

describe('A list', () => {
  for (const [name, data] of Object.entries({
    'with numbers as strings': { items, total_count: '41', page: '2', per_page: '20' },
    'with numbers': { items, total_count: 41, page: 2, per_page: 20, links: {} },
    'of a related service': { result_info: { attack_logs: items }, page_info: { total_count: 41 } },
    'under another name': { result_info: { events: items, note: [] }, page_info: { total_count: '41' } },
    'with a total under another name': { items, pagination: { total_items: 41, page: 2, total_pages: 3 } },
    'that is deeper': { result: { page: { rows: items, total_count: 41 } } },
    'without numbers that describe it': { items, total_count: 41, page: null, per_page: null },
    'with an impossible page size': { items, total_count: 41, per_page: '0' },
  })) {
    it(`${name} is decoded`, () => assert.deepEqual(decodeData(logs, data), page));
  }

  it('is found by the field for the number', () => {
    const data = { rows: [{ idx: 'x', no: 5 }], tags: [{ idx: 1 }], total_count: 41 };
    assert.deepEqual(decodeData(logs, data, { idxField: 'no' }).items, [{ idx: 5, other: { idx: 'x' } }]);
    const sites = decodeData(domains, { sites: [{ site: '7' }] }, { domainIndexFields: ['site'] });
    assert.equal(sites.items[0]?.index, 7);
    const [named] = decodeData(domains, {
      items: [{ id: 7, note: 'text', host_name: 'a.example:8443' }],
    }).items;
    assert.deepEqual(named, { index: 7, name: 'a.example:8443', other: { note: 'text' } });
  });

  it('is never found in unknown fields of rows', () => {
    const nested = { items: [{ idx: 9 }], result_info: { attack_logs: [{ idx: 8 }] }, total_count: 1 };
    const { items, total } = decodeData(logs, { rows: [{ idx: 5, nested }], total_count: 41 });
    assert.deepEqual([items.map(({ idx }) => idx), total], [[5], 41]);
  });

  it('states the page size that the service used', () => {
    assert.equal(decodeData(logs, { items, total_count: 41, per_page: '50' }).perPage, 50);
    const offset = decodeData(logs, { items, total_count: 41, limit: 10, page: 9 }, { logsPaging: 'offset' });
    assert.equal(offset.perPage, 10);
  });

  it('is refused if it is another page, unless it ends before that page', () => {
    assert.equal(faultOf(logs, { items, total_count: 41, page: 1 }), 'mismatch data.page: 2, 1');
    assert.equal(faultOf(logs, { items, total_count: 21, page: 1 }), 'mismatch data.page: 2, 1');
    const past = { ...page, items: [], total: 20 };
    assert.deepEqual(decodeData(logs, { items, total_count: 20, page: 1 }), past);
    assert.deepEqual(decodeData(logs, { items: null, total_count: 20 }), past);
    const fromZero = { logsPaging: 'page-from-0' } as const;
    assert.deepEqual(decodeData(logs, { items, total_count: 41, page: 1 }, fromZero), page);
  });

  it('omits items that are not objects, and states where they were', () => {
    const data = { items: [{ idx: 5 }, null, { idx: 6 }, 'text', [7]], total_count: 41 };
    const { items, unreadable } = decodeData(logs, data);
    assert.deepEqual([items.length, unreadable], [2, [1, 3, 4]]);
  });

  it('without a total has at least its items, and one more after a full page', () => {
    const totalOf = (count: number, total?: null | string) => {
      const data = { items: Array(count).fill({ idx: 1 }), total_count: total };
      const { total: least, isTotalKnown } = decodeData(logs, data);
      assert.equal(isTotalKnown, false);
      return least;
    };
    assert.deepEqual([totalOf(20), totalOf(19, null), totalOf(0), totalOf(20, '200+')], [41, 39, 0, 41]);
  });

  const many = Array(10_001).fill({ idx: 1 });
  for (const [data, fault] of [
    [{}, 'data.items: array, nothing'],
    [[], 'data: object, array'],
    [{ items: {}, total_count: 1 }, 'data.items: array, object'],
    [{ result_info: null }, 'data.items: array, nothing'],
    [{ some: [], more: [] }, 'data.items: array, nothing'],
    [{ some: items, more: { list: items } }, 'data.items: array, several lists'],
    [{ items: [{ idx: 1 }, { idx: '' }], total_count: 2 }, 'data.items[1].idx: integer, string'],
    [{ items: [7], total_count: 1 }, 'data.items[0]: object, integer'],
    [{ list: { rows: [{ idx: 1 }, { idx: true }] } }, 'data.list.rows[1].idx: integer, boolean'],
    [{ items: many }, 'data.items: at most 10,000 items, more'],
    [{ items, per_page: 10_001 }, 'data.items: at most 10,000 items, more'],
  ] as const) {
    it(`is refused with “${fault}”`, () => assert.equal(faultOf(logs, data), `bad-shape ${fault}`));
  }
});

describe('A row', () => {
  const rowOf = (fields: object | string) => {
    const json = typeof fields === 'string' ? fields : JSON.stringify(fields);
    return decodeData(logs, `{"items":[${json}]}`).items[0];
  };

  it('has every known field under its own name', () => {
    const texts = rowTextEntries.map(([name, { wireName }]) => [name, wireName, `the ${name}`] as const);
    const sent = { idx: '12', ...Object.fromEntries(texts.map(([, wireName, text]) => [wireName, text])) };
    const own = Object.fromEntries(texts.map(([name, , text]) => [name, text]));
    const decoded = { idx: 12, ...own, other: {} };
    assert.deepEqual(rowOf(sent), decoded);
    assert.deepEqual(rowFields(decoded), Object.entries({ ...sent, idx: 12 }));
    const silent = rowFields({ idx: 7, other: {} }).map(([, value]) => value);
    assert.deepEqual(silent, [7, ...texts.map(() => undefined)]);
    const renamed = Object.fromEntries(Object.entries(sent).map(([name, value]) => [`x_${name}`, value]));
    const names = Object.entries(defaultConventions).filter(([name]) => /Field$/.test(name));
    const differences = Object.fromEntries(names.map(([name, field]) => [name, `x_${field}`]));
    assert.deepEqual(decodeData(logs, { items: [renamed] }, differences).items, [decoded]);
  });

  it('keeps unknown fields, and known ones that are not text, as sent', () => {
    const json = '{"idx":1,"basetype":1,"ip":null,"uri":["/"],"__proto__":"p","score":9007199254740993}';
    const { other = {}, ...known } = rowOf(json) ?? {};
    assert.deepEqual(known, { idx: 1 });
    assert.deepEqual(Object.entries(other), [
      ['basetype', 1],
      ['uri', ['/']],
      ['__proto__', 'p'],
      ['score', '9007199254740993'],
    ]);
  });

  it('has a number up to 2^53 − 1, as a number or as digits', () => {
    for (const [json, found] of [
      ['9007199254740993', 'a number beyond 2^53 − 1'],
      ['"9007199254740993"', 'a number beyond 2^53 − 1'],
      ['-1e400', 'a number beyond 2^53 − 1'],
      ['1.5', 'number with a fraction'],
      ['"1.0"', 'string'],
      ['" 1"', 'string'],
      ['null', 'null'],
    ] as const) {
      const fault = faultOf(logs, `{"items":[{"idx":${json}}]}`);
      assert.equal(fault, `bad-shape data.items[0].idx: integer, ${found}`);
    }
    assert.equal(rowOf('{"idx":"9007199254740991"}')?.idx, Number.MAX_SAFE_INTEGER);
  });

  it('is refused if it names another domain', () => {
    const fault = faultOf(logs, { items: [{ idx: 4 }, { idx: 5, user_domain_idx: '8' }] });
    assert.equal(fault, 'mismatch data.items[1].user_domain_idx: 7, 8');
    assert.deepEqual(rowOf({ idx: 5, user_domain_idx: '7' })?.other, { user_domain_idx: '7' });
  });

  it('keeps a long detected_type among the unknown fields', () => {
    const type = 'T'.repeat(200);
    assert.equal(rowOf({ idx: 1, detected_type: type })?.detectedType, type);
    assert.deepEqual(rowOf({ idx: 1, detected_type: `${type}T` })?.other, { detected_type: `${type}T` });
  });
});

describe('A domain', () => {
  const domainOf = (item: object, differences = {}) =>
    decodeData(domains, { items: [item] }, differences).items[0];

  it('has the first number and name that is sent', () => {
    assert.deepEqual(domainOf({ id: 9, domain_idx: '7', idx: 8, url: 'u', name: 'n', status: 1 }), {
      index: 7,
      name: 'n',
      other: { id: 9, idx: 8, url: 'u', status: 1 },
    });
    assert.deepEqual(domainOf({ user_domain_idx: null, id: 9, domain: null, name: 'n' }), {
      index: 9,
      name: 'n',
      other: { user_domain_idx: null, domain: null },
    });
  });

  it('has no number or name that is inherited', () => {
    const differences = { domainIndexFields: ['constructor', 'id'], domainNameFields: ['toString'] };
    assert.deepEqual(domainOf({ id: 9 }, differences), { index: 9, name: undefined, other: {} });
  });

  it('is refused without a number', () => {
    const field = 'data.items[0].user_domain_idx | domain_idx | idx | id';
    assert.equal(faultOf(domains, { items: [{ domain: 'a' }] }), `bad-shape ${field}: integer, nothing`);
  });
});
