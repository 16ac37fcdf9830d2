import assert from 'node:assert/strict';
import { defaultRedaction, redactLog } from '../../../src/redaction/redact.ts';
import { SecretNames } from '../../../src/redaction/secretNames.ts';
import { findInTables } from '../../../src/redaction/tables.ts';
import { aLog } from '../formats/logs.ts';
import { checkMarks, type MarkedTexts } from './marks.ts';

const HEAD = 'POST / HTTP/1.1\r\n\r\n';

function redacted(body: string): string {
  const { log } = redactLog(aLog({ rawData: HEAD + body }), undefined, defaultRedaction);
  return log.rawData.slice(HEAD.length);
}

describe('redactLog of tables', () => {
  it('hides quoted cells with separators and quotes in them, also if they are cut off', () => {
    assert.equal(
      redacted('user,password,note\nanna,"se""cret,9x",ok\nbob,summer24x,ok\n'),
      'user,password,note\nanna,"‹redacted: secret 1›",ok\nbob,‹redacted: secret 2›,ok\n',
    );
    assert.equal(redacted('user,password\nanna,"hunter2 cut'), 'user,password\nanna,"‹redacted: secret 1›');
    assert.equal(
      redacted('user,password,note\nanna,"hunter2, cut'),
      'user,password,note\nanna,"‹redacted: secret 1›',
    );
    const long = 'x9'.repeat(2_500);
    assert.equal(
      redacted(`user,password,note\nanna,"${long}",ok\n`),
      'user,password,note\nanna,"‹redacted: secret 1›",ok\n',
    );
  });

  it('ends the table at a line with another number of cells', () => {
    assert.equal(
      redacted('user,password\nanna,hunter2x\nsee you, later, all\nbob,summer24x\n'),
      'user,password\nanna,‹redacted: secret 1›\nsee you, later, all\nbob,summer24x\n',
    );
  });

  it('hides the values of a list that a list of names precedes', () => {
    assert.equal(
      redacted('{"names":["user","password"],"values":["anna","pa55"],"order":["name","token"]}'),
      '{"names":["user","password"],"values":["anna","‹redacted: secret 1›"],"order":["name","token"]}',
    );
    assert.equal(
      redacted('{"columns":["id","api_key"],"rows":[["k1","abc-1"],["k2","abc-2"],["k3"]]}'),
      '{"columns":["id","api_key"],"rows":[["k1","‹redacted: secret 1›"],["k2","‹redacted: secret 2›"],["k3"]]}',
    );
  });

  it('hides the password in a list that represents a sign-in call', () => {
    assert.equal(redacted('["login","anna","pa55"]'), '["login","anna","‹redacted: secret 1›"]');
    assert.equal(
      redacted('42["auth:signIn", "anna", "hunter2x"]'),
      '42["auth:signIn", "anna", "‹redacted: secret 1›"]',
    );
    const words = '{"events":["login","logout","register"],"steps":["signin","step1","step2","step3"]}';
    assert.equal(redacted(words), words);
  });

  const insert = (values: string) => `INSERT INTO users (name, password) VALUES (${values}`;
  const rows: readonly (readonly [what: string, values: string, expected: string])[] = [
    ['every row', "'anna', 'hunter2x'), ('bob' , N'summer24x')", "'anna', '‹1›'), ('bob' , N'‹2›')"],
    ['a value after a call', "CONCAT(a, b), 'hunter2x')", "CONCAT(a, b), '‹1›')"],
    ['a value with quotes in it', "'an''na', 'hun\\'ter''2x')", "'an''na', '‹1›')"],
    ['a value that is cut off', "'anna', 'hunter2", "'anna', '‹1›"],
    [
      'no value of a row that has none for the column',
      "'anna'), (NULL, 'hunter2x')",
      "'anna'), (NULL, '‹1›')",
    ],
  ];
  for (const [what, values, expected] of rows)
    it(`hides ${what} of an INSERT`, () => {
      const shown = redacted(insert(values)).replace(/‹redacted: secret (\d)›/g, '‹$1›');
      assert.equal(shown, insert(expected));
    });

  it('takes time in proportion to the number of rows of an INSERT', () => {
    const count = 20_000;
    const shown = redacted(insert(`${"'anna', 'hunter2x'), (".repeat(count)}'bob', 'summer24x')`));
    assert.equal(shown.match(/‹redacted: secret 1›/g)?.length, count);
    assert.match(shown, /'bob', '‹redacted: secret 2›'\)$/);
  });
});

describe('findInTables', () => {
  const names = new SecretNames([]);

  /** Returns a line of names with up to 40 units each; the first is the name of a secret. */
  const head = (length: number) => `password${`,${'c'.repeat(39)}`.repeat(60)}`.slice(0, length);
  const cells = (first: string, count: number) => first + ',x'.repeat(count - 1);

  const rows: readonly MarkedTexts[] = [
    [
      'hides the values of columns with types',
      'A:int\u001fUSER_PWD:string(32)\u001e1\u001f«kestrel»\u001e2\u001f«hill»',
    ],
    [
      'hides the values of a column whose name has digits or marks',
      'user;password2\nanna;«kestrel»',
      'x|पासवर्ड\na|«kestrel»',
    ],
    [
      'keeps the lines below a line that has other text than names',
      '1password,user\nnorth,anna',
      'password!,user\nnorth,anna',
      'user,password,1!\na,north,b',
      '1!,password\na,north',
    ],
    [
      'hides the values beside a column without a name',
      'user,,password\nanna,x,«kestrel»',
      ',password\n1,«kestrel»',
    ],
    [
      'hides the values in a Markdown table',
      '| user | password |\n| anna | «kestrel» |',
      '> | user | password |\n> | anna | «kestrel» |',
      '| 1! | password |\n| anna | north |',
    ],
    ['keeps lines without separators', 'password\nnorth', 'a,b\npassword\nnorth'],
    [
      'hides the values of an incomplete last line only if it ends the text',
      'user,password,note\nanna,«kestrel»',
      'user,password,note\nanna,north\n',
      'user,password\nanna,north,x',
    ],
    [
      'hides the values below the longest line of names only',
      `${head(2000)}\n${cells('«kestrel»', 51)}`,
      `${head(2001)}\n${cells('north', 51)}`,
    ],
    [
      'hides the values of at most 100 columns',
      `${cells('password', 100)}\n${cells('«kestrel»', 100)}\n${cells('north', 101)}\n`,
      `${cells('password', 101)}\n${cells('north', 101)}`,
      `${cells('password', 101)}\n${cells('north', 100)}`,
    ],
    [
      'hides only values in a list that are not words or names',
      '{"n":["user","pin"],"v":["anna",«12345»]}',
      '{"n":["user","password"],"v":[ "anna","«kes-trel»"]}',
      '{"n":["user","password"],"v":["anna","«kes+trel»"]}',
      '{"n":["user","password"],"v":["anna","«Kestrel»"]}',
      '{"n":["user","password"],"v":["anna","north"]}',
      '{"n":["user","password"],"v":["name","newPassword2"]}',
    ],
    [
      'hides values without the quotes and white space around them',
      'user,password\nanna,  "«kestrel»"  \nbob,\t\'«hill»\'\n',
    ],
    [
      'hides the values of an INSERT',
      "INSERT  INTO  [db].`users`  (  `name` , \"password\"  )  VALUES  (  'anna'  ,  '«kestrel»'  )  ,  (  NOW()  ,N'«hill»')",
      "insert into users(name,password)values('anna','«kestrel»'",
    ],
  ];
  checkMarks(rows, (text) => findInTables(text, names));

  it('names the columns of an INSERT without quotes and white space', () => {
    const found = findInTables("INSERT INTO users ( `name` , `password` ) VALUES (1, 'kestrel')", names);
    assert.deepEqual(found, [{ start: 54, end: 61, kind: 'secret', name: 'password' }]);
  });
});
