import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isServiceError } from '../../../src/base/errors.ts';
import { connectionsIn, usesKey, withEntry } from '../../../src/connections/connection.ts';

const a = { name: 'A', baseUrl: 'https://a.example' };
const b = { name: 'B', baseUrl: 'https://b.example/v1' };

/** Returns the usable connections as text, and the places of the problems. */
function shown(setting: unknown): readonly string[] {
  return connectionsIn(setting).map(({ id, problem }) => {
    assert.ok(problem === undefined || isServiceError(problem, 'bad-setting'));
    return problem ? `${id}: ${String(problem.facts.field)}` : id;
  });
}

describe('connectionsIn', () => {
  const place = 'partnerLogs.connections[0]';
  const withName = (name: unknown) => [{ ...a, name }, b];
  const withBase = (baseUrl: unknown) => [{ ...a, baseUrl }, b];
  const cases: readonly (readonly [setting: unknown, ...expected: readonly string[]])[] = [
    [undefined],
    [[]],
    [[a, b], 'A', 'B'],
    [[a, { ...a, name: 'A2' }], 'A', 'A2'],
    [[a, { ...b, name: 'A' }, b], 'A', 'partnerLogs.connections[1]: partnerLogs.connections[1].name', 'B'],
    ...[null, {}, 'x'].map((wrong) => [wrong, 'partnerLogs.connections: partnerLogs.connections'] as const),
    ...[null, 'x', 7, []].map((entry) => [[entry, b], `${place}: ${place}`, 'B'] as const),
    ...[undefined, '', 7].map((name) => [withName(name), `${place}: ${place}.name`, 'B'] as const),
    ...[' ', 'n'.repeat(101)].map((name) => [withName(name), `${name}: ${place}.name`, 'B'] as const),
    ...[undefined, 7, 'a.example', 'http://a.example', 'https://u:p@a.example', 'https://a.example?x'].map(
      (baseUrl) => [withBase(baseUrl), `A: ${place}.baseUrl`, 'B'] as const,
    ),
    [[{ ...a, baseurl: 'x' }, b], `A: ${place}.baseurl`, 'B'],
    [[{ ...a, differences: 7 }, b], `A: ${place}.differences`, 'B'],
    [[{ ...a, differences: { keyHaeder: 'X' } }, b], `A: ${place}.differences.keyHaeder`, 'B'],
  ];
  for (const [setting, ...expected] of cases) {
    it(`reads ${JSON.stringify(setting)?.slice(0, 100)}`, () => assert.deepEqual(shown(setting), expected));
  }

  it('normalizes a base URL', () => {
    const [connection] = connectionsIn([{ ...a, baseUrl: ' HTTPS://A.example:443/v1// ' }]);
    assert.equal(connection?.baseUrl, 'https://a.example/v1');
  });

  it('never throws, and gives each connection its own ID', () => {
    const text = fc.constantFrom('A', 'B', 'https://a.example', '', 'x');
    const entry = fc.oneof(
      fc.anything(),
      fc.record({ name: text, baseUrl: text, differences: fc.anything() }, { requiredKeys: [] }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(entry)), (setting) => {
        const ids = connectionsIn(setting).map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length);
      }),
    );
  });
});

describe('withEntry', () => {
  const connection = (name: string, differences?: unknown) => ({ id: name, ...a, name, differences });

  it('adds, replaces, or removes an entry, and keeps entries with problems', () => {
    const broken = { name: 'X', baseUrl: 7 };
    assert.deepEqual(withEntry(undefined, 'A', connection('A')), [a]);
    assert.deepEqual(withEntry([broken, b], 'A', connection('A')), [broken, b, a]);
    assert.deepEqual(withEntry([broken, { ...a, name: 'Old' }, b], 'Old', connection('A', {})), [
      broken,
      a,
      b,
    ]);
    const differences = { logsPaging: 'page-from-0' };
    assert.deepEqual(withEntry([a], 'A', connection('A', differences)), [{ ...a, differences }]);
    assert.deepEqual(withEntry([a, b], 'A', undefined), [b]);
    assert.equal(withEntry([a], 'A', undefined), undefined);
  });

  it('refuses to overwrite a setting that is not a list', () => {
    assert.throws(
      () => withEntry({ a }, 'A', connection('A')),
      (error) => isServiceError(error, 'bad-setting'),
    );
  });
});

describe('usesKey', () => {
  const origin = 'https://a.example';
  for (const [setting, expected] of [
    [[], false],
    [[a], true],
    [[{ ...a, baseUrl: 'https://a.example/v2' }], true],
    [[{ ...a, baseUrl: 'https://other.example' }], false],
    [[{ ...a, name: 'Renamed' }], false],
    // Typing errors must not delete a key.
    [[{ ...a, differences: 7 }], true],
    [[{ ...a, baseUrl: 'https:/' }], true],
    [{ a }, true],
  ] as const) {
    it(`is ${expected} for ${JSON.stringify(setting)}`, () =>
      assert.equal(usesKey(setting, 'A', origin), expected));
  }
});
