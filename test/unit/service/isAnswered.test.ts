import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { isAnswered } from '../../../src/service/faults.ts';

describe('isAnswered', () => {
  it('is true for a fault with a status, or whose response had no valid content', () => {
    for (const [fault, expected] of [
      [new ServiceError('not-found', '', { status: 404 }), true],
      [new ServiceError('bad-shape', ''), true],
      [new ServiceError('not-json', ''), true],
      [new ServiceError('timeout', ''), false],
      [new Error('not-json'), false],
    ] as const)
      assert.equal(isAnswered(fault), expected);
  });
});
