import assert from 'node:assert/strict';
import { clientHeader, factsOf, headingOf } from '../../../src/detection/facts.ts';
import type { LogRow } from '../../../src/service/model.ts';
import { clockIn, wholeTime } from '../../../src/text/zonedTime.ts';
import { AS_SENT } from '../formats/logs.ts';
import { bareLog } from './detection.ts';

const row = (more: Partial<LogRow>): LogRow => ({ idx: 42, other: {}, ...more });
const allOf = (...given: Parameters<typeof factsOf>) => {
  const { chips, head, details } = factsOf(...given);
  return [...chips, ...head, ...details];
};
const named = (name: string, ...given: Parameters<typeof factsOf>) =>
  allOf(...given).find((fact) => fact.name === name);

describe('factsOf', () => {
  it('leave out what a log does not have', () => {
    const shown = allOf(undefined, { ...bareLog, responseCode: 0 }, AS_SENT);
    assert.deepEqual(
      shown.map(({ name, text }) => [name, text]),
      [
        ['Detection type', 'WAF'],
        ['Domain number', '7'],
        ['Log number', '42'],
      ],
    );
  });

  it('have the values of the row as sent, and a filter for those that a list can be filtered by', () => {
    const values = {
      ...{ time: '2025-06-30 23:41:07', rule: ' SQL  Injection ', ruleRaw: 'SQLI', country: 'Holland' },
      ...{ countryCode: 'NL', address: '203.0.113.7', uri: '/a?b', action: 'Monitored' },
      ...{ baseType: '3', baseMessage: 'message', description: 'other' },
    };
    const log = { ...bareLog, request: { firstLine: 'GET /other HTTP/1.1', headers: [] } };
    assert.deepEqual(
      allOf(row(values), log, AS_SENT).map(({ text, value = text, filter }) => [value, filter]),
      [
        ['Monitored', 'action'],
        [' SQL  Injection ', 'rule'],
        ['203.0.113.7', 'address'],
        ['NL', 'countryCode'],
        ['2025-06-30 23:41:07', undefined],
        ['WAF', 'detectedType'],
        ['Holland', undefined],
        ['/a?b', 'uri'],
        ['7', undefined],
        ['42', undefined],
        ['SQLI', undefined],
        ['3', undefined],
        ['message', undefined],
        ['other', undefined],
      ],
    );
  });

  it('leave out what repeats another fact', () => {
    const values = {
      ...{ rule: 'a', ruleRaw: 'a', country: 'Netherlands', countryCode: 'NL' },
      ...{ baseMessage: 'd', description: 'd', uri: '/a' },
    };
    const log = {
      ...bareLog,
      description: 'd',
      request: { firstLine: 'GET /a HTTP/1.1', headers: [] },
    };
    assert.deepEqual(
      factsOf(row(values), log, AS_SENT).details.map(({ name }) => name),
      ['Detection type', 'Domain number', 'Log number'],
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
      const facts = factsOf(row({ action }), { ...bareLog, responseCode }, AS_SENT);
      assert.deepEqual([facts.outcome, facts.chips.map((chip) => chip.text)], [outcome, [text]]);
    });

  it('show the address and the time that headers prove, if the row is not known', () => {
    const log = {
      ...bareLog,
      ...{ rawData: 'GET / HTTP/1.1\r\n\r\n', timeZone: '' },
      request: { firstLine: 'GET / HTTP/1.1', headers: [['X-Real-IP', '203.0.113.7'] as const] },
      response: { firstLine: undefined, headers: [['date', 'Mon, 30 Jun 2025 23:41:07 GMT'] as const] },
    };
    const shown = (...given: Parameters<typeof factsOf>) =>
      factsOf(...given).head.map(({ name, text, value = text, note, filter }) => [name, value, note, filter]);
    assert.deepEqual(shown(undefined, log, AS_SENT), [
      ['Address', '203.0.113.7', 'from the header X-Real-IP', 'address'],
      ['Time', '2025-06-30 23:41:07', 'from the header Date', undefined],
    ]);
    const [, time] = factsOf(undefined, { ...log, timeZone: 'Asia/Seoul' }, AS_SENT).head;
    assert.match(time?.text ?? '', /^2025-07-01 08:41:07 \(Asia\/Seoul\)/);
    assert.deepEqual(
      shown(row({ address: '192.0.2.1', time: '2025-06-30 23:41:05' }), log, AS_SENT).map(
        ([, value]) => value,
      ),
      ['192.0.2.1', '2025-06-30 23:41:05'],
    );
  });

  it('show the name of the domain with invisible characters visible', () => {
    assert.equal(named('Domain number', undefined, bareLog, AS_SENT, 'a\u202eb')?.note, 'a‹U+202E›b');
  });

  it('show the time in both time zones, and how long ago it was', () => {
    // One of the time zones differs from that of this computer.
    const timeZone = clockIn('Asia/Seoul', 0) === clockIn(undefined, 0) ? 'America/New_York' : 'Asia/Seoul';
    const [time, now] = ['2025-06-30 23:41:07', Date.parse('2025-06-30T23:50:07Z')] as const;
    const zoned = (timeZone: string, first: 'service' | 'local', zone?: string) => {
      const [fact] = factsOf(row({ time }), { ...bareLog, timeZone }, { zone, first }, undefined, now).head;
      return [fact?.text, fact?.note];
    };
    assert.deepEqual(zoned('UTC', 'service'), [
      wholeTime(time, { zone: 'UTC', first: 'service' }),
      '(9 min. ago)',
    ]);
    assert.equal(zoned(timeZone, 'local')[0], wholeTime(time, { zone: timeZone, first: 'local' }));
    assert.deepEqual(zoned('', 'local'), [time, undefined]);
    assert.deepEqual(zoned('', 'service', 'UTC'), zoned('UTC', 'service'));
  });
});

describe('clientHeader', () => {
  it('is in a header that the service added', () => {
    const request = {
      firstLine: 'GET / HTTP/1.1',
      headers: [['Host', 'a'] as const, ['X-Real-IP', '2001:db8::1'] as const],
    };
    const log = { rawData: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', request };
    assert.deepEqual(clientHeader(log), ['X-Real-IP', '2001:db8::1']);
    const sent = `${log.rawData.trim()}\r\nX-Real-IP: 2001:db8::1\r\n\r\n`;
    assert.equal(clientHeader({ ...log, rawData: sent }), undefined);
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
