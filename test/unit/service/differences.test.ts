import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { isServiceError } from '../../../src/base/errors.ts';
import { defaultConventions, keyHeaderOf, resolveDifferences } from '../../../src/service/differences.ts';
import { english, type Message } from '../../../src/text/l10n.ts';

const inEnglish = (fact: string | Message = '') => (typeof fact === 'string' ? fact : english(fact));

describe('resolveDifferences', () => {
  it('replaces the defaults by name, and leaves them unchanged', () => {
    const before = structuredClone(defaultConventions);
    const differences = { logsPaging: 'offset', uriFilter: null, domainIndexFields: ['site_no'] };
    assert.deepEqual(resolveDifferences(differences), { ...before, ...differences });
    for (const none of [undefined, null, {}]) assert.deepEqual(resolveDifferences(none), before);
    assert.deepEqual(defaultConventions, before);
  });

  const reserved = "the name of a request header that isn't reserved";
  for (const [differences, field, expected, found] of [
    [[], '', 'object', 'array'],
    ['x', '', 'object', 'string'],
    [{ keyheader: 'X' }, '.keyheader', 'the name of a difference', 'an unknown name'],
    [{ keyHeader: 'X Key' }, '.keyHeader', reserved, 'string'],
    [{ keyHeader: 'Host' }, '.keyHeader', reserved, 'string'],
    [{ keyHeader: 'Host: Bearer' }, '.keyHeader', reserved, 'string'],
    [{ keyHeader: 'X: Y: Z' }, '.keyHeader', reserved, 'string'],
    [{ keyHeader: 'X\r\nY' }, '.keyHeader', reserved, 'string'],
    [{ keyHeader: null }, '.keyHeader', reserved, 'null'],
    [{ successKeys: [] }, '.successKeys', 'a list of names, or null', 'array'],
    [{ logsPath: 7 }, '.logsPath', 'a path that starts with /', 'integer'],
    [{ logsPath: 'logs' }, '.logsPath', 'a path that starts with /', 'string'],
    [{ logsPath: '@evil.example/' }, '.logsPath', 'a path that starts with /', 'string'],
    [{ logsPath: '/a\\b' }, '.logsPath', 'a path that starts with /', 'string'],
    [{ logsPaging: 'cursor' }, '.logsPaging', '"page", "page-from-0", "offset"', 'string'],
    [{ uriFilter: 7 }, '.uriFilter', 'a name, or null', 'integer'],
    [{ uriFilter: '' }, '.uriFilter', 'a name, or null', 'string'],
    [{ idxField: null }, '.idxField', 'a name', 'null'],
    [{ domainIndexFields: 'id' }, '.domainIndexFields', 'a list of names', 'string'],
    [{ domainNameFields: ['a', 1] }, '.domainNameFields', 'a list of names', 'array'],
  ] as const) {
    it(`refuses ${JSON.stringify(differences)}`, () => {
      assert.throws(
        () => resolveDifferences(differences, 'connections[2].differences'),
        (error) => {
          assert.ok(isServiceError(error, 'bad-setting'));
          assert.equal(
            [error.facts.field, error.facts.expected, error.facts.found].map(inEnglish).join(),
            [`connections[2].differences${field}`, expected, found].join(),
          );
          return true;
        },
      );
    });
  }

  it('throws only ServiceError for any value', () => {
    const name = fc.constantFrom(...Object.keys(defaultConventions), '__proto__', 'x');
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(name, fc.anything())), (differences) => {
        try {
          assert.deepEqual(Object.keys(resolveDifferences(differences)), Object.keys(defaultConventions));
        } catch (error) {
          assert.ok(isServiceError(error, 'bad-setting'), String(error));
        }
      }),
    );
  });
});

describe('docs/settings.md', () => {
  const docs = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');

  it('describes every name with its default', () => {
    for (const [name, standard] of Object.entries(defaultConventions)) {
      const row = docs.split('\n').find((line) => line.startsWith('| ') && line.includes(`\`${name}\``));
      const written =
        typeof standard === 'object' ? JSON.stringify(standard).replaceAll(',', ', ') : standard;
      assert.ok(row?.includes(`\`${written}\``), `${name}: ${written}`);
    }
  });

  it('has three examples that can be used', () => {
    const examples = Array.from(docs.matchAll(/^```json\n(\{.*?)```$/gms), ([, json = '']) => json);
    assert.equal(examples.length, 3);
    for (const example of examples) resolveDifferences(JSON.parse(example));
  });
});

describe('keyHeaderOf', () => {
  it('puts a scheme before the key', () => {
    assert.deepEqual(keyHeaderOf('X-Key', 'k'), ['X-Key', 'k']);
    assert.deepEqual(keyHeaderOf('Authorization: Bearer', 'k'), ['Authorization', 'Bearer k']);
  });
});
