import assert from 'node:assert/strict';
import type { TextRange } from '../../../src/http/decode/mappedText.ts';
import type { HiddenValue } from '../../../src/redaction/hiddenValues.ts';
import { type Place, ShownTexts } from '../../../src/redaction/shownTexts.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { aLog, aRow } from '../formats/logs.ts';

const HEAD = 'POST /?q=Kestrel_hill HTTP/1.1\r\nX-Note: Kestrel_hill\r\n\r\n';
const HIDDEN_HEAD = 'POST /?q=‹12› HTTP/1.1\r\nX-Note: ‹12›\r\n\r\n';
const ATTACK = "' OR 1=1";

function shownIn(log: Partial<DetectionLog> | undefined, row?: Partial<LogRow>): ShownTexts {
  return new ShownTexts({ log: log && aLog(log), row: row && aRow(row) });
}

/** Returns the text with the length of each hidden value in its place. */
function shorten(text: string, values: readonly HiddenValue[]): string {
  let [shown, last] = ['', 0];
  for (const { start, end } of values) {
    shown += `${text.slice(last, start)}‹${end - start}›`;
    last = end;
  }
  return shown + text.slice(last);
}

const read = (texts: ShownTexts, text: string, place: Place) => shorten(text, texts.hiddenIn(text, place));
const slices = (text: string, ranges: readonly TextRange[] | undefined) =>
  ranges?.map(({ start, end }) => text.slice(start, end));

describe('the texts of a log at the essential level', () => {
  const rawData = `${HEAD}note=Kestrel_hill${ATTACK}&name=Kestrel_hill2`;
  const hidden = `${HIDDEN_HEAD}note=‹12›${ATTACK}&name=‹13›`;
  const repeated = `Kestrel_hill${ATTACK}`;

  const places: readonly (readonly [
    what: string,
    place: Place,
    shown: string,
    attack: string | undefined,
  ])[] = [
    ['a value', 'value', repeated, undefined],
    ['an address', 'address', repeated, undefined],
    ['a text', 'text', `‹12›${ATTACK}`, ATTACK],
    ['a message', 'message', `‹12›${ATTACK}`, ATTACK],
    ['a target', 'query', `‹12›${ATTACK}`, ATTACK],
    ['a header', { header: 'X-Note' }, `‹12›${ATTACK}`, ATTACK],
    ['a field', { field: 'note' }, `‹12›${ATTACK}`, ATTACK],
    ['a detected value', 'detected value', repeated, repeated],
  ];
  for (const [what, place, shown, attack] of places)
    it(`show the match and hide the rest in ${what}`, () => {
      const texts = shownIn({ rawData }, { detectedValue: ATTACK });
      assert.equal(read(texts, repeated, place), shown);
      assert.deepEqual(
        slices(repeated, texts.attacksIn(repeated, place)),
        attack === undefined ? [] : [attack],
      );
      assert.equal(texts.attackedFields(repeated), undefined);
      assert.deepEqual(texts.hiddenIn('', place), []);
    });

  it('show ordinary values in a field and an address in a header', () => {
    const texts = shownIn({ rawData }, { detectedValue: ATTACK });
    assert.equal(read(texts, 'dark', { field: 'theme' }), 'dark');
    assert.equal(read(texts, 'dark', { field: 'note' }), '‹4›');
    assert.equal(read(texts, 'text/html', { header: 'Accept' }), 'text/html');
    assert.equal(read(texts, '/a?q=Kestrel_hill', 'query'), '/a?q=‹12›');
  });

  for (const [what, log, row] of [
    ['a log', { rawData }, { detectedValue: ATTACK }],
    ['a log whose row has other raw data', { rawData }, { detectedValue: ATTACK, rawData: 'GET / HTTP/1.1' }],
    ['a row', undefined, { detectedValue: ATTACK, rawData }],
    ['a log with a description', { rawData, description: ATTACK }, undefined],
    ['a row with a description', undefined, { rawData, description: ATTACK }],
  ] as const)
    it(`are those of ${what}`, () => {
      const texts = shownIn(log, row);
      assert.equal(read(texts, rawData, 'request'), hidden);
      assert.deepEqual(slices(rawData, texts.attacksIn(rawData, 'request')), [ATTACK]);
      assert.equal(read(texts, 'found Kestrel_hill', 'message'), 'found ‹12›');
      assert.equal(read(texts, repeated, { header: 'X-Note' }), `‹12›${ATTACK}`);
    });

  it('are empty for an empty request', () => {
    assert.deepEqual(shownIn({}, {}).hiddenIn('', 'request'), []);
  });

  it('are those of a match that is already known', () => {
    const start = rawData.indexOf('hill2');
    const match = { start, end: start + 5, how: 'exact', layers: [], place: 'x' } as never;
    const matching = {
      value: 'hill2',
      source: 'detected value',
      matches: [match],
      main: 0,
      more: false,
    } as const;
    const texts = new ShownTexts({ log: aLog({ rawData }), row: undefined }, { matching });
    assert.equal(read(texts, rawData, 'request'), `${HIDDEN_HEAD}note=‹20›&name=‹8›hill2`);
    assert.equal(read(texts, 'Kestrel_hill2', { header: 'X-Note' }), '‹8›hill2');
    const none = new ShownTexts({ log: aLog({ rawData }), row: undefined }, { matching: undefined });
    assert.equal(read(none, rawData, 'request'), `${HIDDEN_HEAD}note=‹20›&name=‹13›`);
  });
});

describe('a message at the essential level', () => {
  const rows: readonly (readonly [what: string, body: string, message: string, shown: string])[] = [
    ['hides the value before the match', `a=Kestrel_hill${ATTACK}&b=1`, 'In Kestrel_hill: x', 'In ‹12›: x'],
    ['hides the value after the match', `a=${ATTACK}Kestrel_hill&b=1`, 'In Kestrel_hill: x', 'In ‹12›: x'],
    ['hides each occurrence', `a=Kestrel_hill${ATTACK}`, 'Kestrel_hillKestrel_hill', '‹12›‹12›'],
    ['hides the decoded value', `a=Kestrel%2Fhill${ATTACK}`, 'Kestrel/hill Kestrel%2Fhill', '‹12› ‹14›'],
    ['hides a value without the spaces around it', `{"a":" Kestrel_hill ${ATTACK}"}`, 'Kestrel_hill', '‹12›'],
    ['hides eight characters', `a=Kestrel7${ATTACK}`, 'In Kestrel7', 'In ‹8›'],
    ['keeps seven characters', `a=Kestrel${ATTACK}`, 'In Kestrel', 'In Kestrel'],
    ['keeps values in other fields', `a=${ATTACK}&b=Kestrel_hill`, 'In Kestrel_hill', 'In Kestrel_hill'],
    ['keeps a value before the field', `b=Kestrel_hill&a=${ATTACK}`, 'In Kestrel_hill', 'In Kestrel_hill'],
  ];
  for (const [what, body, message, shown] of rows)
    it(what, () => {
      const texts = shownIn({ rawData: `POST / HTTP/1.1\r\n\r\n${body}` }, { detectedValue: ATTACK });
      assert.equal(read(texts, message, 'message'), shown);
      assert.equal(read(texts, message, 'text'), shown);
    });

  it('hides the values around each of several matches', () => {
    const rawData = `POST / HTTP/1.1\r\n\r\na=Kestrel_hill${ATTACK}&b=Kestrel_town${ATTACK}`;
    const texts = shownIn({ rawData }, { detectedValue: ATTACK });
    assert.equal(read(texts, 'Kestrel_hill Kestrel_town', 'text'), '‹12› ‹12›');
  });

  it('keeps the mark of a value', () => {
    const texts = shownIn(
      { rawData: `POST / HTTP/1.1\r\n\r\na=Kestrel_hill${ATTACK}` },
      { detectedValue: ATTACK },
    );
    assert.deepEqual(texts.hiddenIn('Kestrel_hill', 'text'), [
      { start: 0, end: 12, mark: '‹12 characters›' },
    ]);
  });

  it('hides at most 20 occurrences, and the end of a long message', () => {
    const texts = shownIn(
      { rawData: `POST / HTTP/1.1\r\n\r\na=Kestrel_hill${ATTACK}` },
      { detectedValue: ATTACK },
    );
    assert.equal(read(texts, 'Kestrel_hill '.repeat(21), 'text'), `${'‹12› '.repeat(20)}Kestrel_hill `);
    assert.equal(read(texts, 'a '.repeat(1001), 'text'), `${'a '.repeat(1000)}‹2›`);
  });
});

describe('a match at the essential level', () => {
  const inBody = (body: string, shown: string, row: Partial<LogRow>, log: Partial<DetectionLog> = {}) => {
    const rawData = HEAD + body;
    const texts = shownIn({ rawData, ...log }, row);
    assert.equal(read(texts, rawData, 'request'), HIDDEN_HEAD + shown);
    return texts;
  };
  const other = (texts: ShownTexts, text: string) => read(texts, text, { header: 'X-Note' });

  it('of four characters is shown everywhere', () => {
    const texts = inBody("a=Kestrel_hill'1--&b=hill2'1--", "a=‹12›'1--&b=‹5›'1--", { detectedValue: "'1--" });
    assert.equal(other(texts, "Kestrel_hill'1--"), "‹12›'1--");
  });

  it('of three characters is shown at its first place in the request', () => {
    const texts = inBody("a=Kestrel_hill'1-&b=hill2'1-", "a=‹12›'1-&b=‹8›", { detectedValue: "'1-" });
    assert.equal(other(texts, "Kestrel_hill'1-"), '‹15›');
    const rawData = `${HEAD}a=Kestrel_hill'1-&b=hill2'1-`;
    assert.deepEqual(slices(rawData, texts.attacksIn(rawData, 'request')), ["'1-"]);
    assert.deepEqual(texts.attacksIn("Kestrel_hill'1-", { header: 'X-Note' }), []);
  });

  it('of three characters is shown at the place that the description mentions', () => {
    const description = 'Found in b';
    inBody(
      '{"a":"Kestrel_hill\'1-","b":"hill2\'1-"}',
      '{"a":"‹15›","b":"‹5›\'1-"}',
      { detectedValue: "'1-" },
      {
        description,
      },
    );
  });

  it('is shown at most 20 times in one text', () => {
    const many = (count: number, value: string, separator: string) =>
      Array.from({ length: count }, () => `n=${value}`).join(separator);
    const attack = "';x--";
    const texts = inBody(
      many(22, `Kestrel_hill${attack}`, '&'),
      `${many(20, `‹12›${attack}`, '&')}&n=‹17›&n=‹17›`,
      { detectedValue: attack },
    );
    assert.equal(other(texts, `a${attack}`.repeat(21)), `${`‹1›${attack}`.repeat(20)}‹6›`);
  });

  it('is shown up to 2,000 characters', () => {
    const attack = `';${'x'.repeat(1998)}`;
    const texts = inBody(`a=Kestrel_hill${attack}`, `a=‹12›${attack}`, { detectedValue: attack });
    assert.equal(other(texts, `Kestrel_hill${attack}`), `‹12›${attack}`);
    assert.equal(read(texts, attack, 'detected value'), attack);
    const longer = `${attack}y`;
    const longerTexts = inBody(`a=Kestrel_hill${longer}`, `a=‹12›${attack}‹1›`, { detectedValue: longer });
    assert.equal(other(longerTexts, `Kestrel_hill${attack}`), `‹12›${attack}`);
    assert.equal(other(longerTexts, `Kestrel_hill${longer}`), `‹12›${attack}‹1›`);
    assert.equal(read(longerTexts, `${longer}z`, 'detected value'), `${attack}‹2›`);
    assert.deepEqual(slices(longer, longerTexts.attacksIn(longer, 'detected value')), [attack]);
  });

  it('is shown if it is encoded, up to six times its length', () => {
    const encoded = (text: string) => text.replace(/./gu, (c) => `%2525${c.charCodeAt(0).toString(16)}`);
    const [six, seven] = ["';xy--", "';xyz--"];
    inBody(`a=Kestrel_hill${encoded(six)}`, `a=‹12›${encoded(six)}`, { detectedValue: six });
    inBody(`a=${encoded(seven)}`, 'a=‹49›', { detectedValue: seven });
  });

  it('that covers several fields is narrowed to the values that contain the attack', () => {
    const match = `name=Kestrel_hill&note=Kestrel_hill${ATTACK}&c=Kestrel_hill`;
    const texts = inBody(`a=1&${match}`, `a=1&name=‹12›&note=Kestrel_hill${ATTACK}&c=‹12›`, {
      detectedValue: match,
    });
    const shown = [`Kestrel_hill${ATTACK}`];
    const rawData = `${HEAD}a=1&${match}`;
    assert.deepEqual(slices(rawData, texts.attackedFields(rawData)), shown);
    assert.deepEqual(slices(rawData, texts.attacksIn(rawData, 'request')), shown);
    assert.equal(read(texts, match, 'detected value'), `name=‹12›&note=Kestrel_hill${ATTACK}&c=‹12›`);
    assert.deepEqual(slices(match, texts.attackedFields(match)), shown);
    assert.deepEqual(slices(match, texts.attacksIn(match, 'detected value')), shown);
    const target = `/a?${match}`;
    assert.equal(read(texts, target, 'query'), `/a?name=‹12›&note=Kestrel_hill${ATTACK}&c=‹12›`);
    assert.deepEqual(slices(target, texts.attackedFields(target)), shown);
  });

  it('that begins inside a value hides the other values', () => {
    const match = `Kestrel_hill","q":"${ATTACK}`;
    const texts = inBody(`{"name":"${match}"}`, `{"name":"‹12›","q":"${ATTACK}"}`, { detectedValue: match });
    assert.equal(read(texts, match, 'detected value'), `‹12›","q":"${ATTACK}`);
    assert.deepEqual(slices(match, texts.attacksIn(match, 'detected value')), [ATTACK]);
  });

  it('in the target of a row hides the rest of the target', () => {
    const match = `q=Kestrel_hill${ATTACK}&name=Kestrel_hill`;
    const uri = `/a?${match}&b=1`;
    const texts = shownIn(undefined, { uri, detectedValue: match });
    const shown = `q=Kestrel_hill${ATTACK}&name=‹12›`;
    assert.equal(read(texts, match, 'detected value'), shown);
    assert.deepEqual(slices(match, texts.attacksIn(match, 'detected value')), [`Kestrel_hill${ATTACK}`]);
    assert.equal(read(texts, uri, 'query'), `/a?${shown}&b=1`);
  });

  it('that is the start of a target is narrowed too', () => {
    const match = `/a?name=Kestrel_hill&q=${ATTACK}`;
    const texts = shownIn(undefined, { uri: `${match}&b=1`, detectedValue: match });
    assert.equal(read(texts, match, 'detected value'), `/a?name=‹12›&q=${ATTACK}`);
  });

  const unsent: readonly (readonly [what: string, match: string, shown: string])[] = [
    ['members of an object', `"name":"Kestrel_hill","q":"${ATTACK}"`, `"name":"‹12›","q":"${ATTACK}"`],
    [
      'a member with spaces',
      `"name"     :"Kestrel_hill","q":"${ATTACK}"`,
      `"name"     :"‹12›","q":"${ATTACK}"`,
    ],
    [
      'no member after more spaces',
      `"name"      :"Kestrel_hill","q":"${ATTACK}"`,
      `"name"      :"Kestrel_hill","q":"${ATTACK}"`,
    ],
    ['parameters', `name=Kestrel_hill&q=${ATTACK}`, `name=‹12›&q=${ATTACK}`],
    ['a single value', `Kestrel_hill${ATTACK}`, `Kestrel_hill${ATTACK}`],
  ];
  for (const [what, match, shown] of unsent)
    it(`that is not in the request can contain ${what}`, () => {
      const texts = shownIn({ rawData: 'GET / HTTP/1.1\r\n\r\n' }, { detectedValue: match });
      assert.equal(read(texts, match, 'detected value'), shown);
    });
});
