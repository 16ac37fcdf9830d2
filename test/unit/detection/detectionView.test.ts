import assert from 'node:assert/strict';
import { detectionView, LOOKING } from '../../../src/detection/detectionView.ts';
import { readAttack } from '../../../src/detection/readAttack.ts';
import { clockIn, instantsOf, readerTime } from '../../../src/text/zonedTime.ts';
import { bareLog, bareTarget, targetWith } from './detection.ts';

const facts = (view: ReturnType<typeof detectionView>) =>
  Object.fromEntries(view.tables.facts.map(({ name, value }) => [name, value]));

describe('detectionView', () => {
  it('leaves out what a log does not have', () => {
    const view = detectionView(bareTarget, bareLog);
    assert.deepEqual(view, {
      tables: {
        facts: [
          { name: 'Status', value: '403', head: 'status' },
          { name: 'Detection type', value: 'WAF', filter: 'detectedType' },
          { name: 'Domain number', value: '7' },
          { name: 'Log number', value: '42' },
        ],
        payload: [],
        request: [],
        response: [],
        other: [],
      },
      rawData: '',
      matches: [],
      main: 0,
    });
  });

  it('adds what the list says of the log, exactly as sent', () => {
    const row = {
      time: '2025-06-30 23:41:07',
      rule: ' SQL  Injection ',
      ruleRaw: 'SQLI',
      country: 'Netherlands',
      countryCode: 'NL',
      address: '203.0.113.7',
      uri: '/a?b',
      action: 'Monitored',
      detectedValue: "' OR 1=1",
      baseType: '3',
      baseMessage: 'message',
    };
    const view = detectionView(targetWith(row), bareLog);
    assert.deepEqual(facts(view), {
      Status: '403',
      Action: 'Monitored',
      Rule: ' SQL  Injection ',
      'Detection type': 'WAF',
      Time: '2025-06-30 23:41:07',
      Address: '203.0.113.7',
      Country: 'Netherlands',
      'Country code': 'NL',
      Path: '/a?b',
      'Domain number': '7',
      'Log number': '42',
      'Detected value': "' OR 1=1",
      'Rule (original value)': 'SQLI',
      'Base type': '3',
      'Base message': 'message',
    });
  });

  it('has the name beside the number of the domain, invisible characters visible', () => {
    const { tables } = detectionView(bareTarget, bareLog, undefined, { domainName: 'shop\u202e.example' });
    const domain = { name: 'Domain number', value: '7', note: 'shop‹U+202E›.example' };
    assert.deepEqual(tables.facts[2], domain);
  });

  it("has the reader's time beside that of the row, in the order asked for, where the zone of the log is known", () => {
    // One of the time zones differs from that of this computer.
    const here = clockIn(undefined, 0);
    const timeZone = clockIn('Asia/Seoul', 0) === here ? 'America/New_York' : 'Asia/Seoul';
    const time = '2025-06-30 23:41:07';
    const reader = readerTime(time, timeZone);
    const shown = (zone: string, first: 'service' | 'local') => {
      const log = { ...bareLog, timeZone: zone };
      const { tables } = detectionView(targetWith({ time }), log, undefined, {
        times: { zone: undefined, first },
      });
      return tables.facts.find(({ name }) => name === 'Time');
    };
    assert.ok(reader);
    const [instant] = instantsOf(time, timeZone) ?? [];
    const name = { name: 'Time', head: 'time' };
    const service = { ...name, value: time, note: `${reader} on this computer`, zone: timeZone, instant };
    assert.deepEqual(shown(timeZone, 'service'), service);
    const local = { ...name, value: reader, note: `${time} (${timeZone})`, instant };
    assert.deepEqual(shown(timeZone, 'local'), local);
    assert.deepEqual(shown('', 'local'), { ...name, value: time });
    const unknown = { ...name, value: time, note: 'time zone unknown on this computer' };
    assert.deepEqual(shown('Mars/Phobos', 'local'), unknown);
  });

  it("shows the place of the rule's match, and how it was found", () => {
    const log = { ...bareLog, rawData: 'GET /?q=%27OR HTTP/1.1\r\n\r\n', description: "'or" };
    const view = detectionView(targetWith({}), log, readAttack(log));
    assert.equal(
      facts(view)['Rule match'],
      'Query parameter ▸ q: decoded and case-folded (percent-encoding), offset 8',
    );
    assert.deepEqual(
      view.matched?.map(({ start, end }) => log.rawData.slice(start, end)),
      ['%27OR'],
    );
    assert.equal(detectionView(targetWith({}), bareLog).matched, undefined);
  });

  it("shows a note while the rule's match is not known", () => {
    const log = { ...bareLog, rawData: 'GET /a HTTP/1.1\r\n\r\n', description: '/a' };
    const names = (matches: Parameters<typeof detectionView>[2]) =>
      detectionView(targetWith({}), log, matches).tables.facts.map(({ name }) => name);
    const view = detectionView(targetWith({}), log, LOOKING);
    assert.equal(facts(view)['Rule match'], 'Searching…');
    assert.equal(view.matched, undefined);
    assert.deepEqual(names(LOOKING), names(readAttack(log)));
  });

  it('offers a filter for what the list can be filtered by, and for nothing else', () => {
    const row = {
      action: 'Blocked',
      rule: 'r',
      address: 'a',
      countryCode: 'NL',
      uri: '/',
      country: 'x',
      time: 't',
    };
    const filters = detectionView(targetWith(row), bareLog)
      .tables.facts.filter(({ filter }) => filter)
      .map(({ name, filter }) => [name, filter]);
    assert.deepEqual(filters, [
      ['Action', 'action'],
      ['Rule', 'rule'],
      ['Detection type', 'detectedType'],
      ['Address', 'address'],
      ['Country code', 'countryCode'],
      ['Path', 'uri'],
    ]);
  });

  it('knows the outcome of the two actions that are known', () => {
    const outcome = (action: string) =>
      detectionView(targetWith({ action }), bareLog).tables.facts.find(({ name }) => name === 'Action')
        ?.outcome;
    assert.deepEqual(['Blocked', 'Detected', 'Rewritten'].map(outcome), ['blocked', 'detected', undefined]);
  });

  it('marks the request headers that the raw data does not have', () => {
    const { request } = detectionView(bareTarget, {
      ...bareLog,
      rawData: 'GET / HTTP/1.1\r\nHost: a\r\nx-country: NL\r\n\r\n',
      request: {
        firstLine: 'GET / HTTP/1.1',
        headers: [
          ['Host', 'a'],
          ['X-Country', 'NL'],
          ['X-Forwarded-For', '203.0.113.7'],
          ['X-Client', '2001:db8::1'],
          ['X-Geo-Country', 'NL'],
          ['X-Unique-ID', 'NL'],
          ['X-Forwarded-Port', '443'],
        ],
      },
    }).tables;
    assert.deepEqual(
      request.map(({ name, added, filter }) => [name, added, filter]),
      [
        ['Host', undefined, undefined],
        ['X-Country', undefined, undefined],
        ['X-Forwarded-For', true, 'address'],
        ['X-Client', true, 'address'],
        ['X-Geo-Country', true, 'countryCode'],
        ['X-Unique-ID', true, undefined],
        ['X-Forwarded-Port', true, undefined],
      ],
    );
  });

  it('marks no header when the raw data cannot be parsed', () => {
    const headers = [['Host', 'a']] as const;
    const view = detectionView(bareTarget, {
      ...bareLog,
      rawData: '\0',
      request: { firstLine: 'x', headers },
    });
    assert.deepEqual(view.tables.request, [{ name: 'Host', value: 'a' }]);
  });

  it('shows fields that the interface does not name, of the log and of its row', () => {
    const log = { ...bareLog, other: { score: 9.5, tags: ['a', { b: null }], note: '<b>', nothing: null } };
    assert.deepEqual(
      detectionView({ ...targetWith({}), row: { idx: 42, other: { raw: true } } }, log).tables.other,
      [
        { name: 'score', value: '9.5' },
        { name: 'tags', value: '["a",{"b":null}]' },
        { name: 'note', value: '<b>' },
        { name: 'nothing', value: 'null' },
        { name: 'raw', value: 'true' },
      ],
    );
  });

  it('names the instant of the response only when its date has a zone', () => {
    const dated = (date: string) =>
      detectionView(bareTarget, { ...bareLog, response: { firstLine: 'x', headers: [['dAtE', date]] } })
        .tables.facts.filter(({ name }) => name === 'Response date')
        .map(({ instant }) => instant);
    assert.deepEqual(dated('Mon, 30 Jun 2025 23:41:07 GMT'), [Date.UTC(2025, 5, 30, 23, 41, 7)]);
    for (const date of ['2025-06-30 23:41:07', 'Mon, 99 Jun 2025 23:41:07 GMT', 'tomorrow', '']) {
      assert.deepEqual(dated(date), [], date);
    }
  });

  it('shows the description of the list beside another one of the log', () => {
    const named = (inLog: string, inList: string) =>
      'Description in the list' in
      facts(detectionView(targetWith({ description: inList }), { ...bareLog, description: inLog }));
    assert.equal(named('a', 'a'), false);
    assert.equal(named('a', 'b'), true);
  });
});
