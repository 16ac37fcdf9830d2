import assert from 'node:assert/strict';
import { comparable } from '../../../../src/targets/lookUp/comparable.ts';
import type { DomainNode, LogNode } from '../../../../src/targets/nodes.ts';

const parent: DomainNode = { kind: 'domain', connectionId: 'a', index: 7, name: 'shop.example', other: {} };

function log(idx: number, rule: string, uri: string, connectionId = 'a'): LogNode {
  const key = { domain: 7, idx, detectedType: 'WAF' };
  return { kind: 'log', connectionId, key, row: { idx, rule, uri, other: {} }, parent };
}

const numbers = (logs: readonly LogNode[]) => logs.map(({ key }) => key.idx);

describe('comparable', () => {
  const list = [
    log(9, 'SQL Injection', '/a?x=1'),
    log(8, 'XSS', '/b'),
    log(7, 'SQL Injection', '/a?x=2'),
    log(6, 'SQL Injection', '/a'),
    log(5, 'SQL Injection', '/other'),
    log(4, 'XSS', '/a'),
    log(3, 'SQL Injection', '/a#fragment'),
  ];

  it('gives the logs beside it, then those with its rule and path, none twice', () => {
    const { beside, alike } = comparable(list[2] ?? assert.fail(), list, list);
    assert.deepEqual(numbers(beside), [8, 6]);
    assert.deepEqual(numbers(alike), [9, 3]);
  });

  it('gives one log beside the first and the last', () => {
    assert.deepEqual(numbers(comparable(list[0] ?? assert.fail(), list, list).beside), [8]);
    assert.deepEqual(numbers(comparable(list[6] ?? assert.fail(), list, list).beside), [4]);
  });

  it('compares a log that is not listed by its row, and none without one', () => {
    const key = { domain: 7, idx: 100, detectedType: 'WAF' };
    const target = { connectionId: 'a', key };
    const row = { idx: 100, rule: 'XSS', uri: '/b?c', other: {} };
    const found = comparable({ ...target, row }, list, list);
    assert.deepEqual([numbers(found.beside), numbers(found.alike)], [[], [8]]);
    assert.deepEqual(comparable(target, list, list), { beside: [], alike: [], others: list });
  });

  it('gives the other loaded logs of its list, where none is near as well', () => {
    const { others } = comparable(list[2] ?? assert.fail(), list, list);
    assert.deepEqual(numbers(others), [5, 4]);
    const target = { connectionId: 'a', key: { domain: 7, idx: 100, detectedType: 'WAF' } };
    const many = Array.from({ length: 50 }, (_, index) => log(index + 10, 'XSS', '/b'));
    const far = comparable(target, many, many);
    assert.deepEqual([far.beside, far.alike, far.others.length], [[], [], 20]);
  });

  it('gives none of another connection, and twenty at most', () => {
    const many = Array.from({ length: 50 }, (_, index) => log(index + 10, 'XSS', '/b'));
    const elsewhere = many.map(({ key }) => log(key.idx, 'XSS', '/b', 'other'));
    const first = many[0] ?? assert.fail();
    assert.equal(comparable(first, [], [...elsewhere, ...many]).alike.length, 20);
    assert.equal(comparable(first, [], elsewhere).alike.length, 0);
  });
});
