import assert from 'node:assert/strict';
import {
  english,
  keyOf,
  languageInUse,
  local,
  message,
  plural,
  pluralMessage,
  t,
  useLanguage,
} from '../../../src/text/l10n.ts';

const logs = { one: '{0} log in {1}', other: '{0} logs in {1}' };

describe('t', () => {
  afterEach(() => useLanguage(undefined));

  it('is English with its values, as they are, where there is no translation', () => {
    assert.equal(t('Could not read {0}', '{0} $& {1}'), 'Could not read {0} $& {1}');
    useLanguage({ tag: 'de', texts: { Other: 'Anderes', Empty: '' } });
    assert.equal(t('{0} of {1}', 1234, '1234'), '1.234 of 1234');
    assert.equal(t('Empty'), 'Empty');
    assert.equal(t('{0} {7}', 'a'), 'a {7}');
  });

  it('is the translation, whose values may be in another order', () => {
    useLanguage({ tag: 'ko', texts: { '{0} of {1}': '{1} 중 {0}', 'Open/a state': '열림' } });
    assert.equal(t('{0} of {1}', 5, 1000), '1,000 중 5');
    assert.equal(t({ message: 'Open', comment: 'a state' }), '열림');
    assert.equal(t('Open'), 'Open');
    assert.equal(languageInUse().tag, 'ko');
  });
});

describe('plural', () => {
  afterEach(() => useLanguage(undefined));

  it('has the forms of English', () => {
    assert.equal(plural(1, logs, 'shop'), '1 log in shop');
    assert.equal(plural(0, logs, 'shop'), '0 logs in shop');
    assert.equal(plural(1234, logs, 'shop'), '1,234 logs in shop');
  });

  it('has the forms of the language, and the other form where one is missing', () => {
    useLanguage({
      tag: 'pl',
      texts: { [keyOf(logs, 'few')]: '{1}: {0} logi', [logs.other]: '{1}: {0} logów' },
    });
    assert.equal(plural(3, logs, 'sklep'), 'sklep: 3 logi');
    assert.equal(plural(5, logs, 'sklep'), 'sklep: 5 logów');
    assert.equal(plural(1, logs, 'sklep'), 'sklep: 1 logów');
    useLanguage({ tag: 'ja', texts: { [logs.other]: '{1} のログ {0} 件' } });
    assert.equal(plural(1, logs, 'shop'), 'shop のログ 1 件');
  });
});

describe('message', () => {
  afterEach(() => useLanguage(undefined));

  it('is said in English and in the language of the editor, with the messages in it', () => {
    useLanguage({
      tag: 'ko',
      texts: { '{0} ({1}).': '{0}({1}).', Failed: '실패', [logs.other]: '{1}의 로그 {0}개' },
    });
    const posted = structuredClone(message('{0} ({1}).', message('Failed'), pluralMessage(1, logs, 'shop')));
    assert.equal(local(posted), '실패(shop의 로그 1개).');
    assert.equal(english(posted), 'Failed (1 log in shop).');
  });
});
