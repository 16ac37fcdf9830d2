import assert from 'node:assert/strict';
import { similarPath } from '../../../src/formats/similarPath.ts';

describe('similarPath', () => {
  for (const [path, similar] of [
    ['/orders/1234/items?page=2', '/orders/{id}/items'],
    ['/u/550e8400-e29b-41d4-a716-446655440000/x', '/u/{id}/x'],
    ['/o/507f1f77bcf86cd799439011', '/o/{id}'],
    ['/d41d8cd98f00b204e9800998ecf8427e.php', '/{id}.php'],
    ['/item-42/facade/defaced', '/item-42/facade/defaced'],
    ['/products/merino-soft-40g', '/products/merino-soft-40g'],
    ['/a-long-name-of-an-article-in-2026/x', '/a-long-name-of-an-article-in-2026/x'],
    ['/t/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', '/t/{id}'],
    ['/t/01arz3ndektsv4rrffq69g5fav', '/t/{id}'],
    ['', ''],
  ] as const)
    it(`is ${similar} for ${path}`, () => assert.equal(similarPath(path), similar));
});
