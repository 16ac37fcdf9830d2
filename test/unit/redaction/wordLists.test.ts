import assert from 'node:assert/strict';
import { lastWordPairs, plainLetters, wordLists } from '../../../src/redaction/wordLists.ts';

describe('wordLists', () => {
  it('contain each word of a line, without accents', () => {
    for (const word of ['psk', 'passcode', 'csc', 'ssn']) assert.ok(wordLists.secretWords.has(word), word);
    assert.ok(wordLists.foreignWords.has('κωδικος'));
    assert.ok(wordLists.foreignWords.has('비밀번호'));
    for (const words of Object.values(wordLists))
      for (const word of words) assert.match(word, /^[^\s\p{Lu}]+$/u);
  });

  it('contain each pair of last words', () => {
    for (const pair of ['session id', 'sess ticket', 'phpsess data', 'code verifier', 'set cookie'])
      assert.ok(lastWordPairs.has(pair), pair);
    assert.ok(!lastWordPairs.has('session verifier'));
    assert.ok(!lastWordPairs.has('session sess secret phpsess id'));
  });
});

describe('plainLetters', () => {
  const rows: readonly (readonly [text: string, expected: string])[] = [
    ['PassWord', 'password'],
    ['Contraseña', 'contrasena'],
    ['contrasen\u0303a', 'contrasena'],
    ['Straße', 'straße'],
    ['비밀번호', '비밀번호'],
    ['ПАРОЛЬ', 'пароль'],
    ['密码', '密码'],
  ];
  for (const [text, expected] of rows)
    it(`returns ${expected} for ${text}`, () => assert.equal(plainLetters(text), expected));
});
