import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
import { Filters } from '../../../../src/browse/filter/filters.ts';
import type { LogQuery } from '../../../../src/service/queries/logQuery.ts';

const domain = (index: number) => ({ connectionId: 'a', index, name: `domain ${index}` });
const shop = domain(1001);
const forum = domain(1002);

/** State as the editor stores it on disk: any written value, as JSON. */
class Disk implements Memento {
  text: Record<string, string> = {};
  keys = () => Object.keys(this.text);
  get(key: string, otherwise?: unknown) {
    const text = this.text[key];
    return text === undefined ? otherwise : JSON.parse(text);
  }
  async update(key: string, value: unknown) {
    this.text[key] = JSON.stringify(value);
  }
}

describe('Filters', () => {
  let disk: Disk;
  /** Returns the filters of a newly opened window. */
  const open = () => new Filters(disk, () => '2026-05-31');
  beforeEach(() => {
    disk = new Disk();
  });

  it('outlive the window with what holds no text of a log', async () => {
    const query: LogQuery = {
      days: 'today',
      action: 'Blocked',
      rule: 'SQL Injection',
      detectedType: 'WAF',
      countryCode: 'NL',
      address: '203.0.113.9',
    };
    await open().set(shop, query);
    assert.deepEqual(open().query(shop), query);
    assert.deepEqual(open().query(forum), {});
    const { days, ...rest } = query;
    assert.deepEqual(open().filter(shop), { ...rest, from: '2026-05-31', to: '2026-05-31' });
  });

  it('keeps a path and a keyword in memory only', async () => {
    const window = open();
    const query = { days: 'today', uri: '/reset?token=T0PSECRET', keyword: 'K3YWORD' } as const;
    await window.set(shop, query);
    assert.deepEqual(window.query(shop), query);
    assert.deepEqual(
      window.list().map(({ index, name }) => [index, name]),
      [[1001, 'domain 1001']],
    );
    assert.deepEqual(open().query(shop), { days: 'today' });
    await window.set(forum, { uri: '/only' });
    assert.deepEqual(window.filter(forum), { uri: '/only' });
    assert.deepEqual(open().query(forum), {});
    assert.doesNotMatch(JSON.stringify(disk.text), /T0PSECRET|K3YWORD|only/);
  });

  it('removes filters completely, by domain and by connection', async () => {
    const window = open();
    await window.set(shop, { rule: 'XSS', uri: '/a' });
    await window.set(forum, { keyword: 'b' });
    await window.set(shop, {});
    assert.deepEqual(window.query(shop), {});
    assert.deepEqual(window.query(forum), { keyword: 'b' });
    await window.set(forum, { keyword: 'b', rule: 'XSS' });
    await window.forgetConnection('a');
    assert.deepEqual([window.list(), open().list()], [[], []]);
  });

  it('returns the last filter, also of another window, and at most one per domain', async () => {
    const [one, other] = [open(), open()];
    await one.set(shop, { rule: 'XSS', uri: '/a' });
    await other.set(forum, { rule: 'SQL Injection' });
    assert.deepEqual(one.query(forum), { rule: 'SQL Injection' });
    assert.deepEqual(other.query(shop), { rule: 'XSS' });
    await one.set(shop, { rule: 'XSS' });
    assert.equal(one.list().length, 2);
    assert.deepEqual(one.query(shop), { rule: 'XSS' });
  });
});
