import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isServiceError } from '../../../src/base/errors.ts';
import {
  connectionsIn,
  usesKey,
  withEntry,
  withoutEntry,
} from '../../../src/connections/connectionsSetting.ts';
import { describeFault } from '../../../src/service/faults.ts';
import { english } from '../../../src/text/l10n.ts';

const a = { name: 'A', baseUrl: 'https://a.example' };
const b = { name: 'B', baseUrl: 'https://b.example/v1' };

/** Returns the usable connections as text, and the places of the problems. */
function shown(setting: unknown): readonly string[] {
  return connectionsIn(setting).map(({ id, name, problem }) => {
    assert.ok(problem === undefined || isServiceError(problem, 'bad-setting'));
    return problem ? `${id} (${name}): ${String(problem.facts.field)}` : id;
  });
}

describe('connectionsIn', () => {
  const cases: readonly (readonly [setting: unknown, expected: readonly string[]])[] = [
    [undefined, []],
    [[], []],
    [
      [a, b],
      ['A', 'B'],
    ],
    [
      [a, { ...b, name: 'A' }, b],
      ['A', 'partnerLogs.connections[1] (A): partnerLogs.connections[1].name', 'B'],
    ],
    ...[null, {}, 'x', 7, true].map(
      (setting) =>
        [setting, ['partnerLogs.connections (partnerLogs.connections): partnerLogs.connections']] as const,
    ),
    ...[null, 'x', 7, []].map(
      (entry) =>
        [
          [entry, a],
          ['partnerLogs.connections[0] (partnerLogs.connections[0]): partnerLogs.connections[0]', 'A'],
        ] as const,
    ),
    ...[undefined, '', ' ', 7, null, 'n'.repeat(101)].map(
      (name) =>
        [
          [{ ...a, name }, b],
          [
            `${typeof name === 'string' && name ? name : 'partnerLogs.connections[0]'} (${typeof name === 'string' && name ? name : 'partnerLogs.connections[0]'}): partnerLogs.connections[0].name`,
            'B',
          ],
        ] as const,
    ),
    ...[
      undefined,
      '',
      7,
      'a.example',
      'http://a.example',
      'https://u:p@a.example',
      'https://a.example?x',
      'ftp://a.example',
    ].map(
      (baseUrl) =>
        [
          [{ ...a, baseUrl }, b],
          ['A (A): partnerLogs.connections[0].baseUrl', 'B'],
        ] as const,
    ),
    [
      [{ ...a, baseurl: 'x' }, b],
      ['A (A): partnerLogs.connections[0].baseurl', 'B'],
    ],
    [
      [{ ...a, differences: 7 }, b],
      ['A (A): partnerLogs.connections[0].differences', 'B'],
    ],
    [
      [{ ...a, differences: { keyHeader: 7 } }, b],
      ['A (A): partnerLogs.connections[0].differences.keyHeader', 'B'],
    ],
    [
      [{ ...a, differences: { keyHaeder: 'X' } }, b],
      ['A (A): partnerLogs.connections[0].differences.keyHaeder', 'B'],
    ],
  ];
  for (const [setting, expected] of cases) {
    it(`reads ${JSON.stringify(setting)?.slice(0, 100)}`, () => assert.deepEqual(shown(setting), expected));
  }

  it('normalizes a base URL', () => {
    const [connection] = connectionsIn([{ ...a, baseUrl: ' HTTPS://A.example:443/v1// ' }]);
    assert.equal(connection?.baseUrl, 'https://a.example/v1');
  });

  it('reads two connections with one base URL', () => {
    assert.deepEqual(shown([a, { ...a, name: 'A2' }]), ['A', 'A2']);
  });

  it('states the place and the expected value of a problem', () => {
    const [connection] = connectionsIn([{ ...a, baseUrl: 'http://a.example' }]);
    const { headline } = describeFault(connection?.problem, english);
    assert.match(
      headline,
      /^The setting partnerLogs\.connections cannot be used \(partnerLogs\.connections\[0\]\.baseUrl: expected a base URL\. Start the address with https/,
    );
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
  it('adds or replaces an entry, and keeps entries with problems', () => {
    const broken = { name: 'X', baseUrl: 7 };
    assert.deepEqual(withEntry(undefined, a), [a]);
    assert.deepEqual(withEntry([broken, a], b), [broken, a, b]);
    assert.deepEqual(withEntry([broken, a, b], { ...a, baseUrl: b.baseUrl }), [
      broken,
      { ...a, baseUrl: b.baseUrl },
      b,
    ]);
    assert.deepEqual(withEntry([a, b], { ...a, name: 'C' }, 'A'), [{ ...a, name: 'C' }, b]);
    assert.deepEqual(withEntry([a], { ...a, differences: {} }), [a]);
  });

  it('refuses to overwrite a setting that is not a list', () => {
    assert.throws(
      () => withEntry({ a }, a),
      (error) => isServiceError(error, 'bad-setting'),
    );
  });
});

describe('withoutEntry', () => {
  it('removes an entry, and the setting with the last one', () => {
    assert.deepEqual(withoutEntry([a, b], 'A'), [b]);
    assert.equal(withoutEntry([a], 'A'), undefined);
  });
});

describe('usesKey', () => {
  const origin = 'https://a.example';
  for (const [setting, expected] of [
    [undefined, false],
    [[], false],
    [[a], true],
    [[{ ...a, baseUrl: 'https://a.example/v2' }], true],
    [[{ ...a, baseUrl: 'https://other.example' }], false],
    [[{ ...a, baseUrl: 'https://a.example:8443' }], false],
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
