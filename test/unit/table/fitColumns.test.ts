import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  COLUMNS,
  type ColumnLayout,
  FIRST_COLUMNS,
  fitColumns,
  NARROW,
  withColumn,
} from '../../../src/table/columns.ts';

const FIRST: ColumnLayout = FIRST_COLUMNS.map((id) => ({ id }));
const ids = (layout: ColumnLayout, panel: number) => fitColumns(layout, panel, panel).map(({ id }) => id);
const widthOf = (id: string, layout: ColumnLayout, panel: number) =>
  fitColumns(layout, panel, panel).find((column) => column.id === id)?.width;
const sum = (layout: ColumnLayout, panel: number) =>
  fitColumns(layout, panel, panel).reduce((total, { width }) => total + width, 0);

describe('fitColumns', () => {
  it('shows the path, rule and time of a narrow panel, matched value and address from 700, the country from 1,000', () => {
    const narrow = ['action', 'uri', 'rule', 'time'];
    const wide = [...narrow, 'detectedValue', 'address'];
    assert.deepEqual(ids(FIRST, NARROW - 1), narrow);
    assert.deepEqual(ids(FIRST, NARROW), wide);
    assert.deepEqual(ids(FIRST, 999), wide);
    assert.deepEqual(ids(FIRST, 1_000), [...wide, 'country']);
  });

  it('fills the panel at every width, and never lets its columns out of sight', () => {
    for (let panel = 304; panel <= 2_000; panel++) {
      const total = sum(FIRST, panel);
      assert.ok(total <= panel && total > panel - FIRST.length, `${panel}: ${total}`);
    }
  });

  it('has room for the icon of the action alone where it is narrow, for its word from 1,000', () => {
    assert.equal(widthOf('action', FIRST, 999), 32);
    assert.ok((widthOf('action', FIRST, 1_000) ?? 0) > 80);
  });

  it('gives what is left to the path before the rule', () => {
    const [uri = 0, rule = 0] = ['uri', 'rule'].map((id) => widthOf(id, FIRST, 690));
    assert.ok(uri > rule && rule >= 128, `${uri} ${rule}`);
  });

  it('shows a column that the user chose in a narrow panel too', () => {
    const layout = FIRST.map(({ id }) => (id === 'country' ? { id, isChosen: true as const } : { id }));
    assert.deepEqual(ids(layout, 320), ['action', 'uri', 'rule', 'time', 'country']);
  });

  it('shows a column at least, where the panel is too narrow for all that are left', () => {
    assert.deepEqual(ids([{ id: 'country' }], 320), ['country']);
  });

  it('returns each column once, in the order of the layout, at least 32 pixels wide', () => {
    const column = fc.record(
      {
        id: fc.constantFrom(...COLUMNS.map(({ id }) => id), 'other.x', 'gone'),
        isChosen: fc.constant(true as const),
      },
      { requiredKeys: ['id'] },
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(column, { selector: ({ id }) => id, minLength: 1 }),
        fc.integer({ min: 0, max: 3_000 }),
        (layout, panel) => {
          const shown = fitColumns(layout, panel, panel);
          const order = layout.map(({ id }) => id).filter((id) => shown.some((each) => each.id === id));
          assert.deepEqual(
            shown.map(({ id }) => id),
            order,
          );
          assert.ok(shown.length > 0);
          for (const { id, width } of shown) {
            assert.ok(width >= 32, `${id} ${width}`);
          }
        },
      ),
    );
  });
});

describe('withColumn', () => {
  const shown = (layout: ColumnLayout) => layout.map(({ id }) => id);

  it('adds a column at the end, and removes one', () => {
    const columns = withColumn(withColumn(FIRST, 'idx', true), 'country', false);
    assert.deepEqual(shown(columns), [...FIRST_COLUMNS.filter((id) => id !== 'country'), 'idx']);
  });

  it('keeps the place of a column that is shown already, also in a narrow panel', () => {
    const columns = withColumn(FIRST, 'country', true);
    assert.deepEqual(shown(columns), FIRST_COLUMNS);
    assert.ok(ids(columns, 320).includes('country'));
  });

  it('keeps the last column, and knows no other than ours', () => {
    let columns = FIRST;
    for (const { id } of COLUMNS) columns = withColumn(columns, id, false);
    columns = withColumn(columns, 'no column', true);
    assert.deepEqual(shown(columns), [FIRST_COLUMNS.at(-1)]);
  });

  it('adds at most 100 columns', () => {
    let columns = FIRST;
    for (let index = 0; index < 200; index++) columns = withColumn(columns, `other.${index}`, true);
    assert.equal(columns.length, 100);
  });
});
