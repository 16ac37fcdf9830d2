import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const { rooms, slow, excluded, equivalent } = JSON.parse(read('scripts/mutation.json'));

describe('The mutations', () => {
  it('of all rooms are tried each week', () => {
    const [, list = ''] = /room: \[(.*)\]/.exec(read('.github/workflows/mutation.yml')) ?? [];
    assert.deepEqual(list.split(', '), Object.keys(rooms));
  });

  it('are tried with tests that exist', () => {
    for (const file of [...Object.values<string[]>(rooms), slow, excluded].flat())
      assert.ok(existsSync(new URL(file, root)), file);
  });

  it('that no test can detect change a line of the source, and have a reason', () => {
    for (const { file, from, to, reason } of equivalent) {
      const lines = read(file).split('\n');
      assert.ok(
        lines.some((line) => line.trim() === from),
        `${file}: ${from}`,
      );
      assert.notEqual(to, from);
      assert.match(reason, /\w+ \w+/);
    }
  });
});
