import assert from 'node:assert/strict';
import { defaultConventions, resolveConventions } from '../../../src/service/conventions.ts';
import { differences, overrideOf, valueText } from '../../../src/setup/conventionsDifference.ts';

const override = {
  keyHeader: 'X-Api-Key',
  domains: { indexFields: ['site_no'] },
  logs: { paging: 'offset', parameters: { uri: null } },
};
const after = resolveConventions({ '*': override }, 'https://api.example.com');

describe('differences', () => {
  it('names each value that differs, with the one before', () => {
    assert.deepEqual(differences(defaultConventions, after), [
      { path: 'keyHeader', before: 'X-Service-Key', after: 'X-Api-Key' },
      {
        path: 'domains.indexFields',
        before: defaultConventions.domains.indexFields,
        after: ['site_no'],
      },
      { path: 'logs.paging', before: 'page', after: 'offset' },
      { path: 'logs.parameters.uri', before: 'uri', after: null },
    ]);
    assert.deepEqual(differences(after, after), []);
  });

  it('are written as the part of the setting that makes them', () => {
    assert.deepEqual(overrideOf(differences(defaultConventions, after)), override);
  });

  it('are told as people read them', () => {
    assert.deepEqual([valueText(null), valueText(['a', 'b']), valueText('x')], ['left out', 'a, b', 'x']);
  });
});
