import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { allStages } from '../../../scripts/stages.mjs';

describe('The stages of npm test', () => {
  it('run each browser test that exists, some only in npm run test:all', async () => {
    const stages = await allStages([], false);
    const filesOf = (isUsual: boolean) =>
      stages
        .filter(({ only }) => (only === undefined) === isUsual)
        .flatMap(({ commands }) => commands.flat())
        .filter((word) => word.endsWith('.test.ts'));
    const [usual, inFull] = [filesOf(true), filesOf(false)];
    const files = readdirSync('test/browser').filter((name) => name.endsWith('.test.ts'));
    for (const name of files) assert.ok([...usual, ...inFull].includes(`test/browser/${name}`), name);
    for (const file of [...usual, ...inFull]) assert.ok(existsSync(file), file);
    assert.ok(!usual.includes('test/browser/attackFirst.test.ts'));
  });
});
