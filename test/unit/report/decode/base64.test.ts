import assert from 'node:assert/strict';
import { findBase64 } from '../../../../src/report/decode/base64.ts';

describe('a text that is said to be Base64', function () {
  this.timeout(20_000);

  const textOf = (text: string) => findBase64(text, { declared: true })[0]?.text;

  it('may be broken into lines, with white space before the padding and behind it', () => {
    for (const text of ['QUJD\r\nREVG', ' QUJD REVG ', 'QUJDREVG\n', '\tQUJDREVG']) {
      assert.equal(textOf(text), 'ABCDEF', text);
    }
    for (const text of ['QUJDREVGR0g=', 'QUJD\r\nREVG\r\nR0g=\r\n', 'QUJDREVGR0g =', 'QUJDREVG R0g= \t ']) {
      assert.equal(textOf(text), 'ABCDEFGH', text);
    }
    assert.equal(textOf('QUJDREVG Rw==\n'), 'ABCDEFG');
  });

  it('is left as it is with anything else in it', () => {
    for (const text of [
      'QUJD REVG!',
      'QUJDREVG Rw= =',
      'QUJDREVG Rw== x',
      'QUJDREVG=QUJD',
      'QUJD REVG R',
      'QUJD',
    ]) {
      assert.equal(textOf(text), undefined, text);
    }
  });

  it('may hold much white space before what is no Base64', () => {
    assert.equal(textOf(`${'A'.repeat(8)}${' '.repeat(200_000)}!`), undefined);
  });
});
