/** Tests how each text of a log and of its row is redacted, depending on its place and on the options. */
import assert from 'node:assert/strict';
import { PlaceholderTags } from '../../../src/redaction/placeholderTags.ts';
import {
  defaultRedaction,
  type FurtherText,
  type RedactionOptions,
  redactLog,
  redactRow,
  redactRows,
} from '../../../src/redaction/redact.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { aLog, aRow } from '../formats/logs.ts';

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
    { ...defaultRedaction, ...options },
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

const essential = { detail: 'essential' } as const;

describe('the texts of a log', () => {
  it('searches a target for secrets without the values that are hidden', () => {
    const uri = '/s?a="password":"kestrel&b=<script>alert(1)</script>&c=hill"';
    const { row, count } = redactRow(aRow({ uri, detectedValue: '<script>alert(1)</script>' }), {
      ...defaultRedaction,
      detail: 'essential',
    });
    assert.equal(short(row.uri), '/s?a=‹19›&b=<script>alert(1)</script>&c=‹5›');
    assert.equal(count, 0);
  });

  it('are numbered in the order of the log', () => {
    const { log, row, texts, further, count, redacted } = redact(
      {
        request: { firstLine: 'GET /?password=hill1 HTTP/1.1', headers: [['Cookie', 'sid=hill2']] },
        rawData: `${HEAD}password=hill3&b=http://anna:hill4@b/`,
        other: { password: 'hill5', list: ['hill6'] },
      },
      {},
      { uri: '/?password=hill6', other: { token: 'hill7' } },
      [
        { text: 'password=hill8', place: { field: 'note' } },
        { text: 'see ‹redacted: x› password=hill9', place: 'text' },
      ],
    );
    assert.deepEqual(
      [short(log.request.firstLine), short(log.request.headers[0]?.[1]), short(log.rawData), short(row?.uri)],
      [
        'GET /?password=‹secret 1› HTTP/1.1',
        'sid=‹cookie 1›',
        `${HEAD}password=‹secret 2›&b=http://‹credentials 1›@b/`,
        '/?password=‹secret 4›',
      ],
    );
    assert.deepEqual(log.other, { password: '‹redacted: secret 3›', list: ['hill6'] });
    assert.deepEqual(row?.other, { token: '‹redacted: secret 5›' });
    assert.deepEqual(texts, [
      'password=‹secret 6›',
      'see ‹in the log, not ours: redacted: x› password=‹secret 7›',
    ]);
    assert.deepEqual(further[1]?.edits, [
      { start: 4, end: 15, length: 33 },
      { start: 27, end: 32, length: 20, placeholder: '‹redacted: secret 7›' },
    ]);
    assert.equal(count, 9);
    assert.equal(redacted, 'Redacted: 7 secrets, 1 cookie, 1 pair of credentials.');
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

  it('contain client addresses only in some places', () => {
    const log = {
      request: {
        firstLine: undefined,
        headers: [
          ['X-Forwarded-For', '192.0.2.7, 2001:db8::1'],
          ['X-Note', '192.0.2.8'],
          ['X-Forwarded-Token', '192.0.2.9'],
        ],
      },
      rawData: 'GET / HTTP/1.1\r\nX-Note: 192.0.2.8\r\nX-Real-IP: 192.0.2.6\r\n\r\nX-Real-IP: 192.0.2.8',
      other: { 'X-Forwarded-For': '192.0.2.8' },
    } as const;
    const values = (addresses: boolean) => {
      const { log: shown, row } = redact(log, { addresses }, { address: '192.0.2.7', uri: '/192.0.2.8' });
      return [
        ...shown.request.headers.map(([, value]) => value),
        shown.rawData.split('\r\n').slice(1).join(),
        ...Object.values(shown.other),
        row?.address,
        row?.uri,
      ].map((each) => short(String(each)));
    };
    assert.deepEqual(values(true), [
      '‹address 1›, ‹address 2›',
      '192.0.2.8',
      '‹key 1›',
      'X-Note: 192.0.2.8,X-Real-IP: ‹address 3›,,X-Real-IP: 192.0.2.8',
      '192.0.2.8',
      '‹address 1›',
      '/192.0.2.8',
    ]);
    assert.deepEqual(values(false).slice(0, 1), ['192.0.2.7, 2001:db8::1']);
    assert.deepEqual(values(false)[3], 'X-Note: 192.0.2.8,X-Real-IP: 192.0.2.6,,X-Real-IP: 192.0.2.8');
    assert.equal(values(false)[5], '192.0.2.7');
  });

  it('hide values only where they were found elsewhere', () => {
    assert.equal(redact({}, {}, { address: 'password=hill' }).row?.address, 'password=hill');
    const { row } = redact(
      { rawData: `${HEAD}token=${TOKEN}` },
      {},
      {
        country: `${TOKEN} password=hill`,
      },
    );
    assert.equal(short(row?.country), '‹secret 1› password=hill');
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

  it('keep a match in secrets', () => {
    const rawData = `${HEAD}password=kestrel;hill&x=1`;
    assert.equal(redact({ rawData }).shown, `${HEAD}password=‹secret 1›&x=1`);
    assert.equal(
      redact({ rawData }, {}, { detectedValue: 'el;hi' }).shown,
      `${HEAD}password=‹secret 1›;hill&x=1`,
    );
    const description = 'Found "el;hi"';
    assert.equal(redact({ rawData, description }).shown, `${HEAD}password=‹secret 1›;hill&x=1`);
    assert.equal(redact({ rawData }, {}, { description }).shown, `${HEAD}password=‹secret 1›;hill&x=1`);
    assert.equal(
      redact({ rawData }, {}, { baseMessage: description }).shown,
      `${HEAD}password=‹secret 1›;hill&x=1`,
    );
  });
});

describe('a row', () => {
  const key = 'zk9vxq27lm4kr7vq2mx9plw3zt8bnc5hy';
  it('without raw data hides long tokens in its target', () => {
    const uri = `/a/${key}?q=1`;
    assert.equal(short(redactRow(aRow({ uri }), defaultRedaction).row.uri), '/a/‹token 1›?q=1');
    assert.equal(redactRow(aRow({ uri, rawData: HEAD }), defaultRedaction).row.uri, uri);
    assert.equal(redact({}, {}, { uri }).row?.uri, uri);
    assert.equal(redactRow(aRow({ rule: key }), defaultRedaction).row.rule, key);
    const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
    assert.equal(redactRow(aRow({ uri: `/a/${digest}` }), defaultRedaction).row.uri, `/a/${digest}`);
  });

  it('is redacted with other texts and other rows', () => {
    const row = aRow({ uri: '/?password=hill' });
    const { further, log } = redactRow(row, defaultRedaction, [{ text: 'token=hill', place: 'text' }]);
    assert.deepEqual(
      further.map(({ text }) => short(text)),
      ['token=‹secret 1›'],
    );
    assert.equal(log, undefined);
    const rows = redactRows({ rows: [row, aRow({ uri: '/?token=top' })], redaction: defaultRedaction });
    assert.deepEqual(
      rows.map(({ row: each }) => short(each.uri)),
      ['/?password=‹secret 1›', '/?token=‹secret 1›'],
    );
  });
});

describe('the options of a redaction', () => {
  it('add names and keys', () => {
    const rawData = `${HEAD}ticket=hill&note=xkestrel7y`;
    const { shown, count } = redact({ rawData }, { names: ['ticket'], keys: ['kestrel7'] });
    assert.equal(shown, `${HEAD}ticket=‹secret 1›&note=x‹key 1›y`);
    assert.equal(count, 2);
    assert.equal(redact({ rawData }).shown, rawData);
  });

  it('hide no card numbers and addresses by default', () => {
    const rawData = 'GET / HTTP/1.1\r\nX-Real-IP: 192.0.2.7\r\n\r\nnote=4111 1111 1111 1111';
    assert.equal(redact({ rawData }).shown, rawData);
  });

  it('include words after the name of a secret', () => {
    assert.equal(
      redact({ rawData: `${HEAD}the password is Kestrel77` }).shown,
      `${HEAD}the password is ‹secret 1›`,
    );
    assert.equal(redact({ rawData: `${HEAD}password=!!?!!!!!` }).shown, `${HEAD}password=‹secret 1›`);
  });

  it('number keys in the order of the text', () => {
    const rawData = 'GET / HTTP/1.1\r\nX-Api-Key: hill\r\nX-Note: kestrel7\r\n\r\n';
    const expected = 'GET / HTTP/1.1\r\nX-Api-Key: ‹key 1›\r\nX-Note: ‹key 2›\r\n\r\n';
    assert.equal(redact({ rawData }, { keys: ['kestrel7'] }).shown, expected);
  });

  it('hide text inside a secret', () => {
    const hide = (text: string) =>
      redact({ rawData: `${HEAD}password=kestrel&x=1` }, { choices: { shown: [], hidden: [text] } }).shown;
    assert.equal(hide('est'), `${HEAD}password=‹secret 1›‹3›‹secret 2›&x=1`);
    assert.equal(hide('kes'), `${HEAD}password=‹3›‹secret 1›&x=1`);
    assert.equal(hide('rel'), `${HEAD}password=‹secret 1›‹3›&x=1`);
    assert.equal(hide('kestrel'), `${HEAD}password=‹7›&x=1`);
    assert.equal(hide('x=1'), `${HEAD}password=‹secret 1›&‹3›`);
  });

  it('hide secrets beside an attack, also if they are not random', () => {
    const note = 'note=see the text of more than forty letters with password=!!?!!!!!';
    const choices = { shown: [note.slice(5)], hidden: [] };
    for (const body of [`${note}&q=top${ATTACK}`, `q=top${ATTACK}&${note}`])
      assert.equal(
        redact({ rawData: HEAD + body }, { ...essential, choices }, { detectedValue: ATTACK }).shown,
        HEAD + body.replace('!!?!!!!!', '‹secret 1›').replace('top', '‹3›'),
      );
  });

  it('give a secret in Base64 the number of the same secret', () => {
    const encoded = Buffer.from('kestrel hill').toString('base64');
    const rawData = `${HEAD}note=cGFzc3dvcmQ9${encoded}&password=kestrel hill`;
    assert.equal(redact({ rawData }).shown, `${HEAD}note=cGFzc3dvcmQ9‹secret 1›&password=‹secret 1›`);
  });

  it('hide secrets in a value that the user chose to show at the essential level', () => {
    const rawData = `${HEAD}note=the password is Kestrel77&b=Kestrel_hill`;
    const choices = { shown: ['the password is Kestrel77'], hidden: [] };
    assert.equal(
      redact({ rawData }, { ...essential, choices }).shown,
      `${HEAD}note=the password is ‹secret 1›&b=‹12›`,
    );
  });

  it('leave a log that was redacted before', () => {
    const rawData = `${HEAD}password=hill&a=‹redacted: secret 1›\x00\x01`;
    const { log, redacted, summary, count } = redact({ rawData }, { isDone: true });
    assert.equal(log.rawData, rawData);
    assert.equal(count, 0);
    assert.equal(redacted, 'Secrets were redacted when the log was exported.');
    assert.ok(summary.startsWith(`${redacted} Not searched for: email addresses`), summary);
  });

  it('hide binary data in requests unless it contains a match', () => {
    const data = `${'\x01\xfe'.repeat(30)}${ATTACK}\x02`;
    const rawData = `${HEAD}${data}`;
    const { shown, hidden } = redact({ rawData });
    assert.match(shown ?? '', /^POST \/ HTTP\/1\.1\r\n\r\n‹binary data, 69 bytes›$/);
    assert.equal(hidden, 1);
    assert.equal(redact({ rawData }, {}, { detectedValue: ATTACK }).shown, rawData);
    assert.equal(redact({ rawData }, { isDone: true }).shown, rawData);
    assert.equal(redact({}, {}, { rule: data }).row?.rule, data);
  });

  it('hide at the essential level all values except the match', () => {
    const rawData = `${HEAD}theme=dark&name=Kestrel_hill&q=kestrel7.hill${ATTACK}&token=top`;
    const { shown, row, rawDataEdits, count, hidden } = redact({ rawData }, essential, {
      detectedValue: `kestrel7.hill${ATTACK}`,
      uri: '/?name=Kestrel_hill',
    });
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
    it(`hide at the essential level in a match ${what}`, () => {
      const { shown: raw } = redact({ rawData: HEAD + match }, essential, { detectedValue: match });
      assert.equal(raw, HEAD + shown);
    });

  it('hide at the essential level the text around an attack in a secret', () => {
    const match = `a=1&password=kestrel hill${ATTACK}&b=Kestrel_hill`;
    const { shown } = redact({ rawData: HEAD + match }, essential, { detectedValue: match });
    assert.equal(shown, `${HEAD}a=1&password=‹secret 1›${ATTACK}&b=‹12›`);
  });

  it('show and hide the values that the user chose', () => {
    const rawData = `${HEAD}password=kestrel&token=hill&note=top of it&n=Kestrel_hill`;
    const choices = { shown: ['kestrel', 'Kestrel_hill'], hidden: ['of it'] };
    const tags = new PlaceholderTags();
    for (const [detail, expected] of [
      ['redacted', `${HEAD}password=kestrel&token=‹secret 2›&note=top ‹5›&n=Kestrel_hill`],
      ['essential', `${HEAD}password=kestrel&token=‹4›&note=‹9›&n=Kestrel_hill`],
    ] as const) {
      assert.equal(redact({ rawData }, { choices, detail }).shown, expected);
      const { log } = redactLog(
        aLog({ rawData }),
        undefined,
        { ...defaultRedaction, choices, detail },
        { tags },
      );
      assert.equal(short(tags.read(log.rawData).text), expected);
    }
    assert.deepEqual([...tags.shown.keys()], ['Kestrel_hill', 'kestrel'].toReversed());
  });

  it('never show connection keys', () => {
    const rawData = `${HEAD}note=kestrel7`;
    const options = { keys: ['kestrel7'], choices: { shown: ['kestrel7'], hidden: [] } };
    assert.equal(redact({ rawData }, options).shown, `${HEAD}note=‹key 1›`);
    assert.equal(redact({ rawData }, { ...options, ...essential }).shown, `${HEAD}note=‹8›`);
  });

  it('are those of the call, also if others were used before', () => {
    const options = { ...defaultRedaction };
    const rawData = `${HEAD}ticket=hill`;
    const shown = (used: RedactionOptions) =>
      short(redactLog(aLog({ rawData }), undefined, used).log.rawData);
    assert.equal(shown(options), rawData);
    assert.equal(shown({ ...options, names: ['ticket'] }), `${HEAD}ticket=‹secret 1›`);
    assert.equal(shown(options), rawData);
  });
});
