import assert from 'node:assert/strict';
import { clientHeader, facts, headingOf } from '../../../src/detection/facts.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { AS_SENT, clockIn, instantsOf, readerTime } from '../../../src/text/zonedTime.ts';
import { bareLog } from './detection.ts';

const row = (more: Partial<LogRow>): LogRow => ({ idx: 42, other: {}, ...more });
const named = (name: string, ...given: Parameters<typeof facts>) =>
  facts(...given).find((fact) => fact.name === name);

describe('facts', () => {
  it('leave out what a log does not have', () => {
    assert.deepEqual(facts(undefined, bareLog, AS_SENT), [
      { name: 'Status', value: '403', head: 'status' },
      { name: 'Detection type', value: 'WAF', filter: 'detectedType' },
      { name: 'Domain number', value: '7' },
      { name: 'Log number', value: '42' },
    ]);
    assert.deepEqual(facts(row({}), { ...bareLog, responseCode: 0 }, AS_SENT)[0]?.name, 'Detection type');
  });

  it('have the values of the row as sent, and a filter for those that a list can be filtered by', () => {
    const values = {
      ...{ time: '2025-06-30 23:41:07', rule: ' SQL  Injection ', ruleRaw: 'SQLI', country: 'Netherlands' },
      ...{ countryCode: 'NL', address: '203.0.113.7', uri: '/a?b', action: 'Monitored' },
      ...{ baseType: '3', baseMessage: 'message' },
    };
    const shown = facts(row(values), undefined, AS_SENT);
    assert.deepEqual(
      shown.map(({ value, filter }) => [value, filter]),
      [
        ['Monitored', 'action'],
        [' SQL  Injection ', 'rule'],
        ['2025-06-30 23:41:07', undefined],
        ['203.0.113.7', 'address'],
        ['Netherlands', undefined],
        ['NL', 'countryCode'],
        ['/a?b', 'uri'],
        ['SQLI', undefined],
        ['3', undefined],
        ['message', undefined],
      ],
    );
  });

  it('have the outcome of the two known actions', () => {
    const outcomes = ['Blocked', 'DETECTED', 'Rewritten'].map(
      (action) => named('Action', row({ action }), bareLog, AS_SENT)?.outcome,
    );
    assert.deepEqual(outcomes, ['blocked', 'detected', undefined]);
  });

  it('show the name of the domain with invisible characters visible', () => {
    assert.equal(named('Domain number', undefined, bareLog, AS_SENT, 'a\u202eb')?.note, 'a‹U+202E›b');
  });

  it('show the local time beside that of the row, in the given order, where the zone is known', () => {
    // One of the time zones differs from that of this computer.
    const timeZone = clockIn('Asia/Seoul', 0) === clockIn(undefined, 0) ? 'America/New_York' : 'Asia/Seoul';
    const time = '2025-06-30 23:41:07';
    const reader = readerTime(time, timeZone);
    const [instant] = instantsOf(time, timeZone) ?? [];
    const shown = (zone: string, first: 'service' | 'local') =>
      named('Time', row({ time }), { ...bareLog, timeZone: zone }, { zone: undefined, first });
    const known = { name: 'Time', head: 'time', instant };
    const service = { value: time, note: `${reader} on this computer`, zone: timeZone };
    assert.deepEqual(shown(timeZone, 'service'), { ...known, ...service });
    assert.deepEqual(shown(timeZone, 'local'), { ...known, value: reader, note: `${time} (${timeZone})` });
    assert.deepEqual(shown('', 'local'), { name: 'Time', head: 'time', value: time });
    assert.equal(shown('Mars/Phobos', 'local')?.note, 'time zone unknown on this computer');
  });

  it('have the date of the response, in the format of all times, if it is valid', () => {
    const dated = (date: string) => {
      const response: DetectionLog['response'] = { firstLine: 'x', headers: [['dAtE', date]] };
      return named('Response date', undefined, { ...bareLog, response }, AS_SENT);
    };
    const { value, instant, head } = dated('Mon, 30 Jun 2025 23:41:07 GMT') ?? assert.fail();
    assert.deepEqual(
      [value, instant, head],
      ['2025-06-30 23:41:07', Date.UTC(2025, 5, 30, 23, 41, 7), 'time'],
    );
    for (const date of ['2025-06-30 23:41:07', 'Mon, 99 Jun 2025 23:41:07 GMT', ''])
      assert.equal(dated(date), undefined, date);
  });

  it("take the client's address from a header that the service added if there is no row", () => {
    const request = {
      firstLine: 'GET / HTTP/1.1',
      headers: [['Host', 'a'] as const, ['X-Real-IP', '2001:db8::1'] as const],
    };
    const log = { ...bareLog, rawData: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', request };
    const { value, source } = named('Address', undefined, log, AS_SENT) ?? assert.fail();
    assert.deepEqual([value, source], ['2001:db8::1', 'from X-Real-IP']);
    assert.deepEqual(clientHeader(log), ['X-Real-IP', '2001:db8::1']);
    assert.equal(
      clientHeader({ ...log, rawData: `${log.rawData.trim()}\r\nX-Real-IP: 2001:db8::1\r\n\r\n` }),
      undefined,
    );
  });

  it('show the description of the row only if the log has another one', () => {
    const shown = (description: string) =>
      named('Description in the list', row({ description }), { ...bareLog, description: 'a' }, AS_SENT)
        ?.value;
    assert.deepEqual(['a', 'b'].map(shown), [undefined, 'b']);
  });
});

describe('headingOf', () => {
  for (const [line, uri, heading] of [
    ['GET /a?b=c HTTP/1.1', '/z', 'GET /a?…'],
    ['POST /a HTTP/2', undefined, 'POST /a'],
    ['not a request line', '/z', 'not a request line'],
    [undefined, '/z?y', '/z?…'],
    [undefined, undefined, ''],
  ] as const)
    it(`shows “${heading}”`, () => {
      assert.equal(headingOf(line, uri === undefined ? undefined : row({ uri })), heading);
    });
});
