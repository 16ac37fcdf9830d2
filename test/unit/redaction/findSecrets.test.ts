import assert from 'node:assert/strict';
import { matchedTexts } from '../../../src/redaction/detectionMessages.ts';
import { masked, SecretFinder } from '../../../src/redaction/findSecrets.ts';
import type { Finding } from '../../../src/redaction/headerGrammar.ts';
import { message } from '../../../src/text/l10n.ts';
import { mergeSpans } from '../../../src/text/spans.ts';
import { readMarks, unmarked } from './marks.ts';

const HEAD = 'POST / HTTP/1.1\r\n\r\n';
const AWS_KEY = 'AKIAIOSFODNNQEXAMPLE';

const finder = new SecretFinder(false);
const inTitles = new SecretFinder(true);

/** Returns the text with its findings replaced. */
const replaced = (text: string, findings: readonly Finding[]) =>
  mergeSpans(findings).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}‹›${rest.slice(end)}`,
    text,
  );
/** Returns marked text as it is shown. */
const hidden = (marked: string) => marked.replace(/«[^»]*»/g, '‹›');

function redacted(rawData: string, detectedValue = ''): string {
  return replaced(rawData, finder.findInRequest(rawData, matchedTexts(detectedValue, [])));
}

describe('the secrets of a text', () => {
  const descriptions: readonly (readonly [what: string, description: string])[] = [
    ['an address without any other sign', 'Contact «anna@mail.example»'],
    ['a key of letters only', `Key «${AWS_KEY}» used`],
    ['a value after an equals sign', 'password=«hill»'],
    ['a user in a URL', 'see ftp://«anna:hill»@shop'],
    ['an element', '<password>«hill»</password>'],
    ['a password with a digit', 'the password is «Kestrel77»'],
  ];
  for (const [what, description] of descriptions)
    it(`include ${what}`, () => {
      const text = unmarked(description);
      assert.equal(replaced(text, inTitles.find(text, 'text', [])), hidden(description));
    });

  it('include a key of letters only outside titles, too', () => {
    const text = `Key ${AWS_KEY} used`;
    assert.equal(replaced(text, finder.find(text, 'text', [])), 'Key ‹› used');
  });

  it('include card numbers and long tokens in titles only', () => {
    const text = 'note=4111 1111 1111 1111 hQ7x9KvBq27LmZt8hQ7x9KvBq27LmZt8';
    assert.deepEqual(finder.find(text, 'text', []), []);
    assert.equal(replaced(text, inTitles.find(text, 'text', [])), 'note=‹› ‹›');
  });

  it('are those of a target', () => {
    const uri = '/login?password=«hill»&x={"token":"«top»"}';
    assert.equal(replaced(unmarked(uri), finder.find(unmarked(uri), 'query', [])), hidden(uri));
  });
});

describe('the secrets of a request', () => {
  const member = 'X-Data: {"password":"kestrel hill';
  for (const [what, end] of [
    ['two characters', '\r\n'],
    ['a line feed', '\n'],
    ['a carriage return', '\r'],
  ] as const) {
    it(`end with their header, also if its line ends with ${what}`, () => {
      assert.equal(
        redacted(`GET / HTTP/1.1${end}${member}${end}X-A: b"}${end}Cookie: sid=abc123${end}${end}`),
        `GET / HTTP/1.1${end}X-Data: {"password":"‹›${end}X-A: b"}${end}Cookie: sid=‹›${end}${end}`,
      );
    });

    for (const fold of [' ', '\t'])
      it(`include ${fold === ' ' ? 'an indented' : 'a tabbed'} line after a line that ends with ${what}`, () => {
        assert.equal(
          redacted(`GET / HTTP/1.1\r\n${member}${end}${fold}top"}\r\n\r\n`),
          'GET / HTTP/1.1\r\nX-Data: {"password":"‹›"}\r\n\r\n',
        );
      });
  }

  const requests: readonly (readonly [what: string, request: string])[] = [
    ['the end of the last header', 'GET / HTTP/1.1\r\nX-Data: {"password":"«hill»\r\n\r\nbody text"'],
    ['the end of a target', 'GET /?q={"password":"«hill top» HTTP/1.1\r\nHost: a"}\r\n\r\n'],
    ['no name of a header', `GET / HTTP/1.1\r\nx/${AWS_KEY}: x\r\n\r\n`],
    ['a value beside the name of a header', `GET / HTTP/1.1\r\nX-${'a'.repeat(99)}: «${AWS_KEY}»\r\n\r\n`],
    ['a quote in a target', 'GET /?password=«hi"ll»&b=1 HTTP/1.1\r\n\r\n'],
    ['a quoted value in a header', 'GET / HTTP/1.1\r\nX-Data: a, password="«hill, top»"\r\n\r\n'],
    ['a quoted value in an object', `${HEAD}{a=1;password="«hill, top»"`],
    ['a value at the start of the body', `${HEAD}«${AWS_KEY}»`],
    ['no value with other secrets in it', `${HEAD}the password is Kestrel77://«anna:hill»@shop`],
    ['two values in a header', `GET / HTTP/1.1\r\nX-Data: «${AWS_KEY}»;password=«hill»\r\n\r\n`],
    [
      'a value that several chunks contain',
      'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n9\r\npassword=\r\n8\r\n«kest=rel»\r\n4\r\n&x=1\r\n0\r\n\r\n',
    ],
    ['lines without a request line', 'Cookie: sid=«abc123»\r\npassword=«hill top»'],
    ['a value in Base64', `${HEAD}note=cGFzc3dvcmQ9«a2VzdHJlbGhpbGw3»`],
    ['a value that is encoded twice', `${HEAD}note=password%253D«hill%2520top»`],
    ['no value that is encoded too often', `${HEAD}note=password%${'25'.repeat(12)}3Dhill`],
    ['no value of a name in other text', `${HEAD}q=a*password=hill`],
    ['words with plus signs', `${HEAD}note=mongo+-u+anna+-p+«Kestrel77»`],
    ['no words with plus signs in quotes', `${HEAD}note="mongo+-u+anna+-p+Kestrel77"`],
    ['no words with plus signs in text', `${HEAD}note is mongo+-u+anna+-p+Kestrel77`],
    ['no encoded plus signs', `${HEAD}note=mongo%2B-u%2Banna%2B-p%2Bkestrel`],
    ['no words with plus signs without a name', `${HEAD}mongo+-u+anna+-p+Kestrel77`],
    ['no words with plus signs far from a name', `${HEAD}${'a'.repeat(4096)}=mongo+-u+anna+-p+Kestrel77`],
    ['a text in a text', `${HEAD}{"a":"{\\"b\\":\\"{\\\\\\"password\\\\\\":\\\\\\"«hill»\\\\\\"}\\"}"}`],
  ];
  for (const [what, request] of requests)
    it(`include ${what}`, () => assert.equal(redacted(unmarked(request)), hidden(request)));

  const bodies: readonly (readonly [what: string, start: string, isText: boolean])[] = [
    ['a form', 'a=1', false],
    ['an object', '{a=1', true],
    ['a list', '[a=1', true],
    ['markup', '<a=1', true],
    ['a string', '"a=1', true],
    ['parts', '--a=1', true],
    ['a form with one hyphen', '-a=1', false],
    ['a form with a brace in it', 'a{=1', false],
    ['an object after spaces', `${' '.repeat(1023)}{a=1`, true],
    ['an object after more spaces', `${' '.repeat(1024)}{a=1`, false],
  ];
  for (const [what, start, isText] of bodies) {
    const end = isText ? '‹› top x' : '‹›';
    it(`end at a ${isText ? 'space' : 'separator'} in ${what}`, () => {
      assert.equal(redacted(`${HEAD}${start};password=hill top x`), `${HEAD}${start};password=${end}`);
      assert.equal(redacted(`${start};password=hill top x`), `${start};password=${end}`);
    });
  }

  const signIns: readonly (readonly [what: string, value: string, detected: string])[] = [
    ['a value', '«kestrel.hill»', ''],
    ['the start of an attack', "«kestrel.hill»' OR 1=1--", "' OR 1=1--"],
    ['no neutral start of an attack', "admin' OR 1=1--", "' OR 1=1--"],
    ['a neutral name', '«admin;x»', ''],
    ['no value that is the match', 'Kestrel;hill', 'Kestrel;hill'],
    ['no encoded value that is the match', 'Kestrel%3Bhill', 'kestrel;hill'],
  ];
  for (const [what, value, detected] of signIns)
    it(`include ${what} in a request for a sign-in`, () => {
      const request = `POST /login HTTP/1.1\r\n\r\nname=${value}&note=«Kestrel_hill»`;
      assert.equal(redacted(unmarked(request), detected), hidden(request));
    });
});

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '');
const textsOf = (text: string, findings: readonly Finding[]) =>
  findings.map(({ start, end, plain: decoded }) => decoded ?? text.slice(start, end));

describe('the secrets that a finder finds', () => {
  const contexts: readonly (readonly [text: string, query: string, text: string, value: string])[] = [
    ['/login?name=Kestrel_hill', 'Kestrel_hill', '', ''],
    ['/?a b password=hill top;x', 'hill top;x', 'hill', 'hill'],
    ['/?q=a*password=hill top', 'hill', 'hill', 'hill'],
    ['password: hill top', 'hill top', '', 'hill top'],
    ['api-key: hill top', 'hill top', 'hill top', 'hill top'],
    ['DB_PASSWORD: Kestrel7 hill', 'Kestrel7 hill', '', 'Kestrel7 hill'],
    ['nothing of interest', '', '', ''],
  ];
  for (const [text, ...expected] of contexts)
    it(`depend on the kind of text: ${text}`, () => {
      for (const [at, kind] of (['query', 'text', 'value'] as const).entries())
        assert.equal(textsOf(text, finder.find(text, kind, [])).join(), expected[at], kind);
    });

  it('include those in two levels of Base64, decoded', () => {
    const once = base64('password=kestrelhill7');
    const twice = base64(`x="${once}"`);
    assert.deepEqual(textsOf(once, finder.find(once, 'text', [])), ['kestrelhill7']);
    assert.deepEqual(textsOf(twice, finder.find(twice, 'text', [])), ['kestrelhill7']);
    const often = base64(`x="${twice}"`);
    assert.deepEqual(finder.find(often, 'text', []), []);
    for (const value of [once, twice]) {
      const request = `${HEAD}note=${value}&b=1`;
      assert.deepEqual(textsOf(request, finder.findInRequest(request, [])), ['kestrelhill7']);
    }
    const request = `${HEAD}note=${often}&b=1`;
    assert.deepEqual(finder.findInRequest(request, []), []);
  });

  it('are decoded only if they are encoded as a whole and contain no other secret', () => {
    const plains = (request: string) =>
      finder.findInRequest(request, []).map(({ plain: decoded }) => decoded);
    assert.deepEqual(plains(`${HEAD}password=kestrel`), [undefined]);
    assert.deepEqual(plains(`${HEAD}note=${AWS_KEY}&b=1`), [undefined]);
    assert.deepEqual(plains(`${HEAD}x=password%3Dkestrel`), [undefined]);
    assert.deepEqual(plains(HEAD + base64('note=1&token={"password":"kestrel"}&x=1')), [
      'kestrel',
      undefined,
    ]);
  });

  it('include up to three levels of percent-encoding', () => {
    for (const [level, count] of [1, 1, 1, 0, 0].entries())
      assert.equal(
        finder.findInRequest(`${HEAD}note=password%${'25'.repeat(level)}3Dhill`, []).length,
        count,
      );
  });

  it('include a token in a random word', () => {
    const token = `AIza${'SyA1b2C3d4'.repeat(3)}x9Y8z`;
    const request = `${HEAD}note=${token}&b=1`;
    assert.deepEqual(textsOf(request, finder.findInRequest(request, [])), [token]);
  });

  it('end at a command in decoded text', () => {
    for (const [body, value] of [
      ['note=x%3Bpassword%3Dhill%20top', 'hill'],
      ['note=x;password=hill top', 'hill top'],
    ] as const)
      assert.deepEqual(textsOf(HEAD + body, finder.findInRequest(HEAD + body, [])), [value]);
  });

  it('include continuation lines only in a head', () => {
    const lines = 'X-Api-Key: hill\r\n top\r\n';
    const request = `GET / HTTP/1.1\r\n${lines}X-Data: a; password=hill top\r\n\r\n${lines}`;
    assert.deepEqual(textsOf(request, finder.findInRequest(request, [])), ['hill\r\n top', 'hill', 'hill']);
  });

  it('of words in sentences are missing at the essential level', () => {
    const words = 'the password is Kestrel77';
    for (const request of [
      HEAD + words,
      words,
      `GET /?q=${words.replaceAll(' ', '+')} HTTP/1.1\r\n\r\n`,
      `GET / HTTP/1.1\r\nX-Note: ${words}\r\n\r\n`,
    ]) {
      assert.deepEqual(textsOf(request, finder.findInRequest(request, [])), ['Kestrel77']);
      assert.deepEqual(finder.findInRequest(request, [], []), []);
    }
  });
});

describe('the secrets between hidden values', () => {
  const rows: readonly (readonly [what: string, request: string, ...secrets: string[]])[] = [
    ['include the rest of a value', `${HEAD}password=«abc»hill&x=1`, 'abchill'],
    ['do not include what follows pairs', `${HEAD}password=«a&b»hill&x=1`],
    ['include what follows objects', `${HEAD}password=«{a&b}»hill&x=1`, '{a&b}hill'],
    ['include none in hidden values', `${HEAD}«password=abc»&x=1`],
    ['include values between others', `${HEAD}x=1&«password=abc»&token=hill&«password=abcd»&a=1`, 'hill'],
    [
      'do not depend on values in the head',
      'GET / HTTP/1.1\r\nX: «abc»\r\n\r\npassword=«abc»hill',
      'abchill',
    ],
  ];
  for (const [what, marked, ...secrets] of rows)
    it(what, () => {
      const { text, spans } = readMarks(marked);
      assert.deepEqual(textsOf(text, finder.findInRequest(text, [], spans)), secrets);
    });

  const url = 'http://a:hill@b/';
  const request = (gap: string, length: number) =>
    readMarks(`${HEAD}«a=abc»${gap}«b=abc»&c=`.padEnd(length + 4, 'z '));
  const LONG = 16 * 1024;
  const between = (gap: string, matched: readonly string[] = [], length = LONG) => {
    const { text, spans } = request(gap, length);
    return textsOf(text, finder.findInRequest(text, matched, spans)).join();
  };

  it('are found again only in short requests', () => {
    assert.equal(between(`&q=${url}&`, [], LONG - 1), 'a:hill');
    assert.equal(between(`&q=${url}&`), '');
  });

  const gaps: readonly (readonly [
    what: string,
    gap: string,
    matched: readonly string[],
    isFound: boolean,
  ])[] = [
    ['of a long word', `&q=${url}&${'n'.repeat(20)}=`, [], true],
    ['of a shorter word', `&q=${url}&${'n'.repeat(19)}=`, [], false],
    ['of the start of a match', `&q=${url}&<SCRIPT>&`, ['<script>alert(1)', 'none of it'], true],
    ['of the encoded start of a match', `&q=${url}&%3cscript%3e&`, ['none of it', '<script>alert(1)'], true],
    ['of the end of a match', `&q=${url}&alert(1)&`, ['<script>top;alert(1)', 'none of it'], true],
    ['of less than the end of a match', `&q=${url}&lert(1)&`, ['<script>alert(1)'], false],
    ['of the middle of a match', `&q=${url}&1234567890&`, ['<script>1234567890</script>'], false],
    ['of a match around it', `&q=${url}&`, [`x12345678&q=${url}&y12345678`, 'none of it'], true],
  ];
  for (const [what, gap, matched, isFound] of gaps)
    it(`of a long request are ${isFound ? 'found' : 'not found again'} because ${what}`, () => {
      assert.equal(between(gap, matched), isFound ? 'a:hill' : '');
    });
});

describe('too many secrets', () => {
  it('are refused, and as many as are allowed are found', function () {
    this.timeout(60_000);
    const found = (count: number) => finder.findInRequest(`${HEAD}${'token=abcabcabc&'.repeat(count)}`, []);
    assert.equal(found(250_000).length, 250_000);
    assert.throws(() => found(250_001), {
      code: 'out-of-memory',
      facts: { expected: message('at most {0} secrets to redact', 250_000) },
    });
  });
});

describe('masked', () => {
  it('replaces each range with text of the same length whose last letter ends words', () => {
    assert.equal(masked('kestrel hill', []), 'kestrel hill');
    const spans = [
      { start: 8, end: 9 },
      { start: 0, end: 4 },
      { start: 2, end: 7 },
    ];
    assert.equal(masked('kestrel hill', spans), 'XXXXXX· ·ill');
  });
});
