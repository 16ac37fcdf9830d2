import assert from 'node:assert/strict';
import type { Edit } from '../../../src/redaction/edits.ts';
import { type Visit, visitLog, visitRow } from '../../../src/redaction/visitLog.ts';
import { aLog, aRow } from '../formats/logs.ts';

/** Returns a function that puts text in brackets and records the order and the places. */
function recorder(): { readonly visit: Visit; readonly visited: unknown[] } {
  const visited: unknown[] = [];
  const visit: Visit = (text, place, edits) => {
    visited.push(edits === undefined ? [text, place] : [text, place, edits]);
    return `[${text}]`;
  };
  return { visit, visited };
}

describe('visitLog', () => {
  it('visits each string of a log in order', () => {
    const { visit, visited } = recorder();
    const edits: Edit[] = [];
    const log = aLog({
      request: { firstLine: 'GET / HTTP/1.1', headers: [['X-Token', 'a1']] },
      response: { firstLine: undefined, headers: [['Set-Cookie', 'b2']] },
      rawData: 'raw',
      description: 'found',
    });
    assert.deepEqual(visitLog(log, visit, edits), {
      ...log,
      key: { domain: 7, idx: 12, detectedType: '[WAF]' },
      timeZone: '[UTC]',
      virtualHost: '[shop.example:443]',
      request: { firstLine: '[GET / HTTP/1.1]', headers: [['[X-Token]', '[a1]']] },
      response: { firstLine: undefined, headers: [['[Set-Cookie]', '[b2]']] },
      rawData: '[raw]',
      description: '[found]',
    });
    assert.deepEqual(visited, [
      ['WAF', 'value'],
      ['UTC', 'value'],
      ['shop.example:443', 'text'],
      ['GET / HTTP/1.1', 'request'],
      ['X-Token', 'value'],
      ['a1', { header: 'X-Token' }],
      ['Set-Cookie', 'value'],
      ['b2', { header: 'Set-Cookie' }],
      ['raw', 'request', edits],
      ['found', 'message'],
    ]);
  });

  it('visits the names and values of other fields, at any depth', () => {
    const { visit, visited } = recorder();
    const other = {
      note: 'a',
      list: ['b', ['c', 1]],
      nested: { inner: 'd' },
      none: null,
      on: true,
      off: undefined,
    };
    assert.deepEqual(visitLog(aLog({ other }), visit).other, {
      '[note]': '[a]',
      '[list]': ['[b]', ['[c]', '[1]']],
      '[nested]': { '[inner]': '[d]' },
      '[none]': null,
      '[on]': true,
      '[off]': undefined,
    });
    assert.deepEqual(
      visited.filter((each) => Array.isArray(each) && typeof each[1] === 'object'),
      [
        ['a', { field: 'note' }],
        ['b', { field: 'list' }],
        ['c', { field: 'list' }],
        ['1', { field: 'list' }],
        ['d', { field: 'inner' }],
      ],
    );
  });

  it('keeps a number that is not replaced', () => {
    const visit: Visit = (text) => text.replace('47', '‹1›');
    const other = { count: 12, pin: 4711, list: [7, 47] };
    assert.deepEqual(visitLog(aLog({ other }), visit).other, { count: 12, pin: '‹1›11', list: [7, '‹1›'] });
  });
});

describe('visitRow', () => {
  it('visits the strings of a row that are present, the raw data last', () => {
    const { visit, visited } = recorder();
    const row = aRow({
      rawData: 'raw',
      uri: '/x',
      address: '10.0.0.7',
      rule: 'SQL',
      detectedValue: '',
      baseMessage: 'found',
      other: { note: 'a' },
    });
    assert.deepEqual(visitRow(row, visit), {
      idx: 12,
      rawData: '[raw]',
      uri: '[/x]',
      address: '[10.0.0.7]',
      rule: '[SQL]',
      detectedValue: '[]',
      baseMessage: '[found]',
      other: { '[note]': '[a]' },
    });
    assert.deepEqual(visited, [
      ['SQL', 'text'],
      ['10.0.0.7', 'address'],
      ['/x', 'query'],
      ['', 'detected value'],
      ['found', 'message'],
      ['raw', 'request'],
      ['note', 'value'],
      ['a', { field: 'note' }],
    ]);
  });
});
