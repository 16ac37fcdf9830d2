import assert from 'node:assert/strict';
import { defaultRedaction, redactLog } from '../../../src/redaction/redact.ts';
import { aLog } from '../formats/logs.ts';

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
