import assert from 'node:assert/strict';
import { defaultRedaction, redactLog, redactRow } from '../../../src/redaction/redact.ts';
import { aLog, aRow } from '../formats/logs.ts';

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
    [
      'the values of headers that always contain secrets, in pairs and members',
      '{"headers":[{"name":"DPoP","value":"kestrel"},{"name":"X-License","value":"hill7"}],"x-access":"anna9x"}',
      '{"headers":[{"name":"DPoP","value":"‹1›"},{"name":"X-License","value":"‹2›"}],"x-access":"‹3›"}',
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

  it('hides a long key of words wherever it occurs', () => {
    const key = 'demo_key_for_partner_company_77';
    const request = (text: string) =>
      `GET /?q=${text} HTTP/1.1\r\nX-Api-Key: ${text}\r\nX-Debug: ${text}\r\n\r\n`;
    assert.equal(redacted(request(key)), request('‹1›'));
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
      'Private-Lines: 2\r\n«AAAAgQCQbXyokGbsfcM6OLCchIh7\r\nVokgDgkrwQbxwEzCvvxDwDXyokGb\r\n»Private-MAC: «582daa5eac53e77b37605449ab09165f74901106»',
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
    ['a value after a full-width colon', 'note 密码：«kestrel»'],
    [
      'the credentials of a header in a command, but not their scheme',
      "curl -H 'Authorization: Negotiate «kestrelhill7»' x",
    ],
    ['a password that ends like a call', 'x={"password":"«Kestrel(88)»"}'],
    ['the values of a method that signs in', '{"login":{"note":"«Kestrel_hill»"}}'],
    [
      'a value in YAML below its name, but not the next one',
      'auth:\n  password:\n    «kestrel»\n    host: db\n',
    ],
    ['the first of two lines below a name', 'token:\n  «kestrel»\n  hill 2\n'],
    ['a value before its name', '{"value":"«kestrel»","name":"password"}'],
    ['the answer to a question', '{"securityAnswer":"«kestrel»"}'],
    ['a part of a connection string', '{"c":"Server=db;User Id=sa;Password=«kestrel»;Encrypt=true"}'],
    ['a password with the sign of a command in a URL', 'see ftp://«anna:Kestrel$(hill)»@db.example/'],
    ['the value in an object of credentials', '{"credentials":{"value":"«kestrel»"}}'],
    [
      'the value in an object of credentials in code',
      "c = {'credentials': {'user': 'a', 'value': '«kestrel»'}}",
    ],
    [
      'a key file cut off before another file',
      '-----BEGIN PRIVATE KEY-----\n«MIIEvQIBADANBgkq\n»-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    ],
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
    ['a user in a URL whose host looks random', 'see http://kestrel@h4Kx9vBq27Lm.example/'],
    ['Base64 with slashes', 'data Zm9v/apidocs/KR7vQ2mX9pLw3Zt8bNc5HyT1dFg6sVJa'],
    ['the ports of a container', 'docker run -d --name mongo -p 127.0.0.1:27017:27017 mongo:6'],
    ['a directory', 'docker exec mongo mkdir -p /backup'],
    ['an option of another command', 'ls mongo && mkdir -p backup'],
    ['the start of a key file as a string', "if (text.startsWith('-----BEGIN PRIVATE KEY-----')) read(text)"],
    ['the lines around the start of a key file', 'grep "\n-----BEGIN PRIVATE KEY-----\n" *.pem'],
    ['a script in the directory of a sign-in', 'see /login/static/js/main.7f3a9b2c8d1e.chunk.js now'],
    ['a font in a directory', 'see /download/Inter-a8f93b2c1d.woff2 now'],
    ['a file after a word for a secret', 'see /reset-password/runtime.3f9a1c7b2D.js now'],
    ['a string that an attack compares', "password=x' or 'abc' like 'abc"],
  ];
  for (const [what, body] of kept)
    it(`keeps ${what}`, () => assert.equal(redacted(HEAD + body), HEAD + body));

  const heads: readonly (readonly [what: string, head: string])[] = [
    ['no empty cookie', 'GET / HTTP/1.1\r\nCookie: PHPSESSID=; theme=«dark»\r\n\r\n'],
    [
      'the value of a variable, but not the command after it',
      'GET /?cmd=env%20PASSWORD%3D«kestrel»%20sh%20x HTTP/1.1\r\n\r\n',
    ],
    ['a segment after words with hyphens', 'GET /newsletter-confirm/«kR7vQ2mX9pLw» HTTP/1.1\r\n\r\n'],
    ['a query that is a token', 'GET /unsubscribe?«kR7vQ2mX9pLw3Zt8» HTTP/1.1\r\n\r\n'],
    [
      'all parameters of an unknown scheme',
      'GET / HTTP/1.1\r\nAuthorization: SharedAccess «Signature token=a1, path=b2»\r\n\r\n',
    ],
    [
      'a long key of words everywhere',
      'GET /?note=«qwertz-hollow-jam-pi-7» HTTP/1.1\r\nX-Api-Key: «qwertz-hollow-jam-pi-7»\r\n\r\n',
    ],
    ['a password in a form without a request line', 'user=anna&password=«kestrel hill»&x=1'],
  ];
  for (const [what, head] of heads)
    it(`hides ${what}`, () =>
      assert.equal(redacted(head.replace(/[«»]/g, '')), head.replace(/«[^»]*»/g, '‹1›')));

  it('hides shortened addresses of clients if they are redacted', () => {
    const rawData =
      'GET / HTTP/1.1\r\nX-Forwarded-For: 2001:db8:85a3::8a2e:370:7334, fe80::, 10.0.0.7\r\n\r\n';
    const { log } = redactLog(aLog({ rawData }), undefined, { ...defaultRedaction, addresses: true });
    assert.match(log.rawData, /For: ‹[^›]+ 1›, ‹[^›]+ 2›, ‹[^›]+ 3›\r\n/);
  });

  it('hides card numbers of Mastercard that start with 2 if they are redacted', () => {
    const rawData = `${HEAD}note=2345678901234560`;
    const { log } = redactLog(aLog({ rawData }), undefined, { ...defaultRedaction, cardNumbers: true });
    assert.equal(log.rawData, `${HEAD}note=‹redacted: card number 1›`);
  });

  const descriptions: readonly (readonly [what: string, description: string])[] = [
    ['hides a value in backticks', 'The parameter `password` has the value `«Kestrel»`'],
    ['hides a value after the place of a match', 'Matched, found within ARGS:password: «kestrel»'],
    ['keeps a description on a line of its own', 'The rule\npassword: kestrel hill\nmatched'],
  ];
  for (const [what, description] of descriptions)
    it(`${what} in a description`, () => {
      const { log } = redactLog(
        aLog({ description: description.replace(/[«»]/g, '') }),
        undefined,
        defaultRedaction,
      );
      const shown = log.description.replace(/‹redacted: [a-z]+ (\d)›/g, '‹$1›');
      assert.equal(shown, description.replace(/«[^»]*»/g, '‹1›'));
    });

  it('keeps a digest in the target of a row', () => {
    const uri = '/static/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
    assert.equal(redactRow(aRow({ uri }), defaultRedaction).row.uri, uri);
  });

  it('hides a value in a detected value that is decoded', () => {
    const rawData = 'GET /?q=%3Cscript%3Ealert(1)%3C/script%3E&name=Kestrel_hill HTTP/1.1\r\n\r\n';
    const options = { ...defaultRedaction, detail: 'essential' } as const;
    const detectedValue = 'q=<script>alert(1)</script>&name=Kestrel_hill';
    const { row } = redactLog(aLog({ rawData }), aRow({ detectedValue }), options);
    assert.equal(row.detectedValue, 'q=<script>alert(1)</script>&name=‹12 characters›');
  });

  it('keeps a detected URL that misleads about its host', () => {
    const detectedValue = 'http://shop.example:x1@127.0.0.1/';
    const rawData = `GET /fetch?url=${detectedValue} HTTP/1.1\r\n\r\n`;
    const options = { ...defaultRedaction, detail: 'essential' } as const;
    const { log, row } = redactLog(aLog({ rawData }), aRow({ detectedValue }), options);
    assert.deepEqual([log.rawData, row.detectedValue], [rawData, detectedValue]);
  });

  const matches: readonly (readonly [what: string, match: string])[] = [
    ['the value after the name at its start', 'note: «kestrel hill»; cat /etc/passwd'],
    ['the complete text before it', '«my pass phrase: kestrel»; cat /etc/passwd'],
    ['a value of an attribute with letters and digits', '<img data-order=«kestrel-7731»>'],
  ];
  for (const [what, match] of matches)
    it(`hides in a match at the essential level ${what}`, () => {
      const detectedValue = match.replace(/[«»]/g, '');
      const options = { ...defaultRedaction, detail: 'essential' } as const;
      const { log } = redactLog(aLog({ rawData: HEAD + detectedValue }), aRow({ detectedValue }), options);
      assert.equal(log.rawData.replace(/‹[^›]*›/g, '‹1›'), HEAD + match.replace(/«[^»]*»/g, '‹1›'));
    });

  it('hides a token after a prefix in a description', () => {
    const token = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'kestrelhillkestrel'].join('.');
    const { log } = redactLog(aLog({ description: `found ses_${token} in` }), undefined, defaultRedaction);
    assert.equal(log.description, 'found ses_‹redacted: token 1› in');
  });
});
