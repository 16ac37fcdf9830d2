import assert from 'node:assert/strict';
import { readFromTable, readTableStored } from '../../../src/table/tableMessages.ts';

describe('tableMessages', () => {
  it('reads what the page sends', () => {
    const select = { type: 'select', ids: ['1/WAF'], focus: '1/WAF', column: 'uri' };
    assert.deepEqual(readFromTable(select), select);
    const all = { ...select, ids: Array.from({ length: 5_000 }, String) };
    assert.deepEqual(readFromTable(all), all);
    assert.deepEqual(readFromTable({ type: 'look', list: 1, first: 0, end: 40 })?.type, 'look');
  });

  for (const [name, message] of Object.entries({
    'no object': 'ready',
    'another type': { type: 'eval' },
    'another field': { type: 'ready', more: 1 },
    'a negative place': { type: 'look', list: 1, first: -1, end: 5 },
    'too many rows': { type: 'select', ids: Array.from({ length: 5_001 }, String) },
    'another command': { type: 'run', action: 'removeConnection' },
    'a long text': { type: 'search', text: 'a'.repeat(1_001), isEntered: false },
  })) {
    it(`does not read ${name}`, () => assert.equal(readFromTable(message), undefined));
  }

  it('reads of a stored state the service and the domain', () => {
    const stored = { base: 'https://a.example', domain: 5, sort: { column: 'time', descending: true } };
    assert.deepEqual(readTableStored(stored), { base: 'https://a.example', domain: 5 });
    assert.equal(readTableStored({ base: 5 }), undefined);
    assert.equal(readTableStored(undefined), undefined);
  });
});
