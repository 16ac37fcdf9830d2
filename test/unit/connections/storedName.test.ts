import assert from 'node:assert/strict';
import { STORED_NAME_LIMIT, storedName } from '../../../src/connections/sharedList.ts';

describe('storedName', () => {
  it('is a name of usual length as it is', () => {
    assert.equal(storedName(undefined), undefined);
    for (const name of ['', 'shop.example', 'n'.repeat(STORED_NAME_LIMIT)])
      assert.equal(storedName(name), name);
  });

  it('is the start of a longer one, with a mark for the rest', () => {
    assert.equal(storedName('n'.repeat(1024 * 1024)), `${'n'.repeat(STORED_NAME_LIMIT)}…`);
    assert.equal(
      storedName(`${'n'.repeat(STORED_NAME_LIMIT - 1)}😀`),
      `${'n'.repeat(STORED_NAME_LIMIT - 1)}…`,
    );
  });
});
