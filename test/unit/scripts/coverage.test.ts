import assert from 'node:assert/strict';
import { branchesOf, countsOfModule, isTaken } from '../../../scripts/coverage-branches.mjs';

const text = `export function sign(value: number, text?: string) {
  if (value < 0) return -1;
  if (value > 0) {
    return text ? 1 : 2;
  }
  try {
    return text || 0;
  } catch {
    return text && 3;
  }
}
`;

/** The counts that V8 records for `counts` at the places that start with these texts. */
const recorded = (ranges: Readonly<Record<string, number>>) => ({
  url: '',
  functions: Object.entries(ranges).map(([code, count]) => {
    const startOffset = text.indexOf(code);
    return { ranges: [{ startOffset, endOffset: startOffset + code.length, count }] };
  }),
});

describe('branchesOf', () => {
  const branches = branchesOf('sign.ts', text);

  it('lists the branches of a module in order, with those of an if without an else', () => {
    assert.deepEqual(
      branches.map(({ kind }) => kind),
      ['if', 'no else', 'if', 'no else', '?', ':', '||', 'catch', '&&'],
    );
  });

  it('is compared with a run: an else that is not written is taken if its code runs less often', () => {
    const countAt = countsOfModule(
      recorded({
        [text]: 3,
        'return -1;': 0,
        '{\n    return text ?': 1,
        ' : 2': 0,
        '{\n    return text && 3': 0,
      }),
    );
    assert.deepEqual(
      branches.filter((branch) => isTaken(branch, countAt)).map(({ kind }) => kind),
      ['no else', 'if', 'no else', '?', '||'],
    );
  });
});
