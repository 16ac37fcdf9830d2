import assert from 'node:assert/strict';
import { defaultRedaction, redactLog } from '../../../src/redaction/redact.ts';
import { aLog } from '../formats/logs.ts';

const HEAD = 'POST / HTTP/1.1\r\n\r\n';

function redacted(rawData: string): string {
  const { log } = redactLog(aLog({ rawData }), undefined, defaultRedaction);
  return log.rawData.replace(/‹redacted: [a-z]+ (\d)›/g, '‹$1›');
}

describe('redactLog of rare forms', () => {
  const bodies: readonly (readonly [what: string, body: string, expected: string])[] = [
    ['a short value in a path', 'see /password/summer24 now', 'see /password/‹1› now'],
    [
      'a secret with a character beyond the first plane, encoded and not',
      'password=%F0%9F%98%80abc123def456&x=1 and 😀abc123def456',
      'password=‹1›&x=1 and ‹1›',
    ],
    ['a secret with bytes beyond the last character', 'password=%F7%BF%BF%BFabc123&x=1', 'password=‹1›&x=1'],
    [
      'the described value of a pair, but not its description',
      '[{"name":"password","value":{"type":"bcrypt","hash":"hunter2x9"}}]',
      '[{"name":"password","value":{"type":"bcrypt","hash":"‹1›"}}]',
    ],
    [
      'the values of a list, but not the name of a call in it',
      '{"password":["a1b2c3d4",null,call(1)]}',
      '{"password":["‹1›",null,call(‹2›]}',
    ],
    [
      'the value of the last of many pairs',
      `{"a":[${'{"name":"n"},'.repeat(20)}{"name":"password","value":"hunter2x"}]}`,
      `{"a":[${'{"name":"n"},'.repeat(20)}{"name":"password","value":"‹1›"}]}`,
    ],
    ['the secret before a command', 'x=1;password=hunter2x; rm -rf /tmp', 'x=1;password=‹1›; rm -rf /tmp'],
  ];
  for (const [what, body, expected] of bodies)
    it(`hides ${what}`, () => assert.equal(redacted(HEAD + body), HEAD + expected));

  it('hides cookies after a serialized object, whose parts are not cookies', () => {
    const before = 'GET / HTTP/1.1\r\nCookie: o=O:4:"User":1:{s:1:"a";s:3:"b=c";}; sid=';
    assert.equal(redacted(`${before}abc123\r\n\r\n`), `${before}‹1›\r\n\r\n`);
  });

  it('hides no empty parameter of an Authorization header', () => {
    const head = 'GET / HTTP/1.1\r\nAuthorization: Digest username="anna", ';
    assert.equal(
      redacted(`${head}response="", realm="shop"\r\n\r\n`),
      `${head}response="", realm="shop"\r\n\r\n`,
    );
    assert.equal(redacted(`${head}response="6629fae4"\r\n\r\n`), `${head}response="‹1›"\r\n\r\n`);
  });

  const marked: readonly (readonly [what: string, body: string])[] = [
    ['a password after a word in another language', 'вход с паролем «Kx9-vBq27» выполнен'],
    ['a password after a word in a sentence', 'Use the password «Kx9-vBq27» to enter'],
    ['a password in quotes before the word', 'use `«Kx9-vBq27»` as the password'],
    ['the second argument of a sign-in', 'new NetworkCredential("anna", "«sommer77»")'],
    ['a string in three quotes', 'db_password = """«Kx9-vBq27»"""'],
    ['a field with a type', 'class A { private password: string = "«Kx9-vBq27»"; }'],
    ['a value that is compared', 'if (password == "«Kx9-vBq27»") exit'],
    ['a variable of a container', 'env:\n- name: DB_PASSWORD\n  value: «kestrel»\n'],
    ['a setting after an option', 'git config --global http.password «Kestrel7»'],
    ['a value after an option of Helm', 'helm upgrade "shop" --set db.password=«kestrel»'],
    ['an exported variable after text in quotes', 'echo "start"\nexport DB_PASSWORD=«kestrel»'],
    ['a password on the line after the words', "CREATE USER anna IDENTIFIED BY\n  '«kestrel»'"],
    ['the input of chpasswd', 'echo root:«kestrel» | chpasswd'],
    ['the input of a sign-in', 'echo -n «Kx9-vBq27» | docker login --password-stdin'],
    ['a password after several spaces', 'keytool -list -storepass  «kestrel»'],
    ['a password after an option and a space', 'wget --password «Kestrel-7» http://shop.example/'],
    ['a password that touches its option', 'smbclient //files/share -Uanna%«kestrel»'],
    ['the password of mongo', 'mongo -u anna -p «kestrel»'],
    ['the password of mongoexport', 'mongoexport -u anna -p «kestrel» -c users'],
    [
      'the answers to a mail server',
      'AUTH LOGIN\r\n334 VXNlcm5hbWU6\r\nYW5uYQ==\r\n334 UGFzc3dvcmQ6\r\n«S2VzdHJlbA==»',
    ],
    ['a password after a user name and a slash', 'login:anna / «Kx9-vBq27»'],
    ['the end of a truncated insertion', "INSERT INTO users (name, password) VALUES ('anna', '«kestrel»'"],
    ['an inserted value after a call', "INSERT INTO users (created, password) VALUES (NOW() , '«kestrel»')"],
    ['an inserted value before a space', "INSERT INTO users (name, password) VALUES ('anna' , '«kestrel»' )"],
    ['a hash of passlib', 'note «$pbkdf2-sha256$29000$N2YMIWQsBWBMae09x1jrPQ$1t8iyB2A.WF»'],
    [
      'all lines of a PuTTY key',
      'Private-Lines: 2\r\n«AAAAgQCQbXyokGbsfcM6OLCchIh7\r\nVokgDgkrwQbxwEzCvvxDwDXyokGb\r\n»Private-MAC: 1',
    ],
    ['the password in a data source name', 'dsn app:«kestrel»@tcp(db:3306)/shop'],
    [
      'a password after a comment in XML',
      '{"xml":"<login><password><!-- of the database -->«kestrel»</password></login>"}',
    ],
    [
      'a password beside its name and another attribute',
      '<field note="login" name="password" value="«kestrel»"/>',
    ],
    ['a password before a tag', '{"password":"«Kestrel-7<br>»"}'],
    ['a joined name in another script', '{"새비밀번호확인":"«kestrel»"}'],
    ['a password in YAML, but not the comment after it', 'db:\n  password: «kestrel» # of the shop\n'],
    ['a password in YAML with a number sign', 'db:\n  password: «kestrel #hill»\n'],
    ['a code that was sent to an address', 'emailAddress=anna&code=«493817»'],
  ];
  for (const [what, body] of marked)
    it(`hides ${what}`, () =>
      assert.equal(redacted(HEAD + body.replace(/[«»]/g, '')), HEAD + body.replace(/«[^»]*»/g, '‹1›')));

  const kept: readonly (readonly [what: string, body: string])[] = [
    ['the names of required members', '{"required" : [ "password", "username" ]}'],
    ['a digest with its method', '{"hash":"blake2b-9f86d081884c7d659a2feaa0c55ad015"}'],
    ['a code of a product', 'phone=010&code=A123456'],
    ['a description of a key', '{"api_key":"[your api key]"}'],
    ['an argument with a query', 'c0-param1=string:list.jsp?cmd=Show1'],
    ['a place on another computer', 'tool -p nas1:/export/Anna_1'],
    ['a value whose name ends like a password', 'map = {compass: "north hill"}'],
    ['a value after a variable with a password', 'password = $input\ntheme = "navy blue"'],
    ['words with a hyphen before a word', 'x-password hill, well-token hall'],
    ['a value beside the name of a host', 'site=wp.smallbiz.example&note=Kestrel_hill'],
    [
      'a value beside a field whose name ends like that of an operation',
      'transaction=reset&note=Kestrel_hill',
    ],
  ];
  for (const [what, body] of kept)
    it(`keeps ${what}`, () => assert.equal(redacted(HEAD + body), HEAD + body));
});
