import assert from 'node:assert/strict';
import { ChosenValues } from '../../../src/redaction/choices.ts';
import type { Edit } from '../../../src/redaction/edits.ts';
import type { Finding } from '../../../src/redaction/headerGrammar.ts';
import { PlaceholderTags } from '../../../src/redaction/placeholderTags.ts';
import { Redactor, type RedactorOptions } from '../../../src/redaction/redactor.ts';
import { readMarks } from './marks.ts';

const TOKEN = 'Zk9vXq27Lm';
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Returns the text without its marks, and a finding for each marked part, of the given kind. */
function findings(marked: string, more: Partial<Finding> = {}) {
  const { text, spans } = readMarks(marked);
  return { text, found: spans.map((span): Finding => ({ kind: 'secret', ...more, ...span })) };
}

/** Returns the text as rewritten after the marked secrets were added. */
function rewritten(marked: string, text: string, more: Partial<Finding> = {}, options: RedactorOptions = {}) {
  const redactor = new Redactor(options);
  const added = findings(marked, more);
  redactor.add(added.text, added.found);
  return redactor.rewrite(text, []).replace(/‹redacted: /g, '‹');
}

describe('a redactor', () => {
  it('numbers the secrets of each kind, and gives equal secrets the same number', () => {
    const redactor = new Redactor({});
    const add = (marked: string, kind: Finding['kind']) => {
      const { text, found } = findings(marked, { kind });
      return redactor.add(text, found).map(({ placeholder }) => placeholder.slice('‹redacted: '.length, -1));
    };
    assert.deepEqual(add('a=«hill»&b=«top»&c=«hill»', 'secret'), ['secret 1', 'secret 2', 'secret 1']);
    assert.deepEqual(add('«tree»; «hill»', 'cookie'), ['cookie 1', 'secret 1']);
    assert.deepEqual(add('«hill top» «hill+top» «hill%20top» «hill%2Btop»', 'secret'), [
      ...['secret 3', 'secret 3', 'secret 3', 'secret 3'],
    ]);
    assert.deepEqual(add('«a+b+c» «a b c»', 'cookie'), ['cookie 2', 'cookie 2']);
    assert.equal(redactor.count, 5);
  });

  it('replaces what it is given, and marks text that looks like placeholders', () => {
    const redactor = new Redactor({});
    const edits: Edit[] = [];
    const { text, found } = findings('a ‹redacted: x› «hill» ‹1 character› «top» b ‹redacted: y›');
    const own = [
      ...redactor.add(text, found),
      { start: 0, end: 1, placeholder: '‹1 character›', isHidden: true },
    ];
    const shown = redactor.rewrite(text, own, edits);
    const foreign = '‹in the log, not ours: ';
    assert.equal(
      shown,
      `‹1 character› ${foreign}redacted: x› ‹redacted: secret 1› ${foreign}1 character› ‹redacted: secret 2› b ${foreign}redacted: y›`,
    );
    assert.deepEqual(edits, [
      { start: 0, end: 1, length: 13 },
      { start: 2, end: 13, length: 33 },
      { start: 16, end: 20, length: 20, placeholder: '‹redacted: secret 1›' },
      { start: 21, end: 34, length: 35 },
      { start: 35, end: 38, length: 20, placeholder: '‹redacted: secret 2›' },
      { start: 41, end: 52, length: 33 },
    ]);
    assert.equal(redactor.foreignPlaceholders, true);
  });

  it('marks text without secrets', () => {
    const redactor = new Redactor({});
    const edits: Edit[] = [];
    assert.equal(redactor.rewrite('plain', [], edits), 'plain');
    assert.equal(redactor.foreignPlaceholders, false);
    assert.equal(redactor.rewrite('x ‹redacted: y›', [], edits), 'x ‹in the log, not ours: redacted: y›');
    assert.equal(redactor.rewrite('plain', []), 'plain');
    assert.equal(redactor.foreignPlaceholders, true);
    assert.deepEqual(edits, [{ start: 2, end: 13, length: 33 }]);
    assert.equal(redactor.count, 0);
  });

  const again: readonly (readonly [
    what: string,
    marked: string,
    text: string,
    expected: string,
    Partial<Finding>?,
  ])[] = [
    ['a random secret', `«${TOKEN}»`, `see ${TOKEN}.`, 'see ‹secret 1›.'],
    ['no part of a word', `«${TOKEN}»`, `${TOKEN}x`, `${TOKEN}x`],
    ['a secret, but not the text after it', `«${TOKEN}»`, `${TOKEN}/abc`, '‹secret 1›/abc'],
    ['no ordinary secret', '«kestrel»', 'kestrel', 'kestrel'],
    ['an encoded secret', `«${TOKEN}/+»`, `x=${TOKEN}%2F%2B&y`, 'x=‹secret 1›&y'],
    ['a secret that is encoded twice', `«${TOKEN}/8»`, `x=${TOKEN}%252F8&y`, 'x=‹secret 1›&y'],
    ['a decoded secret', `«${TOKEN}%2F8»`, `see ${TOKEN}/8.`, 'see ‹secret 1›.'],
    ['a secret as sent', `«${TOKEN}%2F8»`, `see ${TOKEN}%2F8.`, 'see ‹secret 1›.'],
    ['a secret in Base64', `«${TOKEN}»`, `see ${base64(TOKEN)}.`, 'see ‹secret 1›.'],
    ['a secret in longer Base64', `«${TOKEN}»`, `see ${base64(`a ${TOKEN}`)}.`, 'see YSB‹secret 1›.'],
    ['no part of a secret in Base64', `«${TOKEN}»`, `see ${base64(TOKEN).slice(0, 7)}.`, 'see Wms5dlh.'],
    ['a secret without the colons before it', `«::${TOKEN}»`, `see ${TOKEN}`, 'see ‹secret 1›'],
    ['a secret without plus signs at its ends', `«+:+${TOKEN}+»`, `see ${TOKEN}`, 'see ‹secret 1›'],
    ['a part of a partly encoded text', `«${TOKEN}%2F8»`, `${TOKEN}%2F8`, '‹secret 1›', { plain: 'kestrel' }],
    ['no other text', `«${TOKEN}»`, 'Zk9vXq27Ln', 'Zk9vXq27Ln'],
    [
      'the password of credentials',
      `«anna:${TOKEN}»`,
      `${TOKEN} anna`,
      '‹credentials 1› anna',
      { kind: 'credentials' },
    ],
    [
      'the decoded parts of authorization',
      `«${base64(`anna:${TOKEN}`)}»`,
      `anna:${TOKEN} ${TOKEN}`,
      '‹authorization 1› ‹authorization 1›',
      { kind: 'authorization' },
    ],
    [
      'no part of another secret that looks like credentials',
      `«anna:${TOKEN}»`,
      `anna ${TOKEN}`,
      `anna ${TOKEN}`,
    ],
  ];
  for (const [what, marked, text, expected, more] of again)
    it(`replaces another occurrence of ${what}`, () => assert.equal(rewritten(marked, text, more), expected));

  it('replaces the rest of long secrets in Base64', () => {
    const long = TOKEN.repeat(500);
    assert.equal(rewritten(`«${long}»`, `see ${base64(long)} and`), 'see ‹secret 1› and');
    const short = TOKEN.repeat(400);
    assert.equal(rewritten(`«${short}»`, `see ${base64(short)}abc and`), 'see ‹secret 1›abc and');
  });

  it('searches only text that is not hidden', () => {
    const redactor = new Redactor({});
    const { text, found } = findings(`a «${TOKEN}» b ${TOKEN}`);
    const own = redactor.add(text, found);
    assert.equal(
      redactor.rewrite(text, own, undefined, text.replaceAll(TOKEN, 'XXXXXXXXXX')),
      `a ‹redacted: secret 1› b ${TOKEN}`,
    );
  });

  it('returns the placeholders of the secrets whose names a text contains', () => {
    const redactor = new Redactor({});
    for (const [marked, name] of [
      ['«top»', 'X-Key'],
      ['«hill»', 'x-key'],
      ['«tree»', 'pw'],
      ['«wood»', 'pin'],
      ['«lake»', undefined],
      ['«hill»', 'other.name'],
    ] as const) {
      const { text, found } = findings(marked, name === undefined ? {} : { name });
      redactor.add(text, found);
    }
    const named = (text: string) => redactor.placeholdersNamedBy(text).map((each) => each.at(-2));
    assert.deepEqual(named('the X-KEY, the x-key'), ['1', '2']);
    assert.deepEqual(named('Other.Name and Pin'), ['2', '4']);
    assert.deepEqual(named('pw'), []);
    assert.deepEqual(named('x-keys, key'), []);
    assert.deepEqual(named(''), []);
  });

  it('keeps values that the user chose to show', () => {
    const tags = new PlaceholderTags();
    const chosen = new ChosenValues({ shown: ['hill top', TOKEN], hidden: [] }, []);
    const redactor = new Redactor({ chosen, tags });
    const { text, found } = findings(`a=«hill+top»&b=«${TOKEN}»&c=«tree»`, { name: 'pass' });
    assert.deepEqual(
      redactor.add(text, found).map(({ start, id }) => [start, id]),
      [[text.indexOf('tree'), 'tree']],
    );
    assert.deepEqual(
      [...tags.shown],
      [
        ['hill+top', 'hill top'],
        [TOKEN, TOKEN],
      ],
    );
    assert.equal(redactor.rewrite(text, []), text);
    assert.equal(redactor.count, 1);
    assert.equal(redactor.placeholdersNamedBy('pass').length, 3);
  });

  it('keeps values that the user chose to show, also without tags', () => {
    const redactor = new Redactor({ chosen: new ChosenValues({ shown: ['hill'], hidden: [] }, []) });
    const { text, found } = findings('a=«hill»');
    assert.deepEqual(redactor.add(text, found), []);
  });

  it('identifies secrets only if they can be chosen', () => {
    const { text, found } = findings('«hill%20top»');
    assert.equal(new Redactor({}).add(text, found)[0]?.id, '');
    assert.equal(new Redactor({ tags: new PlaceholderTags() }).add(text, found)[0]?.id, 'hill top');
    const chosen = new ChosenValues({ shown: [], hidden: [] }, []);
    assert.equal(new Redactor({ chosen }).add(text, found)[0]?.id, 'hill top');
  });

  it('tags secrets, keys, and hidden values', () => {
    const tags = new PlaceholderTags();
    const chosen = new ChosenValues({ shown: [], hidden: [] }, [TOKEN]);
    const redactor = new Redactor({ chosen, tags });
    const { text, found } = findings(`a=«hill»&b=«${TOKEN}»&c=tree&d=${TOKEN}`);
    const own = redactor.add(text, found);
    const start = text.indexOf('tree');
    const hidden = { start, end: start + 4, placeholder: '‹4 characters›', isHidden: true };
    const { text: plain, placeholders } = tags.read(redactor.rewrite(text, [...own, hidden]));
    assert.equal(
      plain,
      'a=‹redacted: secret 1›&b=‹redacted: secret 2›&c=‹4 characters›&d=‹redacted: secret 2›',
    );
    assert.deepEqual(
      placeholders.map(({ id, isSecret, isKey }) => [id, isSecret, isKey]),
      [
        ['hill', true, false],
        [TOKEN, true, true],
        ['tree', false, false],
        [TOKEN, true, true],
      ],
    );
  });

  it('tags secrets without choices', () => {
    const tags = new PlaceholderTags();
    const redactor = new Redactor({ tags });
    const { text, found } = findings('«hill»');
    const { placeholders } = tags.read(redactor.rewrite(text, redactor.add(text, found)));
    assert.deepEqual(placeholders, [{ start: 0, end: 20, id: 'hill', isSecret: true, isKey: false }]);
  });

  it('counts the secrets that it does not search for', () => {
    const redactor = new Redactor({});
    const add = (text: string) => redactor.add(text, [{ start: 0, end: text.length, kind: 'secret' }]);
    for (let at = 0; at < 34; at++) add(`${TOKEN}${at}`);
    assert.deepEqual([redactor.notSearched > 0, redactor.withoutBase64], [true, 0]);
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    let count = 0;
    while (redactor.withoutBase64 === 0 && count < 200) {
      add(`${letters[count % 26]}${letters[Math.floor(count / 26)]}9Xq${TOKEN.repeat(400)}`);
      count++;
    }
    assert.ok(count > 40 && count < 60, String(count));
    const before = redactor.withoutBase64;
    add('zz9Xq77Hill3x');
    assert.equal(redactor.withoutBase64, before + 1);
    assert.equal(redactor.rewrite(base64('zz9Xq77Hill3x'), []), base64('zz9Xq77Hill3x'));
    assert.equal(redactor.rewrite('zz9Xq77Hill3x', []), `‹redacted: secret ${35 + count}›`);
  });
});
