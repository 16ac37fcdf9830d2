import assert from 'node:assert/strict';
import { bundle } from '../../../scripts/l10n.mjs';
import { useLanguage } from '../../../src/text/l10n.ts';
import { sentences } from '../../../src/text/sentences.ts';

describe('sentences', () => {
  after(() => useLanguage(undefined));

  it('have a space between them in English, none in Japanese', () => {
    useLanguage(undefined);
    assert.equal(sentences('One.', 'Two.', 'Three.'), 'One. Two. Three.');
    useLanguage({ tag: 'ja', texts: bundle('ja') });
    assert.equal(sentences('一。', '二。', '三。'), '一。二。三。');
    assert.equal(sentences(), '');
  });
});
