import assert from 'node:assert/strict';
import { redactLog, redactRow } from '../../../src/redaction/redact.ts';
import type { LogRow } from '../../../src/service/model.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';

describe('redactLog', () => {
  it('marks texts of a log that look like placeholders', () => {
    const rawData = 'GET / HTTP/1.1\r\nAccept: ‹key, 24 characters›\r\n\r\n';
    const { log } = redactLog(aLog({ rawData }), undefined, essential);
    assert.match(log.rawData, /‹in the log, not ours: key, 24 characters›/);
  });

  it('keeps identifiers and leaves its input alone', () => {
    const log = aLog({
      rawData: 'GET /?token=7777777 HTTP/1.1\r\n\r\n',
      other: { note: { token: 'abcdef' } },
    });
    const copy = structuredClone(log);
    const redacted = redactLog(log, undefined, essential);
    assert.deepEqual(log, copy);
    assert.deepEqual(redacted.log.key, log.key);
    assert.deepEqual(redacted.log.other, { note: { token: '‹6 characters›' } });
    assert.deepEqual(structuredClone(redacted), redacted);
  });

  /** Matches of 4 to 2,000 characters are shown wherever they occur, and shorter ones only at their main place. */
  const long = `1=1${';'.repeat(1997)}`;
  const matches: readonly (readonly [match: string, target: string, shown: string, elsewhere?: string])[] = [
    ["1'-", "/?a=1'-&b=1'-", "/?a=1'-&b=‹3 characters›", '/?a=‹3 characters›&b=‹3 characters›'],
    ['1=1;', '/?a=1=1;&b=1=1;', '/?a=1=1;&b=1=1;'],
    [`${long}x`, `/?a=${long}x`, `/?a=${long}‹1 character›`],
    ['<b>1', `/?${'a=<b>1&'.repeat(21)}`, `/?${'a=<b>1&'.repeat(20)}a=‹4 characters›&`],
    ['correct-horse-9', '/?a=correct-horse-9', '/?a=‹15 characters›'],
  ];
  for (const [detectedValue, target, shown, elsewhere = shown] of matches)
    it(`shows the attack of a match in all texts: ${target.slice(0, 20)}`, () => {
      const request = { firstLine: `POST ${target} HTTP/1.1`, headers: [] };
      const log = aLog({ rawData: `GET ${target} HTTP/1.1`, request });
      const redacted = redactLog(log, aRow({ detectedValue, uri: target }), essential);
      assert.equal(redacted.log.rawData, `GET ${shown} HTTP/1.1`);
      assert.equal(redacted.log.request.firstLine, `POST ${elsewhere} HTTP/1.1`);
      assert.equal(redacted.row.uri, elsewhere);
    });
});

describe('redactRow', () => {
  const rows: readonly (readonly [what: string, row: Partial<LogRow>, shown: Partial<LogRow>])[] = [
    [
      'the values in a row',
      {
        rawData: 'GET /?token=abcdef HTTP/1.1',
        address: '203.0.113.9',
        other: { pin: 'x', n: 1, list: ['hunter2', 482913, true, null] },
      },
      {
        rawData: 'GET /?token=‹6 characters› HTTP/1.1',
        other: { pin: '‹1 character›', n: 1, list: ['‹7 characters›', '‹6 characters›', true, null] },
      },
    ],
    ['a random word', { rule: 'at kR7Q2X9pLw3Zt8bNc' }, { rule: 'at ‹17 characters›' }],
    ['a secret that is the match', { detectedValue: 'Winter2031!' }, { detectedValue: '‹11 characters›' }],
    [
      'a value in a message, but not in the name of a rule',
      { rule: 'the token is owls', description: 'the token is owls' },
      { description: 'the token is ‹4 characters›' },
    ],
    [
      'a value of another text in a message',
      { uri: '/login?name=Kestrel_77', description: 'seen Kestrel_77 there' },
      { uri: '/login?name=‹10 characters›', description: 'seen ‹10 characters› there' },
    ],
    [
      'the value before the attack',
      { rule: "at kestrel' OR 1=1 there", detectedValue: "kestrel' OR 1=1" },
      { rule: "at ‹7 characters›' OR 1=1 there", detectedValue: "‹7 characters›' OR 1=1" },
    ],
    [
      'no ordinary value in the match',
      { rawData: "GET /a?color=rojo'-- HTTP/1.1", detectedValue: "rojo'--" },
      {},
    ],
    [
      'an attack that is not the match, and the raw data, but not an equal text',
      { rawData: "'--x", uri: "/?q='--x", rule: "'--x" },
      { rawData: '‹4 characters›', uri: '/?q=‹4 characters›' },
    ],
    [
      'a value outside of the fields',
      { rawData: "rojo'-- /a?color=1 HTTP/1.1", detectedValue: "rojo'--" },
      { detectedValue: "‹4 characters›'--" },
    ],
  ];
  for (const [what, row, shown] of rows)
    it(`hides ${what}`, () => assert.deepEqual(redactRow(aRow(row), essential), aRow({ ...row, ...shown })));
});

describe('names whose values the user allows to be shown', () => {
  const rawData =
    'GET /a?order_id=Kestrel_7719&note=Meadow_12 HTTP/1.1\r\nHost: a\r\nX-Trace-Token: aB3dE5gH7jK9mN1pQ2\r\n\r\n';
  const log = aLog({ rawData, description: 'seen Kestrel_7719', other: { ' Order_ID ': 'Meadow_12' } });

  it('have their values shown in requests and fields, in any letter case', () => {
    const shown = redactLog(log, undefined, { keys: [], shownNames: [' ORDER_ID', 'x-trace-token'] }).log;
    assert.match(
      shown.rawData,
      /order_id=Kestrel_7719&note=‹9 characters› .*X-Trace-Token: aB3dE5gH7jK9mN1pQ2/s,
    );
    assert.equal(shown.description, log.description);
    assert.deepEqual(shown.other, { ' Order_ID ': 'Meadow_12' });
    assert.doesNotMatch(redactLog(log, undefined, essential).log.rawData, /Kestrel|aB3dE/);
  });

  it('never show the key of a connection', () => {
    for (const key of ['Kestrel_7719', 'strel_77'])
      assert.match(
        redactLog(log, undefined, { keys: [key], shownNames: ['order_id'] }).log.rawData,
        /order_id=‹(?:key, )?12 characters›&/,
      );
  });
});
