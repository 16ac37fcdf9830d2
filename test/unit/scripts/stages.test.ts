import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { allStages, groupsOf, longTests, slowTests } from '../../../scripts/stages.mjs';

const stages = allStages([], false);
const namesOf = (names: readonly string[]) =>
  groupsOf(stages.filter(({ name }) => names.includes(name))).map((group) => group.map(({ name }) => name));

describe('The stages of npm test', () => {
  it('run at the same time as the previous one if they can', () => {
    assert.deepEqual(namesOf(['format', 'types', 'quick']), [['format', 'types', 'quick']]);
    assert.deepEqual(namesOf(['editor', 'oldest']), [['editor', 'oldest']]);
  });

  it('start after the build, in any selection', () => {
    for (const { name } of stages.slice(stages.findIndex((stage) => stage.name === 'build') + 1)) {
      assert.deepEqual(namesOf(['build', name]), [['build'], ...namesOf([name])]);
      assert.deepEqual(namesOf(['types', 'build', name]), [['types'], ['build'], ...namesOf([name])]);
    }
  });

  it('name only files that exist', () => {
    const inCommands = stages.flatMap(({ commands }) => commands.flat());
    const files = [...longTests, ...slowTests, ...inCommands.filter((word) => word.endsWith('.test.ts'))];
    assert.deepEqual(
      files.filter((file) => !existsSync(file)),
      [],
    );
  });

  it('run each browser test, some only in npm run test:all', () => {
    const files = readdirSync('test/browser')
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `test/browser/${name}`);
    const filesOf = (isInFull: boolean) =>
      stages.filter(({ inFull = false }) => inFull === isInFull).flatMap(({ commands }) => commands.flat());
    const [usual, inFull] = [filesOf(false), filesOf(true)];
    for (const file of files) assert.ok(usual.includes(file) || inFull.includes(file), file);
    assert.ok(!usual.includes('test/browser/attackFirst.test.ts'));
  });
});
