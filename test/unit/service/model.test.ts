import assert from 'node:assert/strict';
import { ROW_FIELD_NAMES, rowFields } from '../../../src/service/model.ts';
import { decodeData, logs } from './answers/decoding.ts';

describe('rowFields', () => {
  it('has the names under which the fields were sent', () => {
    const sent = ROW_FIELD_NAMES.map((name) => [name, name === 'idx' ? 7 : `the ${name}`] as const);
    const [row] = decodeData(logs, { items: [Object.fromEntries(sent)] }).items;
    assert.deepEqual(row && rowFields(row), sent);
    assert.deepEqual(row?.other, {});
    const values = rowFields({ idx: 7, other: {} }).map(([, value]) => value);
    assert.deepEqual(values, [7, ...ROW_FIELD_NAMES.slice(1).map(() => undefined)]);
  });
});
