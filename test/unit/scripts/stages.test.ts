import assert from 'node:assert/strict';
import { allStages, groupsOf } from '../../../scripts/stages.mjs';

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
      assert.deepEqual(namesOf(['build', name]), [['build'], [name]]);
      assert.deepEqual(namesOf(['types', 'build', name]), [['types'], ['build'], [name]]);
    }
  });
});
