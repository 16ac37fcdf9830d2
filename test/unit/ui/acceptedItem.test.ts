import assert from 'node:assert/strict';
import { acceptedItem } from '../../../src/ui/acceptedItem.ts';

describe('acceptedItem', () => {
  const [first, other] = [{ label: 'first' }, { label: 'other' }];
  const pick = { selectedItems: [], activeItems: [], items: [first, other], value: '' };

  it('is the selected row, whatever is typed', () => {
    assert.equal(acceptedItem({ ...pick, selectedItems: [other], activeItems: [first], value: 'o' }), other);
  });

  it('is the active row, or the first, right after the rows came', () => {
    assert.equal(acceptedItem({ ...pick, activeItems: [other] }), other);
    assert.equal(acceptedItem(pick), first);
    assert.equal(acceptedItem({ ...pick, items: [] }), undefined);
  });

  it('is none where what is typed fits no row', () => {
    assert.equal(acceptedItem({ ...pick, activeItems: [other], value: 'nothing like that' }), undefined);
  });
});
