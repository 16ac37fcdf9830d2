import assert from 'node:assert/strict';
import { arrangedCounts, arrangedDetail } from '../../../../src/service/answers/arranged.ts';
import { defaultConventions } from '../../../../src/service/conventions.ts';

const { fields: detailFields } = defaultConventions.detail;
const { fields: countsFields, dayFields } = defaultConventions.counts;
const range = { from: '2026-11-01', to: '2026-11-03' };
const metric = { total: 3, previous: 2, change_rate: 50, period_label: 'week' };

describe('arrangedDetail', () => {
  it('changes nothing of a standard response', () => {
    const body = { data: { detailed_info: { raw_data: 'GET /' }, more: 1 } };
    assert.equal(arrangedDetail(body, detailFields), body);
    assert.equal(arrangedDetail(body, { ...detailFields }), body);
  });

  it('moves values from their places, and keeps the other values of the log', () => {
    const body = {
      result: {
        log: { raw: 'GET / HTTP/1.1', host: { name: 'shop.example', port: 80 }, country: 'KR', rawSize: 14 },
        number: 42,
        zone: 'Asia/Seoul',
      },
    };
    const fields = {
      ...detailFields,
      info: 'result.log',
      rawData: 'result.log.raw',
      virtualHost: 'result.log.host.name',
      idx: 'result.number',
      timeZone: 'result.zone',
      responseCode: null,
    };
    assert.deepEqual(arrangedDetail(body, fields), {
      data: {
        detailed_info: {
          country: 'KR',
          host: { port: 80 },
          rawSize: 14,
          raw_data: 'GET / HTTP/1.1',
          virtual_host_name: 'shop.example',
        },
        query: { idx: 42 },
        timezone: 'Asia/Seoul',
      },
    });
  });

  it('keeps the values of a log that is the response itself, except those at other places', () => {
    const body = { data: { raw_data: 'GET /', idx: 42, country: 'KR' } };
    const fields = { ...detailFields, info: 'data', rawData: 'data.raw_data', idx: 'data.idx' };
    assert.deepEqual(arrangedDetail(body, fields), {
      data: { detailed_info: { country: 'KR', raw_data: 'GET /' }, query: { idx: 42 } },
    });
  });

  it('keeps no object whose only values are at other places', () => {
    const body = { log: { raw: 'GET /', host: { name: 'shop.example' }, empty: {}, list: [1] } };
    const fields = { ...detailFields, info: 'log', rawData: 'log.raw', virtualHost: 'log.host.name' };
    assert.deepEqual(arrangedDetail(body, fields), {
      data: {
        detailed_info: { empty: {}, list: [1], raw_data: 'GET /', virtual_host_name: 'shop.example' },
      },
    });
  });

  it('keeps a value of the log that has the name of another place', () => {
    const body = { log: { raw: 'GET /', key: 1, ip: 'x' }, other: { key: 42 } };
    const fields = { ...detailFields, info: 'log', rawData: 'log.raw', idx: 'other.key' };
    assert.deepEqual(arrangedDetail(body, fields), {
      data: { detailed_info: { key: 1, ip: 'x', raw_data: 'GET /' }, query: { idx: 42 } },
    });
  });

  it('has no other values if the response has no place for them', () => {
    const body = { raw: 'GET /', country: 'KR' };
    assert.deepEqual(arrangedDetail(body, { ...detailFields, info: null, rawData: 'raw' }), {
      data: { detailed_info: { raw_data: 'GET /' } },
    });
  });

  it('has no log if there is none at its place', () => {
    const fields = { ...detailFields, info: 'log', rawData: 'log.raw' };
    assert.deepEqual(arrangedDetail({ other: 1 }, fields), { data: {} });
    assert.deepEqual(arrangedDetail({ log: 'none' }, fields), { data: {} });
  });
});

describe('arrangedCounts', () => {
  const standard = {
    data: {
      search_term: { from: '20261101', to: '20261103' },
      total_count: { visitors: metric },
      total_log: [],
      timezone: 'UTC',
    },
  };

  it('changes nothing of a standard response', () => {
    for (const fields of [countsFields, { ...countsFields }]) {
      assert.equal(arrangedCounts(standard, { fields, dayFields: { ...dayFields } }, range), standard);
    }
  });

  it('moves the counts of days that have other names', () => {
    const fields = { ...dayFields, date: 'on', attackers: 'attacks.all' };
    const body = {
      data: { ...standard.data, total_log: [{ on: '20261101', visitors: 5, attacks: { all: 2 } }, 'none'] },
    };
    assert.deepEqual(arrangedCounts(body, { fields: countsFields, dayFields: fields }, range), {
      data: { ...standard.data, total_log: [{ date: '20261101', visitors: 5, attackers: 2 }, 'none'] },
    });
  });

  it('adds the parts that a total lacks', () => {
    const fields = { ...countsFields, visitors: 'all.visitors', bots: 'all.bots' };
    const body = { ...standard, all: { visitors: 7, bots: { total: 1, previous: 4 } } };
    assert.deepEqual(arrangedCounts(body, { fields, dayFields }, range), {
      data: {
        ...standard.data,
        total_count: {
          visitors: { total: 7, previous: null, change_rate: null, period_label: null },
          bots: { total: 1, previous: 4, change_rate: null, period_label: null },
        },
      },
    });
  });

  it('adds nothing to totals that are missing', () => {
    const nowhere = { visitors: 'x.v', attackers: 'x.a', maliciousIps: 'x.m', bots: 'x.b' };
    const fields = { ...countsFields, ...nowhere };
    const { total_count: _, ...data } = standard.data;
    assert.deepEqual(arrangedCounts({ data }, { fields, dayFields }, range), { data });
  });

  it('keeps days that are not a list', () => {
    const fields = { ...countsFields, days: 'days' };
    assert.deepEqual(arrangedCounts({ ...standard, days: 'none' }, { fields, dayFields }, range), {
      data: { ...standard.data, total_log: 'none' },
    });
  });

  it('uses the requested range if the response has neither of its days', () => {
    const rangeIn = (fields: Partial<typeof countsFields> | object) => {
      const shape = { fields: { ...countsFields, ...fields }, dayFields };
      return (arrangedCounts(standard, shape, range) as typeof standard).data.search_term;
    };
    assert.deepEqual(rangeIn({ from: null, to: null }), range);
    assert.deepEqual(rangeIn({ from: null }), { to: '20261103' });
    assert.deepEqual(rangeIn({ to: null }), { from: '20261101' });
  });

  it('has an empty time zone if the response has no place for it', () => {
    const zoneIn = (timeZone: string | null) => {
      const shape = { fields: { ...countsFields, timeZone }, dayFields };
      return (arrangedCounts({ ...standard, zone: 'Asia/Seoul' }, shape, range) as typeof standard).data
        .timezone;
    };
    assert.equal(zoneIn(null), '');
    assert.equal(zoneIn('zone'), 'Asia/Seoul');
    assert.equal(zoneIn('elsewhere'), undefined);
  });
});
