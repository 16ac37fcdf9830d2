import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isServiceError } from '../../../src/base/errors.ts';
import { DATE_FORMATS, defaultConventions, resolveConventions } from '../../../src/service/conventions.ts';
import { english, message } from '../../../src/text/l10n.ts';

const BASE = 'https://api.example.com';

describe('resolveConventions', () => {
  it('gives the defaults for no setting', () => {
    for (const setting of [
      undefined,
      null,
      {},
      { '*': {} },
      { 'https://other.example': { keyHeader: 'X-Other' } },
    ]) {
      assert.deepEqual(resolveConventions(setting, BASE), defaultConventions);
    }
  });

  it('merges the part for all, then the part for the base URL, over the defaults', () => {
    const setting = {
      [`${BASE}/`]: { logs: { parameters: { uri: 'own', keyword: null } } },
      '*': { keyHeader: 'X-All', logs: { paging: 'offset', parameters: { uri: 'all', rule: 'all' } } },
    };
    assert.deepEqual(resolveConventions(setting, BASE), {
      ...defaultConventions,
      keyHeader: 'X-All',
      logs: {
        ...defaultConventions.logs,
        paging: 'offset',
        parameters: { ...defaultConventions.logs.parameters, uri: 'own', rule: 'all', keyword: null },
      },
    });
  });

  it('takes the part for exactly the base URL, path included', () => {
    const setting = { [BASE]: { keyHeader: 'X-Root' }, [`${BASE}/v2`]: { keyHeader: 'X-V2' } };
    assert.equal(resolveConventions(setting, `${BASE}/v2/`).keyHeader, 'X-V2');
    assert.equal(resolveConventions(setting, BASE).keyHeader, 'X-Root');
    assert.equal(resolveConventions(setting, `${BASE}/v3`).keyHeader, 'X-Service-Key');
  });

  it('does not change the defaults', () => {
    const before = structuredClone(defaultConventions);
    resolveConventions(
      { '*': { domains: { indexFields: ['n'] }, detail: { parameters: { idx: null } } } },
      BASE,
    );
    assert.deepEqual(defaultConventions, before);
  });

  for (const [part, field, expected] of [
    [[], '', 'object'],
    ['x', '', 'object'],
    [{ keyheader: 'X' }, '.keyheader', 'one of keyHeader, success, domains, logs, detail, counts'],
    [{ keyHeader: 'X Key' }, '.keyHeader', "the name of a request header that isn't reserved"],
    [{ keyHeader: 'Host' }, '.keyHeader', "the name of a request header that isn't reserved"],
    [{ keyHeader: 'Host: Bearer' }, '.keyHeader', "the name of a request header that isn't reserved"],
    [{ keyHeader: 'X: Y: Z' }, '.keyHeader', "the name of a request header that isn't reserved"],
    [{ keyHeader: 'X\r\nY' }, '.keyHeader', "the name of a request header that isn't reserved"],
    [{ logs: null }, '.logs', 'object'],
    [{ logs: { path: 'logs' } }, '.logs.path', 'a path that starts with /'],
    [{ logs: { path: '@evil.example/' } }, '.logs.path', 'a path that starts with /'],
    [{ logs: { path: '/a\\b' } }, '.logs.path', 'a path that starts with /'],
    [{ logs: { paging: 'cursor' } }, '.logs.paging', '"page" or "offset"'],
    [{ logs: { parameters: { uri: 7 } } }, '.logs.parameters.uri', 'a name, or null'],
    [{ logs: { parameters: { uri: '' } } }, '.logs.parameters.uri', 'a name, or null'],
    [{ counts: { parameters: { path: 'x' } } }, '.counts.parameters.path', 'one of from, to'],
    [{ counts: { dateFormat: 'DD.MM.YYYY' } }, '.counts.dateFormat', `one of ${DATE_FORMATS.join(', ')}`],
    [{ detail: { detectedType: '' } }, '.detail.detectedType', 'text'],
    [{ domains: { indexFields: 'id' } }, '.domains.indexFields', 'a list of names'],
    [{ domains: { nameFields: [] } }, '.domains.nameFields', 'a list of names'],
    [
      JSON.parse('{"__proto__":{}}'),
      '.__proto__',
      'one of keyHeader, success, domains, logs, detail, counts',
    ],
  ] as const) {
    it(`refuses ${JSON.stringify(part)}`, () => {
      assert.throws(
        () => resolveConventions({ [BASE]: part }, BASE),
        (error) => {
          assert.ok(isServiceError(error, 'bad-setting'));
          assert.equal(error.facts.field, `partnerLogs.conventions["${BASE}"]${field}`);
          assert.equal(english(message('{0}', error.facts.expected ?? '')), expected);
          return true;
        },
      );
    });
  }

  it('throws nothing but ServiceError for any setting', () => {
    const value = fc.anything({ withNullPrototype: true });
    const part = fc.dictionary(fc.constantFrom(...Object.keys(defaultConventions), '__proto__', 'x'), value);
    fc.assert(
      fc.property(fc.oneof(value, fc.dictionary(fc.constantFrom('*', BASE, `${BASE}/`), part)), (setting) => {
        try {
          const resolved = resolveConventions(setting, BASE);
          assert.deepEqual(Object.keys(resolved), Object.keys(defaultConventions));
        } catch (error) {
          assert.ok(isServiceError(error, 'bad-setting'), String(error));
        }
      }),
    );
  });
});
