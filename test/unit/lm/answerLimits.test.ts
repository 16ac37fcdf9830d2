import assert from 'node:assert/strict';
import { boundedValue } from '../../../src/lm/answerLimits.ts';

describe('boundedValue', () => {
  it('keeps 60 members of an object and 60 elements of a list, and marks that there are more', () => {
    const numbered = (count: number) => Array.from({ length: count }, (_, at) => [`n${at}`, at]);
    const members = (count: number) => boundedValue(Object.fromEntries(numbered(count)));
    assert.deepEqual(members(60), Object.fromEntries(numbered(60)));
    assert.deepEqual(members(61), Object.fromEntries([...numbered(60), ['…', '…']]));
    assert.deepEqual(boundedValue(numbered(60)), numbered(60));
    assert.deepEqual(boundedValue(numbered(61)), [...numbered(60), '…']);
  });

  it('keeps four levels, and a member with the name __proto__', () => {
    const value = JSON.parse('{"__proto__":{"a":{"b":{"c":{"d":1},"e":2}}}}');
    assert.equal(JSON.stringify(boundedValue(value)), '{"__proto__":{"a":{"b":{"c":"…","e":2}}}}');
  });
});
