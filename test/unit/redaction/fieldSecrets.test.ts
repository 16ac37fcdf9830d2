import assert from 'node:assert/strict';
import { readFields } from '../../../src/http/fields/readFields.ts';
import { parseRawRequest } from '../../../src/http/rawHttp.ts';
import { type JudgedFields, judgeFields } from '../../../src/redaction/fieldSecrets.ts';
import { SecretNames } from '../../../src/redaction/secretNames.ts';
import { marked, unmarked } from './marks.ts';

const names = new SecretNames();
const RANDOM = 'kR7vQ2mX9pLw';

type Ranges = keyof JudgedFields;

function judged(raw: string, ranges: Ranges): string {
  return marked(raw, judgeFields(raw, parseRawRequest(raw), readFields(raw).fields, names)[ranges]);
}

/** Asserts that exactly the marked ranges of a body are returned. */
function assertBody(ranges: Ranges, body: string, { target = '/', type = '' } = {}): void {
  const head = `POST ${target} HTTP/1.1\r\n${type && `Content-Type: ${type}\r\n`}\r\n`;
  assert.equal(judged(head + unmarked(body), ranges), head + body);
}

const FORM = { type: 'application/x-www-form-urlencoded' };
const XML = { type: 'text/xml' };

describe('judgeFields', () => {
  describe('secrets', () => {
    const plain = [
      ...[
        'kestrel',
        'kestrel hill',
        'Hi, anna! See 123 birds? Yes.',
        "it's a well- known bird",
        'a  ,b',
        'bird-',
      ],
      ...[
        'a 1234',
        '1234 a',
        'a 12345678',
        'a 1234567, 89',
        'dropped orders',
        `${'a '.repeat(39)}b`,
        'abcdefghijkl',
      ],
      ...[RANDOM, 'kR7v_Q2mX9pLw', `${RANDOM.repeat(5)}`, '010+'],
    ];
    for (const value of plain)
      it(`include ${JSON.stringify(value)}`, () =>
        assertBody('secrets', JSON.stringify({ password: `«${value}»` })));

    const others = [
      ...[
        'kestrel_hill',
        'kestrel.hill',
        'kestrel-hill',
        'abcdefghijklm',
        'a/b',
        'a    b',
        ' kestrel',
        '123456789 a',
      ],
      ...['1234', '1234!?', '123456.', '010 1234 567', '010+1234+567', '12+34 56789', `${'a '.repeat(40)}b`],
      ...[
        'my pin',
        'the Password',
        'a session',
        'drop it',
        'this or that',
        `${RANDOM}-`,
        `${RANDOM.repeat(5)}a`,
        'kestrel1',
      ],
      ...['null', '12', ''],
    ];
    for (const value of others)
      it(`do not include ${JSON.stringify(value)}`, () =>
        assertBody('secrets', JSON.stringify({ password: value })));

    const rows: readonly (readonly [what: string, body: string, options?: { readonly type: string }])[] = [
      ['values of a form', 'user=anna&password=«kestrel»&pin=«123»', FORM],
      ['values at any depth', '{"user":{"list":[{"password":"«kestrel»"}],"0":{"token":"«hill»"}}}'],
      ['a value below the same name', '{"password":{"password":"«kestrel»"}}'],
      ['a number', '{"pin":«123»}'],
      ['the content of an element', '<user><password>«kestrel»</password></user>', XML],
      ['no value of an attribute', '<user password="kestrel"/>', XML],
      [
        'the content of a part',
        '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n«kestrel»\r\n--b--\r\n',
        { type: 'multipart/form-data; boundary=b' },
      ],
      ['no value with less than three digits', 'pin=12&otp=1&password=«12 x»', FORM],
      [
        'no value below other names of secrets',
        '{"auth":{"password":"kestrel"},"code":{"password":"kestrel"}}',
      ],
      ['no words without quotes', '{"password": kestrel, "pin": x'],
      ['no value of other names', '{"note":"kestrel","code":"kestrel","ticket":"kestrel"}'],
    ];
    for (const [what, body, options] of rows)
      it(`include ${what}`, () => assertBody('secrets', body, options));

    it('do not include values in the head', () => {
      const raw =
        'GET /password/kestrel;pin=123?password=kestrel HTTP/1.1\r\nX-Token: kestrel\r\nCookie: password=kestrel\r\n\r\n';
      assert.equal(judged(raw, 'secrets'), raw);
    });

    it('have the name of the field', () => {
      const raw = 'POST / HTTP/1.1\r\n\r\n{"password":"kestrel"}';
      const { secrets } = judgeFields(raw, parseRawRequest(raw), readFields(raw).fields, names);
      assert.deepEqual(secrets, [{ start: 32, end: 39, kind: 'secret', name: 'password' }]);
    });
  });

  describe('values', () => {
    const targets = [
      ...['/login', '/logon', '/sign-in', '/Sign_on', '/signIn', '/log_in'],
      ...[
        '/authenticate',
        '/unlock',
        '/password',
        '/passwords',
        '/passwd',
        '/passwds',
        '/pwd',
        '/reset',
        '/resets',
        '/secret',
        '/secrets',
      ],
      ...[
        '/token',
        '/tokens',
        '/credential',
        '/credentials',
        '/verify',
        '/verification',
        '/user/login',
        '/login/anna',
      ],
      ...[
        '/a/userLogin',
        '/LOGIN',
        '/a/USER_LOGIN',
        '/a/v2Login',
        '/user_login_now',
        '/user-login.do',
        '/api:login',
        '/login?x=1',
        '/login#x',
      ],
      ...[`/${'x'.repeat(54)}_login`, '/login/', 'http://shop.example/login'],
    ];
    for (const target of targets)
      it(`are those of a request to ${target.slice(0, 40)}`, () =>
        assertBody('values', 'note=«Kestrel_hill»', { target, ...FORM }));

    const otherTargets = [
      ...[
        '/',
        '/blogin',
        '/logins',
        '/loginfo',
        '/signing',
        '/verifying',
        '/apassword',
        '/user/shop',
        '/login.js',
        '/login/a/b',
      ],
      ...[
        '/x?login',
        '/x#/login',
        '/x?/login',
        '/my_user_login_now',
        '/my-user-login.now',
        '/login!',
        `/${'x'.repeat(55)}_login`,
      ],
      ...[`/${'x'.repeat(1019)}/login`, '/a/login.PNG'],
    ];
    for (const target of otherTargets)
      it(`are not those of a request to ${target.slice(0, 40)}`, () =>
        assertBody('values', 'note=Kestrel_hill', { target, ...FORM }));

    const rows: readonly (readonly [what: string, body: string, options?: { readonly type: string }])[] = [
      ...'method methodName MethodName operation operationName operation_name action procedure function'
        .split(' ')
        .map((name) => [`named beside ${name}`, `${name}=user.login&note=«Kestrel_hill»`, FORM] as const),
      ...'wp.getPosts blogger.newPost metaWeblog.newPost mt.publish execute_kw'
        .split(' ')
        .map((call) => [`in a call of ${call}`, `method=${call}&note=«Kestrel_hill»`, FORM] as const),
      ['in an object of an operation', '{"login":{"note":"«Kestrel_hill»"}}'],
      ['in an object of a reset', '{"a":{"reset":[{"note":"«Kestrel_hill»","b":"«Kestrel-2»"}]}}'],
      ['in an element of an operation', '<a><userLogin><note>«Kestrel_hill»</note></userLogin></a>', XML],
      ['beside an object of an operation', '{"a":"«Kestrel_hill»","login":{"b":"«c»"}}'],
      ['that are no secrets', '{"login":{"password":"kestrel","note":"«Kestrel_hill»","pin":"«12-34»"}}'],
      [
        'that are not ordinary',
        '{"login":{"a":"","b":"12","c":"yes","page":"home","d":"admin","e":"%PW%","f":"«home»","g":123456789012,"h":true,"i":"127.0.0.1"}}',
      ],
      ['without the names of operations', '{"login":{"action":"Kestrel_hill","myActions":"«Kestrel_hill»"}}'],
      ['without query operators', '{"login":{"note":{"$ne":"Kestrel_hill","x$":"Kestrel_hill"}}}'],
    ];
    for (const [what, body, options] of rows)
      it(`are those ${what}`, () => assertBody('values', body, options));

    const kept: readonly (readonly [what: string, body: string, options?: { readonly type: string }])[] = [
      ...'xmethod methods actions myFunction functions'
        .split(' ')
        .map((name) => [`beside ${name}`, `${name}=login&note=Kestrel_hill`, FORM] as const),
      ...'wpx.getPosts a.wp.getPosts wp.get! wp xexecute_kw execute_kwx wp.'
        .split(' ')
        .map((call) => [`beside ${call}`, `method=${call}&note=Kestrel_hill`, FORM] as const),
      ['beside the name of another method', 'method=read&action=&note=Kestrel_hill', FORM],
      ['beside the name of an operation as a value', 'x=login&note=Kestrel_hill', FORM],
      ['beside a value with the name of an operation', '{"login":"Kestrel_hill","a":["Kestrel_hill"]}'],
      ['below another name', '{"user":{"note":"Kestrel_hill"}}'],
      ['below the name of a secret', '{"password":{"note":"Kestrel_hill"}}'],
      ['below a name that starts with a digit', '{"2login":{"note":"Kestrel_hill"}}'],
      ['of an operation in a field', 'data={"login":{"note":"Kestrel_hill"}}', FORM],
      ['of an operation in a form', 'login[note]=Kestrel_hill', FORM],
    ];
    for (const [what, body, options] of kept)
      it(`are not those ${what}`, () => assertBody('values', body, options));

    it('have the name of the field', () => {
      const raw = 'POST /login HTTP/1.1\r\n\r\nnote=Kestrel_hill';
      const { values } = judgeFields(raw, parseRawRequest(raw), readFields(raw).fields, names);
      assert.deepEqual(values, [{ start: 29, end: 41, kind: 'secret', name: 'note' }]);
    });

    it('include those in a query, but not those in headers', () => {
      const raw =
        'GET /login?note=«Kestrel_hill» HTTP/1.1\r\nX-Note: Kestrel_hill\r\nCookie: a=Kestrel_hill\r\n\r\n';
      assert.equal(judged(unmarked(raw), 'values'), raw);
    });
  });

  describe('settled', () => {
    const rows: readonly (readonly [what: string, body: string, options?: { readonly type: string }])[] = [
      ['fields with plain values', 'a=1/2&«note=kestrel hill»&b=x_y&c=', FORM],
      ['neighboring fields together', '«note=kestrel&password=kestrel&c=123»', FORM],
      ['members', '{«"note":"kestrel", "x":"c"»,"a":{«"y":"c"»},"«n" : 12», "e":"x_y", "f":[1]}'],
      ['members around a value without a name', '{«"a":"b"», "list":["kestrel"], «"c":"d"»}'],
      ['elements', '<x><«a>b</a>\n <ns:c-d.e>f</ns:c-d.e><br/><g>h»</g></x>', XML],
      ['elements that are far apart', `<x><«a>b»</a>${'<y></y>'.repeat(5)}<«c>d»</c></x>`, XML],
      ['elements around an attribute', '<x><«a>b»</a><y z="«e»"/><«c>d»</c></x>', XML],
      [
        'elements with other names',
        '<x><«name>kestrel»</name><y/>1_<«id>12»</id>2_<«field>well we see it»</field></x>',
        XML,
      ],
      [
        'elements around the name of a secret',
        '<x><«a>b»</a><field>dpop</field><param>ticket</param><«a>b»</a></x>',
        XML,
      ],
      ['members around the name of a secret', '{«"a":"b"», "name":"dpop", «"c":"d"»}'],
      ['named fields with a random word', `«note=${RANDOM}»&=${RANDOM}&${RANDOM}`, FORM],
      ['a field with a word that is plain and random', '«note=xkcdqwrtzpsd»&x_y', FORM],
      [
        'no fields that might have another name',
        'value=kestrel&my-text=kestrel&username=kestrel&u=kestrel',
        FORM,
      ],
      [
        'no fields with numbered names',
        'fieldvalues=kestrel&arg0=kestrel&string7=kestrel&phonenumber=kestrel',
        FORM,
      ],
      [
        'fields whose names only resemble those',
        '«values2=kestrel&xtext=kestrel&args10=kestrel&value-x=kestrel&--=kestrel»',
        FORM,
      ],
      ['fields with a short name', '«name=kestrel&id=hill&n=x»', FORM],
      ['elements whose names only resemble that of a name', '<x><«myName>kestrel»</myName></x>', XML],
      [
        'no fields of addresses and methods',
        'mail=a&email=b&emailAddress=c&phone=d&mobile=e&mobileNumber=f&method=g&methodName=h&values=i&phoneNo=j',
        FORM,
      ],
      ['no field of a secret without a value', 'password=null&x_y&«note=kestrel»', FORM],
      ['no field of an ambiguous name', 'code=kestrel&ticket=kestrel', FORM],
      ['no member below the name of a secret', '{"auth":{"note":"kestrel"},"code":{"note":"kestrel"}}'],
      ['no words without quotes', '{"note": kestrel, "x": y'],
      ['no values of other kinds', '{"a":{"b":[]},"c":[]}'],
    ];
    for (const [what, body, options] of rows)
      it(`contains ${what}`, () => assertBody('settled', body, options));

    it('contains no query', () => {
      const raw = 'GET /note?note=kestrel HTTP/1.1\r\nX-Note: kestrel\r\n\r\n';
      assert.equal(judged(raw, 'settled'), raw);
    });
  });

  describe('words', () => {
    const rows: readonly (readonly [what: string, body: string, options?: { readonly type: string }])[] = [
      [
        'the random words of named fields',
        `a=kestrel&note=«${RANDOM}»&password=${RANDOM}&=${RANDOM}&${RANDOM}`,
        FORM,
      ],
      ['the random words of members', `{"note":"«${RANDOM}»","b":["${RANDOM}"],"value":"${RANDOM}"}`],
      [
        'the random words of elements, but not of attributes',
        `<x><note>«${RANDOM}»</note><y z="${RANDOM}"/></x>`,
        XML,
      ],
      ['no words that are plain', 'note=xkcdqwrtzpsd&b=kestrel', FORM],
    ];
    for (const [what, body, options] of rows) it(`are ${what}`, () => assertBody('words', body, options));
  });
});
