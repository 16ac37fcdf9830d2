import assert from 'node:assert/strict';
import { TooLargeHere } from '../../../../src/base/errors.ts';
import { Allowance, LimitReached, reasonOf } from '../../../../src/http/decode/allowance.ts';

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

  it('states how many stretches are left for a value and for its log', () => {
    const all = Allowance.ofAll();
    const value = all.forValue(5 * MI);
    assert.equal(value.stretches, 4 * KI + 4 * MI);
    value.take(0, MI);
    assert.equal(value.stretches, 4 * KI + 3 * MI);
    all.take(0, 14 * MI);
    assert.equal(value.stretches, MI);
  });

  it('of a value grows with its decompressed data', () => {
    const value = (length: number) => {
      const allowance = Allowance.ofAll().forValue(0);
      allowance.grow(length);
      return allowance;
    };
    value(1000).take(64 * KI + 3000, 4 * KI + 1000);
    assert.throws(() => value(1000).take(64 * KI + 3001, 0), LimitReached);
    assert.throws(() => value(1000).take(0, 4 * KI + 1001), LimitReached);
    assert.equal(value(5 * MI).stretches, 4 * KI + 4 * MI);
  });
});

describe('reasonOf', () => {
  it('returns a sentence for the user, and throws an error that the caller handles', () => {
    assert.equal(reasonOf(new LimitReached('Too many.')), 'Too many.');
    assert.equal(reasonOf(new RangeError('internal')), 'Not decoded further: its decoding failed.');
    assert.throws(() => reasonOf(new TooLargeHere()), TooLargeHere);
  });
});
