import assert from 'node:assert/strict';
import { bundle } from '../../../scripts/l10n.mjs';
import { local, message, useLanguage } from '../../../src/text/l10n.ts';
import { sentences } from '../../../src/text/sentences.ts';
import { placeName } from '../../../src/text/strings.ts';

describe('sentences', () => {
  after(() => useLanguage(undefined));

  it('have a space between them in English, none in Japanese', () => {
    useLanguage(undefined);
    assert.equal(sentences('One.', 'Two.', 'Three.'), 'One. Two. Three.');
    useLanguage({ tag: 'ja', texts: bundle('ja') });
    assert.equal(sentences('一。', '二。', '三。'), '一。二。三。');
    assert.equal(sentences(), '');
  });

  it('are not what a place and its name are, which have a space in Japanese, too', () => {
    useLanguage({ tag: 'ja', texts: bundle('ja') });
    assert.match(local(placeName(message('Query parameter'), 'q')), /\S q$/);
  });
});
