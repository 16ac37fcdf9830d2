import assert from 'node:assert/strict';
import { clientHeader, factsOf, headingOf } from '../../../src/detection/facts.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { AS_SENT, clockIn, readerTime, wholeTime } from '../../../src/text/zonedTime.ts';
import { bareLog } from './detection.ts';

const row = (more: Partial<LogRow>): LogRow => ({ idx: 42, other: {}, ...more });
const allOf = (...given: Parameters<typeof factsOf>) => {
  const { chips, head, details } = factsOf(...given);
  return [...chips, ...head, ...details];
};
const named = (name: string, ...given: Parameters<typeof factsOf>) =>
  allOf(...given).find((fact) => fact.name === name);
const texts = (...given: Parameters<typeof factsOf>) =>
  factsOf(...given).chips.map(({ value, text = value }) => text);

describe('factsOf', () => {
  it('leave out what a log does not have', () => {
    const shown = allOf(undefined, { ...bareLog, responseCode: 0 }, AS_SENT);
    assert.deepEqual(
      shown.map(({ name, value }) => [name, value]),
      [
        ['Detection type', 'WAF'],
        ['Domain number', '7'],
        ['Log number', '42'],
      ],
    );
  });

  it('have the values of the row as sent, and a filter for those that a list can be filtered by', () => {
    const values = {
      ...{ time: '2025-06-30 23:41:07', rule: ' SQL  Injection ', ruleRaw: 'SQLI', country: 'Netherlands' },
      ...{ countryCode: 'NL', address: '203.0.113.7', uri: '/a?b', action: 'Monitored' },
      ...{ baseType: '3', baseMessage: 'message' },
    };
    const log = { ...bareLog, request: { firstLine: 'GET /other HTTP/1.1', headers: [] } };
    const shown = allOf(row(values), log, AS_SENT).slice(0, -2);
    assert.deepEqual(
      shown.map(({ value, filter }) => [value, filter]),
      [
        ['Monitored', 'action'],
        [' SQL  Injection ', 'rule'],
        ['203.0.113.7', 'address'],
        ['NL', 'countryCode'],
        ['2025-06-30 23:41:07', undefined],
        ['WAF', 'detectedType'],
        ['2025-06-30 23:41:07', undefined],
        ['Netherlands', undefined],
        ['/a?b', 'uri'],
        ['7', undefined],
        ['42', undefined],
        ['SQLI', undefined],
      ],
    );
  });

  for (const [action, responseCode, outcome, text] of [
    ['Blocked', 403, 'blocked', 'Blocked 403'],
    ['DETECTED', 200, 'detected', 'DETECTED, answered 200'],
    ['Detected', 0, 'detected', 'Detected'],
    ['Rewritten', 302, undefined, 'Rewritten 302'],
    ['', 403, undefined, 'HTTP 403'],
  ] as const)
    it(`say ${text}`, () => {
      const given = [row({ action }), { ...bareLog, responseCode }, AS_SENT] as const;
      assert.deepEqual([factsOf(...given).outcome, texts(...given)], [outcome, [text]]);
    });

  it('show the name of the domain with invisible characters visible', () => {
    assert.equal(named('Domain number', undefined, bareLog, AS_SENT, 'a\u202eb')?.note, 'a‹U+202E›b');
  });

  it('show the time in the given time zone first, without the day of today, and whole in the details', () => {
    // One of the time zones differs from that of this computer.
    const timeZone = clockIn('Asia/Seoul', 0) === clockIn(undefined, 0) ? 'America/New_York' : 'Asia/Seoul';
    const time = '2025-06-30 23:41:07';
    const zoned = (zone: string, first: 'service' | 'local', now = 0) => {
      const style = { zone: undefined, first };
      const facts = factsOf(row({ time }), { ...bareLog, timeZone: zone }, style, undefined, now);
      const [{ text, value, note } = assert.fail()] = facts.head;
      return [text ?? value, note, facts.details.find(({ name }) => name === 'Time')?.text];
    };
    const now = Date.parse('2025-06-30T23:50:07Z');
    assert.deepEqual(zoned('UTC', 'service', now).slice(0, 2), ['23:41:07', 'UTC (9 min. ago)']);
    const style = { zone: timeZone, first: 'local' } as const;
    const [shown, note, whole] = zoned(timeZone, 'local');
    assert.deepEqual([shown, whole], [readerTime(time, timeZone), wholeTime(time, style)]);
    assert.doesNotMatch(String(note), new RegExp(timeZone));
    assert.deepEqual(zoned('', 'local'), [time, undefined, time]);
    assert.match(String(zoned('Mars/Phobos', 'local')[2]), /“Mars\/Phobos” is unknown/);
  });

  it('have the date of the response, in the format of all times, if it is valid', () => {
    const dated = (date: string) => {
      const response: DetectionLog['response'] = { firstLine: 'x', headers: [['dAtE', date]] };
      return factsOf(undefined, { ...bareLog, response }, AS_SENT).head[0];
    };
    const { name, value, note } = dated('Mon, 30 Jun 2025 23:41:07 GMT') ?? assert.fail();
    assert.deepEqual([name, value], ['Response date', '2025-06-30 23:41:07']);
    assert.match(note ?? '', /^date of the response \(.* ago\)$/);
    for (const date of ['2025-06-30 23:41:07', 'Mon, 99 Jun 2025 23:41:07 GMT', ''])
      assert.equal(dated(date), undefined, date);
  });

  it("take the client's address from a header that the service added if there is no row", () => {
    const request = {
      firstLine: 'GET / HTTP/1.1',
      headers: [['Host', 'a'] as const, ['X-Real-IP', '2001:db8::1'] as const],
    };
    const log = { ...bareLog, rawData: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', request };
    const { value, note } = named('Address', undefined, log, AS_SENT) ?? assert.fail();
    assert.deepEqual([value, note], ['2001:db8::1', 'from X-Real-IP']);
    const sent = `${log.rawData.trim()}\r\nX-Real-IP: 2001:db8::1\r\n\r\n`;
    assert.equal(clientHeader({ ...log, rawData: sent }), undefined);
  });

  it('show the description of the row only if the log has another one', () => {
    const log = { ...bareLog, description: 'a' };
    const shown = (description: string) =>
      named('Description in the list', row({ description }), log, AS_SENT)?.value;
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
    [`GET /${'a'.repeat(400)} HTTP/1.1`, undefined, `GET /${'a'.repeat(295)}…`],
  ] as const)
    it(`shows “${heading}”`, () => {
      assert.equal(headingOf(line, uri === undefined ? undefined : row({ uri })), heading);
    });
});
