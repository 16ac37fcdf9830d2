import assert from 'node:assert/strict';
import {
  type Context,
  findInMultipart,
  findInPairs,
  namedValue,
  pairedValue,
} from '../../../src/redaction/namedSecrets.ts';
import { SecretNames } from '../../../src/redaction/secretNames.ts';
import { marked, unmarked } from './marks.ts';

const names = new SecretNames();
const RANDOM = 'kR7vQ2mX9pLw';

function inPairs(context: Context, text: string, isDecoded = false): string {
  return marked(text, findInPairs(text, names, context, isDecoded));
}

describe('namedValue', () => {
  const isFound = (name: string, value: string) => namedValue(names, name, value, 0, value.length).length > 0;

  it('returns the range of the value with its name', () => {
    assert.deepEqual(namedValue(names, 'pwd', 'pwd=kestrel&x', 4, 11), [
      { start: 4, end: 11, kind: 'secret', name: 'pwd' },
    ]);
  });

  it('judges only the given range', () => {
    assert.deepEqual(namedValue(names, 'pwd', 'pwd=null&note=kestrel', 4, 8), []);
    assert.deepEqual(namedValue(names, 'pwd', 'pwd=kestrel', 4, 4), []);
    assert.deepEqual(namedValue(names, 'pwd', 'pwd=kestrel', 4, 3), []);
  });

  const hidden: readonly (readonly [name: string, value: string])[] = [
    ['password', 'kestrel'],
    ['password', 'sha256:9f86d081884c7d65'],
    ['code', RANDOM],
    ['code', ` ${RANDOM}%20`],
    ['code', 'v1:sha256:9f86d081884c7d65'],
    ['secret', 'key:AKIA7/20260103/eu-west-1/s3/aws4_request'],
    ['secret', 'AKIA7/2026010/eu-west-1/s3/aws4_request'],
    ['secret', 'AKIA7-20260103-eu-west-1-s3-aws4_request'],
    ['secret', '7Server=db;Password=kestrel'],
    ['secret', 'Server=db;Note=kestrel'],
    ['secret', 'a;Server=db;Password=kestrel'],
  ];
  for (const [name, value] of hidden)
    it(`finds ${value.trim()} as ${name}`, () => assert.ok(isFound(name, value)));

  const kept: readonly (readonly [what: string, name: string, value: string])[] = [
    ['the value of another name', 'note', 'kestrel'],
    ['a word for no value', 'password', 'null'],
    ['a word after an ambiguous name', 'code', 'kestrel'],
    ['a SHA-256 digest', 'hash', 'sha256:9f86d081884c7d65'],
    ['an MD5 digest', 'hash', 'md5-9f86d081884c7d65'],
    ['a BLAKE digest', 'hash', 'BLAKE2b:9f86d081884c7d65'],
    ['a signing scope for AWS', 'secret', 'a.b%40c-7@x/20260103/eu-west-1/s3-outposts/aws4_request'],
    ['an encoded signing scope for Google', 'secret', 'x%2F20260103%2fauto%2Fstorage%2Fgoog4_request'],
    ['a connection string', 'secret', 'Server=db;Password=kestrel'],
    [
      'a connection string with more parts',
      'secret',
      'Data Source=db 1;User=;Initial Catalog=shop;pwd  =kestrel',
    ],
    ['a connection string with an empty part', 'secret', 'Server=;PWD=kestrel'],
  ];
  for (const [what, name, value] of kept) it(`keeps ${what}`, () => assert.ok(!isFound(name, value)));
});

describe('pairedValue', () => {
  const paired = (name: string, text: string) => {
    const start = text.indexOf('=') + 1;
    return pairedValue(names, name, text, start, text.indexOf(';', start)).map(({ start, end, kind }) => [
      text.slice(start, end),
      kind,
    ]);
  };

  it('hides the credentials of a header without its scheme', () => {
    assert.deepEqual(paired('Authorization', 'v=Bearer kestrel;'), [['kestrel', 'authorization']]);
    assert.deepEqual(paired('Cookie', 'v=sid=a1b2;c=d'), [['a1b2', 'cookie']]);
  });

  it('hides the complete value after any other name', () => {
    assert.deepEqual(paired('X-Api-Key', 'v= kestrel;'), [[' kestrel', 'secret']]);
    assert.deepEqual(paired('password', 'v=Bearer kestrel;'), [['Bearer kestrel', 'secret']]);
    assert.deepEqual(paired('note', 'v=kestrel;'), []);
  });
});

describe('findInPairs', () => {
  const rows: readonly (readonly [what: string, context: Context, text: string])[] = [
    // Ends of values.
    ['a value in a query up to the next one', 'query', 'a=1&password=«kestrel;x,y»&b=2'],
    ['a value in a query up to the fragment', 'query', '?a=1&password=«kestrel»#top'],
    ['two values in a query', 'query', 'token=«a1b2»&x=1&pin=«4711»'],
    ['a path parameter', 'query', '/shop;token=«a1b2»;x=1'],
    ['a path parameter before a segment', 'query', '/shop;token=«a1b2»/cart'],
    ['a path parameter before a query', 'query', '/shop;token=«a1b2»?x=1'],
    ['a form field, whatever it contains', 'form', `a=1&password=«k;e#s "t' r?e/l»&b=2`],
    ['a form field on a line', 'form', 'password=«kestrel»\r\ntoken=«a1b2»\rpin=«4711»\nx'],
    ['a form field after a semicolon', 'form', 'a=1;password=«kestrel»;b=2'],
    ['a form field after a semicolon, at a line break', 'form', 'a=1;password=«kestrel»\r\nb=2'],
    ['a value in text up to a delimiter', 'text', 'password=«a1b2»;token=«c3», pin=«4711» x'],
    ['a value in text up to quotes', 'text', `"token=«a1b2»" 'pin=«4711»' <b>token=«c3»<b> token=«d4»>`],
    ['a value in text up to the next parameter', 'text', 'token=«a1b2»&x'],
    ['a parameter of a URL in text', 'text', `see /a?token=«a,b;c'd»&pin=«e,f» now`],
    ['a parameter of a URL in text, up to its end', 'text', '/?pin=«a1»#x "/?pin=«a2»" </?pin=«a3»> x'],
    ['a name inside a value only as part of it', 'query', 'password=«kestrel;token=y7»&y=1'],
    // Quotes.
    ['a value in double quotes in text', 'text', `password="«kestrel's hill»" x`],
    ['a value in single quotes in text', 'text', `password='«kestrel "hill"»' x`],
    ['no value whose quote is not closed on its line', 'text', 'password="kestrel\nhill" x'],
    ['no value whose quote is not closed', 'text', `password='kestrel`],
    ['quotes in a form as part of the value', 'form', 'password=«"kestrel" hill»&x=1'],
    // Codes.
    ['a code with spaces beside a state', 'form', `state=1&code=«${RANDOM} hill»&x=1`],
    ['a code with spaces beside a redirect', 'form', `redirect_uri=1&code=«${RANDOM} hill»&x=1`],
    ['a code with quotes beside a grant type', 'form', `code=«${RANDOM}" hill»&grant_type=1`],
    ['a code with spaces beside a verifier', 'form', `code=«${RANDOM} hill»&code_verifier=null`],
    ['no code with spaces beside other fields', 'form', `states:1&code=${RANDOM} hill&x=1`],
    ['no code of words beside a state', 'form', 'state=1&code=kestrel hill&x=1'],
    ['no other field beside a state', 'form', `state=1&note=${RANDOM} hill&Code=${RANDOM} hill&x=1`],
    ['a six-digit code beside a phone number', 'form', 'phone=010&code=«493817»&x=1'],
    ['a six-digit code beside a mobile number', 'form', 'mobileNumber=010&Code=«493817»'],
    ['a six-digit code beside an e-mail address', 'form', 'email=a&code=«493817 x»&x=1'],
    ['a six-digit code beside an e-mail address with a hyphen', 'form', 'code=«493817»&E-Mail=a'],
    ['a six-digit code beside a password for one use', 'form', 'otp=null&code=«493817»'],
    ['a six-digit code beside a verification', 'form', 'verif=1&code=«493817»'],
    ['a six-digit code beside a long name', 'form', 'verificationCodeOfUser=1&code=«493817»'],
    ['no six-digit code beside other fields', 'form', 'phones:1&address=a&code=493817'],
    ['no code with another number of digits', 'form', 'phone=010&code=4938171&code=49381'],
    ['no other six-digit value', 'form', 'phone=010&zipcode=493817&codes=493817&note=493817'],
    // Starts of names.
    ['a name at its start', 'query', 'password=«a»'],
    ['names after separators', 'query', '?pin=«a1»&pin=«b2»#pin=«c3»'],
    ['names after other separators', 'query', 'x;pin=«a1»&{pin=«b2»&x=pin=«c3»'],
    ['names after a space or a slash', 'query', 'x pin=«a1»&/pin=«b2»'],
    [
      'names after other marks',
      'query',
      `x\npin=«a1»&x\rpin=«b2»&x,pin=«c3»&x|pin=«d4»&x"pin=«e5»&x'pin=«f6»`,
    ],
    ['names after more marks', 'query', 'x`pin=«a1»&x(pin=«b2»&x\\pin=«c3»&x>pin=«d4»'],
    ['no names after the rest', 'query', 'x)pin=a1&x*pin=b2&x!pin=c3&x~pin=d4&x}pin=e5'],
    ['no name after a space and a quote', 'query', `q=x' pin=a1&q="x/pin=b2&q=x) pin=c3`],
    ['a name after a space that is far from a quote', 'query', `q=x'${'y'.repeat(40)} pin=«a1»&z=1`],
    ['a name after any mark in text', 'text', 'x) pin=«a1»; x*pin=«b2»; x!pin=«c3»'],
    ['no name with a space', 'query', 'q=x+password=kestrel&q=x%20password=kestrel'],
    [
      'no name with quotes or brackets',
      'query',
      '%27pin=a1&%22pin=b2&%3Cpin=c3&%3Epin=d4&%28pin=e5&%29pin=f6',
    ],
    ['no name that is a column', 'text', `x' and password='kestrel', or ,${'x'.repeat(60)}`],
    ['no name that is a column after other words', 'text', `where pin='a1'; set  token='b2'; not (pin='c3'`],
    ['no name that is a column after a sign', 'text', `x || pin='a1' && (token='b2'`],
    ['a name after the end of another word', 'text', `brand pin=«a1» and x pin=«b2» x:or pin=«c3»`],
    ['the longest name', 'query', `a=1&${'x'.repeat(92)}password=«kestrel»`],
    ['no longer name', 'query', `a=1&${'x'.repeat(93)}password=kestrel`],
    ['a name in another script', 'query', 'a=1&비밀번호=«kestrel»'],
    ['a name with any mark that names contain', 'query', 'a=1&u.x-y[0]$@%5B:password=«kestrel»'],
    ['no name without letters', 'query', '=kestrel&1234=kestrel&=kestrel&pin=«4711»'],
    // Variables and options in a field.
    ['a variable up to a command with an option', 'form', 'cmd=PASSWORD=«kestrel» sh -c x&x=1'],
    ['a variable up to a command with a path', 'form', 'cmd=PASSWORD=«kestrel»+python3.9+/tmp/a'],
    ['a variable up to an encoded command', 'form', 'cmd=PASSWORD=«kestrel»%20my_cmd%20%3E&x'],
    ['a variable up to a command in the same value', 'form', 'cmd=PASSWORD=«kestrel»&note=run sh /tmp'],
    ['a variable before words', 'form', 'cmd=PASSWORD=«kestrel sh hill»&x'],
    [
      'a variable before a command that is far',
      'form',
      `cmd=PASSWORD=«${'kestrel-hill'.repeat(34)} sh /tmp»&x`,
    ],
    ['no empty variable before a command', 'form', 'cmd=PASSWORD= sh -c x&x=1'],
    ['a field before words like a command', 'form', 'cmd=1&PASSWORD=«kestrel sh /tmp»&x'],
    ['a value of an option up to a space', 'form', 'cmd=x --password=«kestrel» hill&x=1 '],
    ['a value of an option up to the next field', 'form', 'cmd=x --Password=«kestrel»&x=1 y'],
    [
      'a field whose name contains hyphens',
      'form',
      'a=1&x--password=«kestrel hill»&---password=«kestrel hill»',
    ],
    ['a value with a space after a space', 'form', 'cmd=env PASSWORD=«kestrel hill»&x'],
    ['a value with a space after two ampersands', 'form', 'x&&PASSWORD=«kestrel hill»&x'],
    ['a value with a space after a hyphen', 'form', 'x&-Dpassword=«kestrel hill»&x'],
  ];
  for (const [what, context, text] of rows)
    it(`finds ${what} in a ${context}`, () => assert.equal(inPairs(context, unmarked(text)), text));

  const decoded: readonly (readonly [what: string, text: string])[] = [
    ['a variable up to a space', 'cmd=env PASSWORD=«kestrel» sh'],
    ['a variable up to the end of the command', 'a=x;PASSWORD=«kestrel»)&b=x|PASSWORD=«a1»}&c=x(PIN=«b2»]&x'],
    ['a variable up to the end of a substitution', 'a=x`PASSWORD=«kestrel»`&x'],
    ['a variable up to a pipe', 'a=x PASSWORD=«kestrel»|x&y PIN=«a1»;x'],
    ['a variable after two ampersands', 'cd /tmp&&TOKEN=«kestrel» hill'],
    ['a value of an option', 'x&-Dpassword=«kestrel» hill'],
    ['a variable in quotes as a whole', 'cmd=env PASSWORD=«"kestrel hill" x»&x'],
    ['a variable before an argument in quotes', `cmd=env PASSWORD=«kestrel» sh "a" 'b'`],
    ['a field as a whole', 'password=«kestrel hill»&pin=«a b»&x-pin=«c d»&x'],
    ['a field after one ampersand as a whole', 'x=&token=«kestrel hill»&x'],
  ];
  for (const [what, text] of decoded)
    it(`finds ${what} in a decoded form`, () => assert.equal(inPairs('form', unmarked(text), true), text));

  it('finds a value with any sign of a shell in decoded text', () => {
    const text = 'env PASSWORD=«kestrel|hill» PIN="«a b»"';
    assert.equal(inPairs('text', unmarked(text), true), text);
  });

  it('judges a limited number of names inside one value', () => {
    const value = (count: number) => `${'key=a '.repeat(count)}key=`;
    assert.equal(inPairs('form', `${value(15)}${RANDOM}&x=1`), `${value(15)}«${RANDOM}»&x=1`);
    assert.equal(inPairs('form', `${value(16)}${RANDOM}&x=1`), `${value(16)}${RANDOM}&x=1`);
    const words = 'note=a '.repeat(20);
    assert.equal(inPairs('form', `${words}key=${RANDOM}`), `${words}key=«${RANDOM}»`);
    const fields = 'key=a&'.repeat(20);
    assert.equal(inPairs('form', `${fields}key=${RANDOM}`), `${fields}key=«${RANDOM}»`);
  });

  it('returns the names of values and codes', () => {
    assert.deepEqual(findInPairs('pin=4711&phone=1&code=493817', names, 'form', false), [
      { start: 4, end: 8, kind: 'secret', name: 'pin' },
      { start: 22, end: 28, kind: 'secret', name: 'code' },
    ]);
  });
});

describe('findInMultipart', () => {
  const rows: readonly (readonly [what: string, text: string])[] = [
    [
      'the content of a part',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n«kestrel»\r\n--b--',
    ],
    ['the content after other line breaks', 'content-disposition \t:x; name=pin\n\n«kestrel\rhill»\n--b'],
    ['the content after carriage returns', 'content-disposition:x;name=pin\r\r«kestrel\nhill»\r--b'],
    [
      'the content of several parts',
      'Content-Disposition: form-data; name="note"\r\n\r\nhill\r\n--b\r\nContent-Disposition: form-data; name="pin"\r\n\r\n«4711»\r\n--b\r\nContent-Disposition: form-data; name=token; x=1\r\n\r\n«a1»',
    ],
    ['the content of a part with an encoded name', 'Content-Disposition: x; name*=pin\r\n\r\n«4711»'],
    [
      'the content of a part with a long head',
      `Content-Disposition: x; name=pin\r\nX: ${'y'.repeat(4000)}\r\n\r\n«4711»`,
    ],
    ['a name with spaces in quotes', 'Content-Disposition: x; name="the password"\r\n\r\n«kestrel»'],
    ['no part with the name of a file', 'Content-Disposition: x; filename="password"\r\n\r\nkestrel\r\n--b'],
    ['no part without a name', 'Content-Disposition: password\r\n\r\nkestrel\r\n--b'],
    ['no part with an empty name', 'Content-Disposition: x; name=""; pin\r\n\r\nkestrel\r\n--b'],
    [
      'content like the head of a part once',
      'Content-Disposition: x; name=pin\r\n\r\n«Content-Disposition: x; name=token\r\n\r\nkestrel»\r\n--b',
    ],
    [
      'the content of a part up to two hyphens on a line',
      'Content-Disposition: x; name=pin\r\n\r\n«a--b\r\n-c»\r\n--b',
    ],
  ];
  for (const [what, text] of rows)
    it(`finds ${what}`, () =>
      assert.equal(marked(unmarked(text), findInMultipart(unmarked(text), names)), text));
});
