import assert from 'node:assert/strict';
import { isServiceError } from '../../../../src/base/errors.ts';
import { domainDecoder, rowDecoder } from '../../../../src/service/answers/decodeItems.ts';
import { decodePage } from '../../../../src/service/answers/decodePage.ts';
import { bodyOf } from '../../../../src/service/answers/envelope.ts';
import { parseJson } from '../../../../src/service/answers/json.ts';
import { decodeAnswer } from '../../../../src/service/answers/reading.ts';
import { defaultConventions, type ListConventions } from '../../../../src/service/conventions.ts';
import { wireRequest } from '../../../../src/service/wireRequest.ts';
import { message } from '../../../../src/text/l10n.ts';
import { countsRange } from '../loopback.ts';
import { decodeList, decodeLogRow } from '../readings.ts';

const asked = { page: 2, perPage: 20 };
const decodeDomain = domainDecoder(defaultConventions.domains);
const logs = (data: unknown) => decodeList(data, asked, decodeLogRow);
const domains = (data: unknown) => decodeList(data, asked, decodeDomain);

const refuses = (run: () => unknown, field: string, expected: string, found: string) =>
  assert.throws(run, (error) => {
    assert.ok(isServiceError(error, 'bad-shape'));
    assert.deepEqual(error.facts, { field, expected, found });
    return true;
  });

describe('decodePage', () => {
  const page = { items: [{ idx: 5, other: {} }], total: 41, page: 2, perPage: 20 };

  it('reads a list that is a whole response as items, unless a message is expected', () => {
    const answer = { status: 200, contentType: undefined, retryAfter: undefined, text: '[{"idx":5}]' };
    const body = bodyOf(answer, null, Date.now);
    const { logs: list } = defaultConventions;
    const bare = { ...list, ...list.parameters, items: ['items'], total: null };
    const { items, isTotalKnown } = decodePage(body, asked, bare, decodeLogRow);
    assert.deepEqual([items, isTotalKnown], [page.items, false]);
    const nameless = { ...bare, perPage: null, page: null };
    assert.equal(decodePage({ items: [], null: 9 }, asked, nameless, decodeLogRow).perPage, 20);
    assert.throws(() => bodyOf(answer, ['RES000000'], Date.now), { code: 'bad-shape' });
  });

  it('reads the body of section 2.4, its numbers as strings, integers or mixed', () => {
    const items = [{ idx: 5 }];
    assert.deepEqual(logs({ items, total_count: '41', page: '2', per_page: '20' }), page);
    assert.deepEqual(logs({ items, total_count: 41, page: 2, per_page: 20 }), page);
    assert.deepEqual(logs({ items, total_count: 41, page: '2', per_page: 20, links: {} }), page);
  });

  it('says how many items a page the service applied', () => {
    assert.equal(logs({ items: [], total_count: '41', page: '2', per_page: '50' }).perPage, 50);
  });

  it('does not believe in pages of nothing', () => {
    for (const per_page of ['0', -5]) {
      assert.equal(logs({ items: [{ idx: 5 }], total_count: 41, page: 2, per_page }).perPage, 20);
    }
  });

  it('reads the other body, whatever was asked', () => {
    const data = {
      result_info: { attack_logs: [{ idx: 5 }], from: '20260501' },
      page_info: { total_count: 41 },
    };
    assert.deepEqual(logs(data), page);
  });

  it('reads the other body of a list with another name', () => {
    const data = { result_info: { domains: [{ id: 1 }], note: '' }, page_info: { total_count: '1' } };
    assert.deepEqual(domains(data).items, [{ index: 1, name: undefined, other: {} }]);
  });

  it('reads a list that has the name of the parameter for its size', () => {
    const shape = { items: ['rows'], total: ['all'], firstPage: 1, perPage: 'rows', page: 'page' };
    assert.deepEqual(decodePage({ rows: [{ idx: 5 }], all: 41 }, asked, shape, decodeLogRow), page);
  });

  it('refuses an answer of another page, and names both', () => {
    for (const page of [1, '3', 0]) {
      assert.throws(() => logs({ items: [{ idx: 5 }], total_count: 41, page, per_page: 20 }), {
        code: 'mismatch',
        message: `data.page: expected 2, found ${page}.`,
        facts: { field: 'data.page', expected: '2', found: String(page) },
      });
    }
    assert.throws(() => domains({ items: [{ id: 1 }], total_count: null, page: 1 }), { code: 'mismatch' });
    assert.equal(logs({ items: [{ idx: 5 }], total_count: 41, page: null }).items.length, 1);
  });

  it('numbers pages from 0 where the conventions say so, and none where a list is requested by offset', () => {
    const { logs: paged } = defaultConventions;
    const decoded = (other: Partial<ListConventions>, page: number) => {
      const conventions = { ...defaultConventions, logs: { ...paged, ...other } };
      const question = { read: 'logs', domain: 7, page: asked, filter: {}, usualRange: countsRange } as const;
      const data = { items: [{ idx: 5 }], total_count: 41, page };
      const bytes = Buffer.from(JSON.stringify({ message: { key: 'RES000000', value: '' }, data }));
      const body = { blocks: [bytes], bytes: bytes.length };
      const answer = { status: 200, contentType: undefined, retryAfter: undefined, body };
      return () => decodeAnswer(answer, wireRequest(question, conventions).reading, 0);
    };
    assert.throws(decoded({ firstPage: 0 }, 2), {
      code: 'mismatch',
      facts: { field: 'data.page', expected: '1', found: '2' },
    });
    for (const decode of [decoded({ firstPage: 0 }, 1), decoded({ paging: 'offset' }, 9)])
      assert.deepEqual(decode(), page);
  });

  it('reads another page beyond the last as empty', () => {
    const last = { items: [{ idx: 5 }], page: 1, per_page: '20' };
    assert.deepEqual(logs({ ...last, total_count: 20 }), { items: [], total: 20, page: 2, perPage: 20 });
    assert.throws(() => logs({ ...last, total_count: 21 }), { code: 'mismatch' });
  });

  it('reads a list that is null as empty', () => {
    assert.deepEqual(logs({ items: null, total_count: '0', page: '1', per_page: '20' }).items, []);
    assert.deepEqual(logs({ result_info: { attack_logs: null }, page_info: { total_count: 0 } }).items, []);
  });

  it('leaves out items that are not objects, and says where they were', () => {
    const items = [{ idx: 5 }, null, { idx: 6 }, 'text', [7]];
    const page = {
      items: [
        { idx: 5, other: {} },
        { idx: 6, other: {} },
      ],
      unreadable: [1, 3, 4],
      total: 41,
      page: 2,
      perPage: 20,
    };
    assert.deepEqual(logs({ items, total_count: 41 }), page);
    assert.deepEqual(logs({ result_info: { attack_logs: items }, page_info: { total_count: 41 } }), page);
    assert.equal(logs({ items, total_count: null }).total, 25);
    assert.deepEqual(domains({ items: [null, { id: 1 }], total_count: 2 }).unreadable, [0]);
  });

  it('names what is missing or of another type, in either body', () => {
    refuses(() => logs({}), 'data.items', 'array', 'nothing');
    refuses(() => logs([]), 'data', 'object', 'array');
    refuses(() => logs({ items: {}, total_count: 1 }), 'data.items', 'array', 'object');
    refuses(() => logs({ items: [] }), 'data.total_count', 'integer', 'nothing');
    refuses(() => logs({ items: [], total_count: '1,234' }), 'data.total_count', 'integer', 'string');
    refuses(
      () => logs({ items: [{ idx: 1 }, { idx: '' }], total_count: 2 }),
      'data.items[1].idx',
      'integer',
      'string',
    );
    refuses(() => logs({ items: [7], total_count: 1 }), 'data.items[0]', 'object', 'integer');
    refuses(() => logs({ result_info: {}, page_info: { total_count: 0 } }), 'data.items', 'array', 'nothing');
    const lists = { some: [], more: [] };
    refuses(
      () => logs({ result_info: lists, page_info: { total_count: 0 } }),
      'data.items',
      'array',
      'nothing',
    );
    const shape = { items: ['result.page.rows'], total: null, firstPage: 1, perPage: null, page: null };
    refuses(() => decodePage({ result: {} }, asked, shape, decodeLogRow), 'result.page', 'object', 'nothing');
    refuses(() => logs({ result_info: null }), 'data.items', 'array', 'nothing');
    refuses(() => logs({ result_info: { attack_logs: [] } }), 'data.total_count', 'integer', 'nothing');
    refuses(
      () => logs({ result_info: { attack_logs: [{}] }, page_info: { total_count: 1 } }),
      'data.result_info.attack_logs[0].idx',
      'integer',
      'nothing',
    );
  });
});

describe('decodePage: a total that is null', () => {
  const page = { page: 2, perPage: 2 };
  const logs = (data: object) => decodeList(data, page, decodeLogRow);
  const items = [{ idx: 5 }, { idx: 6 }];

  it('is what there is at least, and one more after a full page', () => {
    for (const data of [
      { items, total_count: null, page: 2, per_page: 2 },
      { result_info: { attack_logs: items }, page_info: { total_count: null } },
    ]) {
      const { total, isTotalKnown } = logs(data);
      assert.deepEqual([total, isTotalKnown], [5, false]);
    }
    assert.equal(logs({ items: items.slice(1), total_count: null }).total, 3);
    assert.equal(logs({ items: [], total_count: null }).total, 0);
  });
});

describe('decodePage: a list in one answer', () => {
  it('has at most 10 000 items', () => {
    const items = (count: number) => ({ items: Array(count).fill({ idx: 1 }), total_count: 1 });
    const most = 10_000;
    assert.equal(decodeList(items(most), { page: 1, perPage: 100 }, decodeLogRow).items.length, most);
    assert.throws(() => decodeList(items(most + 1), { page: 1, perPage: 100 }, decodeLogRow), {
      code: 'bad-shape',
      facts: { field: 'data.items', expected: message('at most {0} items', 10_000), found: message('more') },
    });
  });

  it('is of a page of at most 10 000 items', () => {
    const page = (per_page: number) => ({ items: [{ idx: 1 }], total_count: 1, per_page });
    assert.equal(logs(page(10_000)).perPage, 10_000);
    for (const perPage of [10_001, 1e7, Number.MAX_SAFE_INTEGER]) {
      assert.throws(() => logs(page(perPage)), {
        code: 'bad-shape',
        facts: {
          field: 'data.per_page',
          expected: message('at most {0} items', 10_000),
          found: message('more'),
        },
      });
    }
  });
});

describe('decodeLogRow', () => {
  it('gives every known field its name', () => {
    const row = {
      idx: '12',
      log_time: '2026-05-01 10:20:30',
      attack: 'SQL Injection',
      attack_raw: 'sql_injection',
      country: 'Korea',
      country_code: 'KR',
      ip: '192.0.2.1',
      detected_value: '',
      uri: '/a?b',
      action: 'Blocked',
      basestr: 'b',
      rawdata: 'GET /a?b HTTP/1.1\r\n',
      basetype: '1',
      basemessage: 'm',
      detected_type: 'WAF',
    };
    assert.deepEqual(decodeLogRow(row, 'row'), {
      idx: 12,
      time: '2026-05-01 10:20:30',
      rule: 'SQL Injection',
      ruleRaw: 'sql_injection',
      country: 'Korea',
      countryCode: 'KR',
      address: '192.0.2.1',
      detectedValue: '',
      uri: '/a?b',
      action: 'Blocked',
      description: 'b',
      rawData: 'GET /a?b HTTP/1.1\r\n',
      baseType: '1',
      baseMessage: 'm',
      detectedType: 'WAF',
      other: {},
    });
  });

  it('keeps unknown fields, and known ones that are no text, as sent', () => {
    const row = parseJson(
      '{"idx":1,"basetype":1,"ip":null,"uri":["/"],"__proto__":"p","score":9007199254740993}',
    );
    const { idx, other, ...rest } = decodeLogRow(row, 'row');
    assert.equal(idx, 1);
    assert.deepEqual(rest, {});
    assert.deepEqual(Object.entries(other), [
      ['basetype', 1],
      ['uri', ['/']],
      ['__proto__', 'p'],
      ['score', '9007199254740993'],
    ]);
  });
});

describe('rowDecoder', () => {
  it('converts a time in seconds or milliseconds to a date and time, and no other time', () => {
    const timeOf = (log_time: unknown) => decodeLogRow({ idx: 1, log_time }, 'row').time;
    assert.equal(timeOf(1_795_691_694), '2026-11-26 11:14:54');
    assert.equal(timeOf(1_795_691_694_999), '2026-11-26 11:14:54');
    assert.equal(timeOf('1795691694'), '1795691694');
    assert.equal(timeOf(17_956_916_940), undefined);
    assert.equal(timeOf({ toString: 1 }), undefined);
    const { rule, other } = decodeLogRow({ idx: 1, attack: 1_795_691_694 }, 'row');
    assert.deepEqual([rule, other], [undefined, { attack: 1_795_691_694 }]);
  });

  it('reads a field from its place, if it is there', () => {
    const decodeRow = rowDecoder(7, { ...defaultConventions.logs.fields, uri: 'request.*', rule: null });
    const row = { idx: 1, rule: 'XSS', request: { lines: ['/a'] } };
    assert.equal(decodeRow({ ...row, request: undefined }, 'row').uri, undefined);
    assert.equal(decodeRow({ ...row, request: { line: '/a' } }, 'row').uri, undefined);
    assert.deepEqual(decodeRow({ idx: 1, null: 'XSS' }, 'row'), { idx: 1, other: { null: 'XSS' } });
    const decodePath = rowDecoder(7, { ...defaultConventions.logs.fields, uri: 'request.uri' });
    assert.equal(decodePath({ idx: 1, request: { uri: '/a' } }, 'row').uri, '/a');
    assert.equal(decodePath({ idx: 1 }, 'row').uri, undefined);
  });
});

describe('decodeLogRow: an idx', () => {
  it('is a whole number, and anything else is named by its type', () => {
    assert.deepEqual(decodeLogRow({ idx: '4711' }, 'row'), { idx: 4711, other: {} });
    for (const [json, found] of [
      ['9007199254740993', 'a number beyond 2^53 − 1'],
      ['-1e400', 'a number beyond 2^53 − 1'],
      ['9007199254740993.25', 'a number beyond 2^53 − 1'],
      ['1.5', 'number with a fraction'],
      ['" 99999999999999999999"', 'string'],
      ['"Infinity"', 'string'],
      ['true', 'boolean'],
      ['null', 'null'],
      ['[1]', 'array'],
      ['{"toString":1}', 'object'],
    ] as const)
      refuses(() => decodeLogRow(parseJson(`{"idx":${json}}`), 'row'), 'row.idx', 'integer', found);
    refuses(() => decodeLogRow({}, 'row'), 'row.idx', 'integer', 'nothing');
  });

  it('is in the field idx if the conventions name none', () => {
    const decodeRow = rowDecoder(7, { ...defaultConventions.logs.fields, idx: null });
    assert.deepEqual(decodeRow({ idx: 1 }, 'row'), { idx: 1, other: {} });
  });
});

describe('decodeLogRow: a domain', () => {
  it('that is another one is refused, and both are named', () => {
    for (const user_domain_idx of [8, '8']) {
      assert.throws(() => logs({ items: [{ idx: 4 }, { idx: 5, user_domain_idx }], total_count: 41 }), {
        code: 'mismatch',
        facts: { field: 'data.items[1].user_domain_idx', expected: '7', found: '8' },
      });
    }
    for (const other of [{ user_domain_idx: '7' }, { user_domain_idx: 'x' }])
      assert.deepEqual(decodeLogRow({ idx: 5, ...other }, 'row').other, other);
  });
});

describe('decodePage: unknown fields', () => {
  it('are at most 10 000', () => {
    const row = (count: number) => ({
      idx: 1,
      ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, index])),
    });
    const most = 10_000;
    assert.equal(Object.keys(decodeLogRow(row(most), 'row').other).length, most);
    assert.throws(() => decodeLogRow(row(most + 1), 'row'), {
      code: 'bad-shape',
      facts: {
        field: 'row',
        expected: message('at most {0} unknown fields', 10_000),
        found: message('more'),
      },
    });
  });
});

describe('decodeLogRow: a detected_type', () => {
  it('of more than 200 units stays among the unknown fields', () => {
    const most = 'T'.repeat(200);
    assert.equal(decodeLogRow({ idx: 1, detected_type: most }, 'row').detectedType, most);
    const { detectedType, other } = decodeLogRow({ idx: 1, detected_type: `${most}T` }, 'row');
    assert.deepEqual([detectedType, other], [undefined, { detected_type: `${most}T` }]);
    assert.equal(decodeLogRow({ idx: 1, uri: `/${most}` }, 'row').uri, `/${most}`);
  });
});

describe('domainDecoder', () => {
  it('takes the first index and name field that is sent', () => {
    assert.deepEqual(
      decodeDomain({ id: 9, domain_idx: '7', idx: 8, url: 'u', name: 'n', status: 1 }, 'item'),
      {
        index: 7,
        name: 'n',
        other: { id: 9, idx: 8, url: 'u', status: 1 },
      },
    );
    assert.deepEqual(decodeDomain({ user_domain_idx: null, id: 9, domain: null, name: 'n' }, 'item'), {
      index: 9,
      name: 'n',
      other: { user_domain_idx: null, domain: null },
    });
  });

  it('reads inherited names as absent', () => {
    const decode = domainDecoder({
      ...defaultConventions.domains,
      indexFields: ['constructor', 'id'],
      nameFields: ['toString'],
    });
    assert.deepEqual(decode({ id: 9 }, 'item'), { index: 9, name: undefined, other: {} });
  });

  it('requires an index', () => {
    refuses(() => decodeDomain(7, 'item'), 'item', 'object', 'integer');
    refuses(
      () => decodeDomain({ domain: 'a' }, 'item'),
      'item.user_domain_idx | domain_idx | idx | id',
      'integer',
      'nothing',
    );
    refuses(() => decodeDomain({ domain_idx: {} }, 'item'), 'item.domain_idx', 'integer', 'object');
  });
});
