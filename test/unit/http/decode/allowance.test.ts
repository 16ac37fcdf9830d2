import assert from 'node:assert/strict';
import { Allowance } from '../../../../src/http/decode/allowance.ts';

const KI = 1024;
const MI = 1024 * KI;

describe('Allowance', () => {
  for (const [what, allowance, units, stretches] of [
    ['a log', () => Allowance.ofAll(), 96 * MI, 16 * MI],
    ['a value', () => Allowance.ofAll().forValue(1_000), 64 * KI + 3_000, 4 * KI + 1_000],
    ['a long value', () => Allowance.ofAll().forValue(5 * MI), 64 * KI + 15 * MI, 4 * KI + 4 * MI],
  ] as const) {
    it(`of ${what} ends at its units and its stretches`, () => {
      allowance().take(units, stretches);
      assert.throws(() => allowance().take(units + 1, 0), /its layers take too much memory/);
      assert.throws(() => allowance().take(0, stretches + 1), /too many of its characters are encoded/);
    });
  }

  it('of several values ends at that of their log', () => {
    const all = Allowance.ofAll();
    for (let value = 1; value <= 3; value++) all.forValue(20 * MI).take(30 * MI, 4 * MI);
    assert.throws(() => all.forValue(20 * MI).take(6 * MI + 1, 0), /too much memory/);
  });
});
