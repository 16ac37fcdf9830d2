import assert from 'node:assert/strict';
import { decodeRequest } from '../../../src/http/decode/decodeRequest.ts';
import { decodedMatch } from '../../../src/http/decodedMatch.ts';

const LONGEST = 1024 * 1024;

/** Returns the decoded form of the end of a parameter with the given number of decoded characters. */
function matchIn(length: number) {
  const value = `${'a'.repeat(length - 1)}%3C`;
  const rawData = `GET /?q=${value} HTTP/1.1\r\n\r\n`;
  const end = rawData.indexOf('%3C') + 3;
  return decodedMatch(decodeRequest(rawData), { start: end - 3, end }, '<');
}

describe('decodedMatch', () => {
  it('gives the decoded form of a part of 1 Mi units, and of none that is longer', () => {
    assert.equal(matchIn(LONGEST)?.text.length, LONGEST);
    assert.equal(matchIn(LONGEST + 1), undefined);
  });
});
