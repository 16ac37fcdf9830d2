import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { allStages } from '../../../scripts/stages.mjs';

it('npm test › runs each browser test in an editor, some of them only in the oldest one or in test:all', async () => {
  const filesOf = async (isAll: boolean) =>
    (await allStages([], isAll)).filter(({ only }) => !only || isAll).flatMap(({ files = [] }) => files);
  const exist = readdirSync('test/browser').filter((name) => name.endsWith('.test.ts'));
  const [usual, all] = [new Set(await filesOf(false)), new Set(await filesOf(true))];
  assert.deepEqual(
    exist.filter((name) => !all.has(`test/browser/${name}`)),
    [],
  );
  assert.ok(!usual.has('test/browser/hostilePlaces.test.ts'));
  assert.ok(usual.has('test/browser/browse.test.ts'));
});
