import assert from 'node:assert/strict';
import { SecretNames } from '../../../src/redaction/secretNames.ts';
import { findInTables } from '../../../src/redaction/tables.ts';
import { checkMarks, type MarkedTexts } from './marks.ts';

describe('findInTables', () => {
  const names = new SecretNames();

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
