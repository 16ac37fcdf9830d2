/** Tests what is hidden in each text of a log and of its row, depending on its place and on the options. */
import assert from 'node:assert/strict';
import { PlaceholderTags } from '../../../src/redaction/placeholderTags.ts';
import {
  type FurtherText,
  type RedactionOptions,
  redactLog,
  redactRow,
  redactRows,
} from '../../../src/redaction/redact.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';

const HEAD = 'POST / HTTP/1.1\r\n\r\n';
const ATTACK = "' OR 1=1";
const TOKEN = 'Zk9vXq27Lm';

const short = (text: string | undefined) =>
  text?.replace(/‹redacted: ([a-z -]+) (\d)›/g, '‹$1 $2›').replace(/ characters?›/g, '›');

function redact(
  log: Partial<DetectionLog>,
  options: Partial<RedactionOptions> = {},
  row?: Partial<LogRow>,
  further: readonly FurtherText[] = [],
) {
  const redacted = redactLog(
    aLog(log),
    row === undefined ? undefined : aRow(row),
    { ...essential, ...options },
    {
      further,
    },
  );
  return {
    ...redacted,
    shown: short(redacted.log.rawData),
    texts: redacted.further.map(({ text }) => short(text)),
  };
}

describe('the texts of a log', () => {
  it('searches a target for secrets without the values that are hidden', () => {
    const uri = '/s?a="password":"kestrel&b=<script>alert(1)</script>&c=hill"';
    const { row, count } = redactRow(aRow({ uri, detectedValue: '<script>alert(1)</script>' }), essential);
    assert.equal(short(row.uri), '/s?a=‹19›&b=<script>alert(1)</script>&c=‹5›');
    assert.equal(count, 0);
  });

  const fields: readonly (readonly [
    what: string,
    place: FurtherText['place'],
    text: string,
    shown: string,
  ])[] = [
    ['a field for a secret', { field: 'password' }, 'hill top', '‹secret 1›'],
    [
      'a field for a secret with an attack',
      { field: 'password' },
      `hill top${ATTACK}`,
      `‹secret 1›${ATTACK}`,
    ],
    ['another field', { field: 'note' }, 'hill password=top', 'hill password=‹secret 1›'],
    ['a line in a field', { field: 'note' }, 'password: hill top', 'password: hill top'],
    ['a field with the name of a header', { field: 'cookie' }, 'a=hill', '‹secret 1›'],
    ['a field whose name is only that of a header', { field: 'Sec-WebSocket-Protocol' }, TOKEN, TOKEN],
    ['a header for cookies', { header: 'Cookie' }, 'a=hill; b=top', 'a=‹cookie 1›; b=‹cookie 2›'],
    ['a header for authorization', { header: 'Authorization' }, 'Bearer hill', 'Bearer ‹authorization 1›'],
    ['a header with the name of a secret', { header: 'X-Password' }, `hill${ATTACK}`, `‹key 1›${ATTACK}`],
    ['another header', { header: 'X-Note' }, 'hill password=top', 'hill password=‹secret 1›'],
    [
      'a target',
      'query',
      '/login?name=Kestrel_hill&password=a b',
      '/login?name=‹secret 1›&password=‹secret 2›',
    ],
    [
      'a text',
      'text',
      '/login?name=Kestrel_hill&password=a b',
      '/login?name=Kestrel_hill&password=‹secret 1› b',
    ],
  ];
  for (const [what, place, text, shown] of fields)
    it(`are searched by their place: ${what}`, () =>
      assert.deepEqual(redact({}, {}, undefined, [{ text, place }]).texts, [shown]));

  it('hide no values in values and addresses', () => {
    const { row } = redact({}, {}, { address: 'password=hill', country: `${TOKEN} password=hill` });
    assert.deepEqual([row?.address, row?.country], ['password=hill', `${TOKEN} password=hill`]);
  });

  it('hide the values that a message quotes only in messages', () => {
    const text = 'field password has "Kestrel7"';
    const { log, row } = redact(
      { description: text },
      {},
      { description: text, baseMessage: text, rule: text },
    );
    assert.deepEqual(
      [log.description, row?.description, row?.baseMessage].map(short),
      Array.from({ length: 3 }, () => 'field password has "‹secret 1›"'),
    );
    assert.equal(row?.rule, text);
  });

  const detected: readonly (readonly [what: string, value: string, message: string, shown: string])[] = [
    ['hidden if the message mentions a secret', 'kestrel hill', 'In field password', '‹secret 1›'],
    [
      'searched if the message mentions no secret',
      'kestrel password=hill',
      'In field q',
      'kestrel password=‹secret 1›',
    ],
    ['kept if it is an attack', ATTACK, 'In field password', ATTACK],
    ['kept if it is empty', '', 'In field password', ''],
    ['kept if it stands for no value', 'null', 'In field password', 'null'],
  ];
  for (const [what, detectedValue, message, shown] of detected)
    it(`include a detected value, which is ${what}`, () => {
      for (const [log, row] of [
        [{ description: message }, {}],
        [{}, { description: message }],
        [{}, { baseMessage: message }],
      ] as const)
        assert.equal(short(redact(log, {}, { detectedValue, ...row }).row?.detectedValue), shown);
    });

  it('include no line of a message as a value', () => {
    const description = 'password: hill top';
    assert.equal(redact({ description }).log.description, description);
  });
});

describe('a row', () => {
  it('is redacted with other texts and other rows', () => {
    const row = aRow({ uri: '/?password=hill' });
    const { further, log } = redactRow(row, essential, [{ text: 'token=hill', place: 'text' }]);
    assert.deepEqual(
      further.map(({ text }) => short(text)),
      ['token=‹secret 1›'],
    );
    assert.equal(log, undefined);
    const rows = redactRows({ rows: [row, aRow({ uri: '/?token=top' })], redaction: essential });
    assert.deepEqual(
      rows.map((each) => short(each.uri)),
      ['/?password=‹4›', '/?token=‹3›'],
    );
  });
});

describe('the options of a redaction', () => {
  it('hide secrets beside an attack, also if they are not random', () => {
    const note = 'note=see the text of more than forty letters with password=!!?!!!!!';
    const choices = { shown: [note.slice(5)], hidden: [] };
    for (const body of [`${note}&q=top${ATTACK}`, `q=top${ATTACK}&${note}`])
      assert.equal(
        redact({ rawData: HEAD + body }, { choices }, { detectedValue: ATTACK }).shown,
        HEAD + body.replace('!!?!!!!!', '‹secret 1›').replace('top', '‹3›'),
      );
  });

  it('hide secrets in a value that the user chose to show', () => {
    const rawData = `${HEAD}note=the password is Kestrel77&b=Kestrel_hill`;
    const choices = { shown: ['the password is Kestrel77'], hidden: [] };
    assert.equal(redact({ rawData }, { choices }).shown, `${HEAD}note=the password is ‹secret 1›&b=‹12›`);
  });

  it('hide all values except the match', () => {
    const rawData = `${HEAD}theme=dark&name=Kestrel_hill&q=kestrel7.hill${ATTACK}&token=top`;
    const { shown, row, rawDataEdits, count, hidden } = redact(
      { rawData },
      {},
      {
        detectedValue: `kestrel7.hill${ATTACK}`,
        uri: '/?name=Kestrel_hill',
      },
    );
    assert.equal(shown, `${HEAD}theme=dark&name=‹12›&q=‹secret 1›${ATTACK}&token=‹3›`);
    assert.equal(short(row?.detectedValue), `‹secret 1›${ATTACK}`);
    assert.equal(short(row?.uri), '/?name=‹12›');
    assert.deepEqual([count, hidden], [1, 2]);
    assert.deepEqual(
      rawDataEdits.map(({ placeholder }) => placeholder),
      [undefined, '‹redacted: secret 1›', undefined],
    );
  });

  const harmless: readonly (readonly [what: string, match: string, shown: string])[] = [
    ['no ordinary value under a harmless name', `theme=light${ATTACK}`, `theme=light${ATTACK}`],
    ['an ordinary value under another name', `surname=light${ATTACK}`, `surname=‹secret 1›${ATTACK}`],
    [
      'a value under a harmless name that is not ordinary',
      `theme=light.77x${ATTACK}`,
      `theme=‹secret 1›${ATTACK}`,
    ],
    [
      'no ordinary value at the start of a long match',
      `theme=light${ATTACK} UNION SELECT ${'1,'.repeat(40)}1`,
      `theme=light${ATTACK} UNION SELECT ${'1,'.repeat(40)}1`,
    ],
    ['an ordinary value after two equals signs', `x=theme=light${ATTACK}`, `x=theme=‹secret 1›${ATTACK}`],
    ['a value without a name', `light house${ATTACK}`, `‹secret 1›${ATTACK}`],
  ];
  for (const [what, match, shown] of harmless)
    it(`hide in a match ${what}`, () => {
      const { shown: raw } = redact({ rawData: HEAD + match }, {}, { detectedValue: match });
      assert.equal(raw, HEAD + shown);
    });

  it('hide the text around an attack in a secret', () => {
    const match = `a=1&password=kestrel hill${ATTACK}&b=Kestrel_hill`;
    const { shown } = redact({ rawData: HEAD + match }, {}, { detectedValue: match });
    assert.equal(shown, `${HEAD}a=1&password=‹secret 1›${ATTACK}&b=‹12›`);
  });

  it('show and hide the values that the user chose', () => {
    const rawData = `${HEAD}password=kestrel&token=hill&note=top of it&n=Kestrel_hill`;
    const choices = { shown: ['kestrel', 'Kestrel_hill'], hidden: ['of it'] };
    const tags = new PlaceholderTags();
    const expected = `${HEAD}password=kestrel&token=‹4›&note=‹9›&n=Kestrel_hill`;
    assert.equal(redact({ rawData }, { choices }).shown, expected);
    const { log } = redactLog(aLog({ rawData }), undefined, { keys: [], choices }, { tags });
    assert.equal(short(tags.read(log.rawData).text), expected);
    assert.deepEqual([...tags.shown.keys()], ['Kestrel_hill', 'kestrel'].toReversed());
  });

  it('never show connection keys', () => {
    const rawData = `${HEAD}note=kestrel7`;
    const options = { keys: ['kestrel7'], choices: { shown: ['kestrel7'], hidden: [] } };
    assert.equal(redact({ rawData }, options).shown, `${HEAD}note=‹8›`);
  });
});
