import assert from 'node:assert/strict';
import { namedValues } from '../../../src/redaction/attackValues.ts';
import { isSecretName, namesSecret } from '../../../src/redaction/ordinary.ts';
import { checkMarks, type MarkedTexts } from './marks.ts';

describe('namedValues', () => {
  const rows: readonly MarkedTexts[] = [
    [
      'reads pairs of a query or form',
      'a=1&name=«Yvonne-K4»&id=7',
      'nick=«kestrel hill»&x'.replace(' hill', ''),
    ],
    ['reads pairs in parentheses', '(&(uid=«kestrel»)(objectClass=*))', '(cn=«kestrel»)'],
    ['reads members of JSON', '{"nick": "«Yvonne-K4»","page":"home"}', '{\\"pwd\\":\\"«hunter2»\\"}'],
    ['reads members of serialized objects', '{s:4:"pass";s:15:"«Olive-Grove$731»";s:3:"pin";i:«483920»;}'],
    ['reads elements', '<pass>«kestrel»</pass>', '<id>7</id>'],
    ['reads the parts of a multipart body', 'name="pass"\r\n\r\n«watermelon»\r\n--X'],
    [
      'reads messages of ModSecurity',
      'found within ARGS:pwd: «hunter2 hill»',
      'found within ARGS:q: «some text»"]',
    ],
    [
      'reads options of a command',
      'x;mysql --password=«tiger» -h a',
      'net use /user:x password «tiger9» now',
    ],
    [
      'reads sentences with the name of a secret',
      'Parameter password has the value «Grebe!300»',
      'The parameter `password` has the value `«Kestrel»`',
      'password: «kestrel»',
      'the token is «kestrel»',
    ],
    [
      'reads credentials',
      'Authorization: Basic «YW5uYTpodW50ZXIy»',
      'Bearer «kestrel-hill»',
      'http://«anna:hunter2»@a/',
    ],
    ['reads encoded text', 'user%253D%22&pwd%3D«Nord%2FStern»%26sql%3D1'],
    [
      'hides the value before an attack',
      "pwd=«hunter2»' OR 1=1--",
      "x=1&nick=«Yvonne-K4»'--",
      'id=1&token=«kestrel»<script>',
    ],
    [
      'keeps an attack',
      "pwd=' OR 1=1--",
      'q=<script>alert(1)</script>',
      'user[$ne]=x',
      'file=../../etc/passwd',
      'cmd=$(id)',
    ],
    [
      'keeps ordinary values',
      'page=home&sort=desc',
      'theme=dark',
      '{"ok":"true"}',
      'user=admin',
      "login='root'",
    ],
    [
      'keeps locations and code',
      'url=http://evil.example/x',
      'src=//evil.example/x.js',
      'onload=foo(1)',
      'a=$HOME',
    ],
    ['keeps the class of an object', '{"@type":"com.sun.rowset.JdbcRowSetImpl"}'],
    ['keeps a header that an attack adds', 'en\r\nSet-Cookie: admin=1'],
    ['keeps a host where a user would be', 'http://shop.example@127.0.0.1/', 'http://10.0.0.1:80@127.0.0.1/'],
    ['keeps sentences', 'SQL Injection: matched', 'Rule 942100 at level 3', 'Password policy'],
    ['keeps short values', 'a=xyz', 'pwd=abc'],
  ];
  checkMarks(rows, namedValues);

  it('finds the PIN of a named value', () => {
    assert.deepEqual(namedValues('oldPin: "4253"'), [{ start: 9, end: 13 }]);
  });
});

describe('namesSecret', () => {
  for (const message of [
    'Weak password in parameter "password"',
    'Matched variable ARGS:pwd',
    'XML element password',
    'parameter [userPwd] in POST body matched',
    'REQUEST_BODY json.password',
    'parameter name: pwd',
    "파라미터 '비밀번호'",
  ])
    it(`is true for ${message}`, () => assert.ok(namesSecret(message)));
  for (const message of ['parameter q', 'ARGS:page', 'password policy', 'parameter passenger', ''])
    it(`is false for ${message}`, () => assert.ok(!namesSecret(message)));
});

describe('isSecretName', () => {
  it('is true for names of secrets and of data about a person', () => {
    for (const name of ['password', 'userPwd', 'api_key', 'X-Auth-Token', 'sid', '비밀번호', 'email'])
      assert.ok(isSecretName(name), name);
    for (const name of ['q', 'page', 'passenger', 'keyword', '']) assert.ok(!isSecretName(name), name);
  });
});
