import assert from 'node:assert/strict';
import { ROW_FIELD_NAMES, rowFields } from '../../../src/service/rowFields.ts';
import { decodeLogRow } from './readings.ts';

describe('the fields of a row', () => {
  it('are read from an answer and named to others by the same names', () => {
    const sent = ROW_FIELD_NAMES.map((name) => [name, name === 'idx' ? 7 : `the ${name}`] as const);
    const row = decodeLogRow(Object.fromEntries(sent), 'data.items[0]');
    assert.deepEqual(rowFields(row), sent);
    assert.deepEqual(row.other, {});
  });

  it('are undefined where they were not sent', () => {
    const values = rowFields({ idx: 7 }).map(([, value]) => value);
    assert.deepEqual(values, [7, ...ROW_FIELD_NAMES.slice(1).map(() => undefined)]);
  });
});
