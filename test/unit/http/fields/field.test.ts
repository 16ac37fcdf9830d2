import assert from 'node:assert/strict';
import { kindOfWord } from '../../../../src/http/fields/field.ts';

describe('kindOfWord', () => {
  it('is the kind of an unquoted value', () => {
    for (const [kind, words] of Object.entries({
      boolean: ['true', 'false'],
      null: ['null'],
      number: ['0', '42', '-1.5', '7e3', '-0'],
      text: ['True', 'truest', 'nulls', '', '-', 'a1', '.5', '+1', 'x-1', '--1'],
    }))
      for (const word of words) assert.equal(kindOfWord(word), kind, word);
  });
});
