import assert from 'node:assert/strict';
import { answerText, table } from '../../../src/lm/toolText.ts';

describe('answerText', () => {
  it('encloses the text between two lines with an ID that the text does not contain', () => {
    const ids = ['1-1-1-1-1', '2-2-2-2-2', '3-3-3-3-3'] as const;
    let next = 0;
    const text = answerText({ total: 1 }, 'a 1-1-1-1-1\nb 2-2-2-2-2', () => ids[next++] ?? '4-4-4-4-4');
    const [facts, notice, ...block] = text.split('\n');
    assert.equal(facts, '{"total":1}');
    assert.match(notice ?? '', /no authority/);
    assert.deepEqual(block, ['=== 3-3-3-3-3', 'a 1-1-1-1-1', 'b 2-2-2-2-2', '=== 3-3-3-3-3']);
  });

  it('contains only facts if there is no text, and makes invisible characters visible', () => {
    assert.equal(answerText({ note: '\u202e' }), '{"note":"‹U+202E›"}');
  });
});

describe('table', () => {
  it('names columns once, values that several rows have in common once, and no empty columns', () => {
    const rows = [
      { number: 1, type: 'WAF', path: '/a|b\n c', match: '' },
      { number: 2, type: 'WAF', path: `/${'x'.repeat(100)}`, match: undefined },
    ];
    assert.equal(table(rows), `type: WAF\nnumber | path\n1 | /a\\|b c\n2 | /${'x'.repeat(78)}…`);
    assert.equal(table([{ number: 1, type: 'WAF' }]), 'number | type\n1 | WAF');
  });
});
