import assert from 'node:assert/strict';
import { storedName } from '../../../src/connections/sharedList.ts';

describe('storedName', () => {
  it('is a name of usual length as it is', () => {
    assert.equal(storedName(undefined), undefined);
    for (const name of ['', 'shop.example', 'n'.repeat(300)]) assert.equal(storedName(name), name);
  });

  it('is the start of a longer one, with a mark for the rest', () => {
    assert.equal(storedName('n'.repeat(1024 * 1024)), `${'n'.repeat(300)}…`);
    assert.equal(storedName(`${'n'.repeat(299)}😀`), `${'n'.repeat(299)}…`);
  });
});
