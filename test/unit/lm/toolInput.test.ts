import assert from 'node:assert/strict';
import { inputLines, readInput, ToolInputError } from '../../../src/lm/toolInput.ts';

const search = (keyword: string) => ({ domain: 1001, keyword });

/** Returns the text that a line of Markdown is rendered as. */
const drawn = (line: string) => line.replaceAll('&nbsp;', ' ').replaceAll(/\\(.)/g, '$1');

describe('inputLines', () => {
  for (const [name, keyword, shown] of [
    ['letters', `${'a'.repeat(999)}z`, `${'a'.repeat(999)}z`],
    ['punctuation', '*'.repeat(1_000), '*'.repeat(1_000)],
    ['invisible characters', '\u202e'.repeat(1_000), '‹U+202E›'.repeat(1_000)],
    ['lone surrogates', '\ud800'.repeat(1_000), '‹U+D800›'.repeat(1_000)],
    ['marks', `e${'\u0301'.repeat(8)}`, `e${'\u0301'.repeat(8)}`],
  ] as const) {
    it(`shows the longest text of ${name} in full`, () => {
      assert.ok(readInput('search_detection_logs', search(keyword)));
      assert.equal(drawn(inputLines(search(keyword)).join()), `- domain: 1001,- keyword: ${shown}`);
    });
  }

  it('shows every field that a tool accepts', () => {
    const fields = [
      'from',
      'to',
      'detectedType',
      'action',
      'rule',
      'address',
      'countryCode',
      'uri',
      'keyword',
    ];
    const values = Object.fromEntries(fields.map((field) => [field, '2026-11-01']));
    const input = { connection: 'a', domain: 1, page: 2, offset: 3, ...values };
    assert.ok(readInput('search_detection_logs', input));
    assert.equal(inputLines(input).length, Object.keys(input).length);
  });
});

describe('readInput', () => {
  for (const [name, keyword] of [
    ['a longer text', 'a'.repeat(1_001)],
    ['marks that would not be shown', `e${'\u0301'.repeat(9)}`],
  ] as const) {
    it(`refuses ${name}`, () =>
      assert.throws(() => readInput('search_detection_logs', search(keyword)), ToolInputError));
  }
});
