import assert from 'node:assert/strict';
import { ColumnLayouts } from '../../../src/table/columnLayouts.ts';
import { COLUMNS, FIRST_COLUMNS } from '../../../src/table/columns.ts';
import { MOST_COLUMNS } from '../../../src/table/tableMessages.ts';
import { plainProfile } from '../../fakeEditor/window.ts';

describe('ColumnLayouts', () => {
  let layouts: ColumnLayouts;
  const shown = () => layouts.of('a').map(({ id }) => id);

  beforeEach(() => {
    layouts = new ColumnLayouts(plainProfile().open(), () => {});
  });

  afterEach(() => layouts.dispose());

  it('keeps every one of several changes that are made at once', async () => {
    await Promise.all([
      layouts.widen('a', 'rule', 300),
      layouts.show('a', 'idx', true),
      layouts.show('a', 'country', false),
    ]);
    assert.deepEqual(shown(), [...FIRST_COLUMNS.filter((id) => id !== 'country'), 'idx']);
    assert.equal(layouts.of('a').find(({ id }) => id === 'rule')?.width, 300);
  });

  it('leaves the place and the width of a column that is shown already', async () => {
    await layouts.widen('a', 'time', 300);
    await layouts.show('a', 'time', true);
    assert.equal(shown().indexOf('time'), FIRST_COLUMNS.indexOf('time'));
    assert.equal(layouts.of('a').find(({ id }) => id === 'time')?.width, 300);
  });

  it('keeps the last column, and knows no other than ours', async () => {
    for (const { id } of COLUMNS) await layouts.show('a', id, false);
    await layouts.show('a', 'no column', true);
    await layouts.widen('a', 'no column', 300);
    assert.deepEqual(shown(), [FIRST_COLUMNS.at(-1)]);
  });

  it('has no more columns than it reads again', async () => {
    for (let index = 0; index < 2 * MOST_COLUMNS; index++) await layouts.show('a', `other.${index}`, true);
    assert.equal(shown().length, MOST_COLUMNS);
    assert.deepEqual(
      layouts.of('b').map(({ id }) => id),
      FIRST_COLUMNS,
    );
  });
});
