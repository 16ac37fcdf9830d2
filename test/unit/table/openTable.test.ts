import assert from 'node:assert/strict';
import type { LogNode } from '../../../src/targets/nodes.ts';
import { type OpenTable, TableFocus } from '../../../src/targets/openTable.ts';

const parent = { kind: 'domain', connectionId: 'a', index: 1, name: undefined, other: {} } as const;
const node = (idx: number): LogNode => ({
  kind: 'log',
  connectionId: 'a',
  key: { domain: 1, idx, detectedType: 'WAF' },
  row: { idx, rule: 'SQL Injection', other: {} },
  parent,
});
const fromMenu = (idx: number) => ({
  webviewSection: 'log',
  connectionId: 'a',
  key: { domain: 1, idx, detectedType: 'WAF' },
});

describe('TableFocus', () => {
  const selection = [node(1), node(2)];
  const table: OpenTable = {
    domain: parent,
    selection,
    focused: selection[1],
    column: undefined,
    reveal: () => {},
    reload: () => {},
    query: {},
    loaded: 0,
    total: 2,
  };

  it('gives the selection to a command without an argument while a table has the focus', () => {
    const focus = new TableFocus();
    assert.equal(focus.logsFor(undefined), undefined);
    focus.current = table;
    assert.equal(focus.logsFor(undefined), selection);
    focus.current = { ...table, selection: [] };
    assert.equal(focus.logsFor(undefined), undefined);
  });

  it('gives the selection to a command of its menu on one of the selected rows', () => {
    const focus = new TableFocus();
    focus.last = table;
    assert.equal(focus.logsFor(fromMenu(2)), selection);
    assert.equal(focus.logsFor(fromMenu(3)), undefined);
    assert.equal(focus.logsFor(node(1)), undefined);
  });

  it('gives a row to the log of its menu', () => {
    const focus = new TableFocus();
    focus.last = table;
    const { webviewSection: _, ...log } = fromMenu(3);
    assert.equal(focus.rowOf(fromMenu(2) as never), selection[1]);
    assert.deepEqual(focus.rowOf(fromMenu(3) as never), log);
  });
});
