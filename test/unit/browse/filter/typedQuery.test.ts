import assert from 'node:assert/strict';
import { bundle, languages } from '../../../../scripts/l10n.mjs';
import { parseTyped } from '../../../../src/browse/filter/typedQuery.ts';
import { rowMatcher } from '../../../../src/service/queries/filter.ts';
import { useLanguage } from '../../../../src/text/l10n.ts';

const words = {
  ko: { today: '오늘', yesterday: '어제', blocked: '차단', detected: '탐지' },
  ja: { today: '今日', yesterday: '昨日', blocked: 'ブロック', detected: '検知' },
} as const;
const FORMS = ['NFC', 'NFD'] as const;
const PLACEHOLDERS = [
  'Type an address, path, or keyword. Add “today”, “yesterday”, a date, “blocked”, or “detected”',
  'Type an address, path, or keyword to search the loaded logs. Add “today”, a date, “blocked”, or “detected”. Press Enter to search all logs',
  'Select a value, or type an address, “today”, “blocked”, or a word…',
];

afterEach(() => useLanguage(undefined));

describe('parseTyped', () => {
  const days = (from: string, to = from) => ({ days: { from, to } });
  for (const [text, query] of [
    ['   ', {}],
    ['203.0.113.9', { address: '203.0.113.9' }],
    ['2001:db8::9', { address: '2001:db8::9' }],
    ['203.0.113.256', { keyword: '203.0.113.256' }],
    ['Yesterday BLOCKED', { days: 'yesterday', action: 'Blocked' }],
    ['2026-11-21', days('2026-11-21')],
    ['2026-02-30', { keyword: '2026-02-30' }],
    ['2026-11-01 to 2026-11-21 sql', { ...days('2026-11-01', '2026-11-21'), keyword: 'sql' }],
    ['2026-11-01 ~ 2026-11-21', days('2026-11-01', '2026-11-21')],
    ['2026-11-01부터 2026-11-21까지', days('2026-11-01', '2026-11-21')],
    ['2026-11-01から2026-11-21まで', days('2026-11-01', '2026-11-21')],
    ['2026-11-02 2026-11-01', { ...days('2026-11-02'), keyword: '2026-11-01' }],
    ['20261121', { keyword: '20261121' }],
    [' KR\n', { countryCode: 'KR' }],
    [' OR  1=1 ', { keyword: 'OR  1=1' }],
    ['upload today 203.0.113.9 script', { days: 'today', address: '203.0.113.9', keyword: 'upload script' }],
    ['203.0.113.9 203.0.113.8', { address: '203.0.113.9', keyword: '203.0.113.8' }],
    ['"today"', { keyword: 'today' }],
    ['"', { keyword: '"' }],
    ['"today" yesterday', { days: 'yesterday', keyword: '"today"' }],
  ] as const) {
    it(`understands “${text}”`, () => assert.deepEqual(parseTyped(text), query));
  }

  it('knows no words of a language that is not shown', () => {
    assert.deepEqual(parseTyped('오늘'), { keyword: '오늘' });
  });

  for (const [tag, { today, yesterday, blocked, detected }] of Object.entries(words)) {
    const speak = () => useLanguage({ tag, texts: bundle(tag) });

    for (const form of FORMS) {
      it(`knows words in ${tag}, ${form}, and those in English`, () => {
        speak();
        const typed = (text: string) => parseTyped(text.normalize(form));
        assert.deepEqual(typed(today), { days: 'today' });
        assert.deepEqual(typed(`${yesterday} 203.0.113.9 ${detected}`), {
          days: 'yesterday',
          address: '203.0.113.9',
          action: 'Detected',
        });
        assert.deepEqual(typed(`${blocked} union select`), { action: 'Blocked', keyword: 'union select' });
        assert.deepEqual(typed('today blocked'), { days: 'today', action: 'Blocked' });
      });

      it(`leaves what is quoted in ${tag}, ${form}, and composes other words`, () => {
        speak();
        const word = `${blocked}ガ각é`;
        assert.deepEqual(parseTyped(`"${word.normalize(form)}"`), { keyword: word.normalize(form) });
        assert.deepEqual(parseTyped(`${word.normalize(form)} a`), { keyword: `${word.normalize('NFC')} a` });
      });
    }

    it(`names in its placeholders words that are known in ${tag}`, () => {
      for (const placeholder of PLACEHOLDERS) {
        const text = bundle(tag)[placeholder] ?? '';
        for (const [name, word] of Object.entries(words[tag as keyof typeof words])) {
          assert.equal(text.includes(word), placeholder.includes(name), `${text}: ${word}`);
        }
      }
    });
  }

  it('is tested in each language', () => assert.deepEqual(Object.keys(words).sort(), languages));
});

describe('rowMatcher', () => {
  for (const typed of FORMS)
    for (const sent of FORMS)
      it(`finds words typed in ${typed} in rows sent in ${sent}, percent-encoded or not`, () => {
        for (const text of ['로그인 각하', 'ログイン ガード', 'Straße café', '한글/デバッグ']) {
          const holds = rowMatcher(parseTyped(text.normalize(typed)));
          const row = text.normalize(sent);
          assert.ok(holds({ idx: 1, rawData: `GET /${row}`, other: {} }), text);
          assert.ok(holds({ idx: 1, uri: `/${encodeURIComponent(row)}`, other: {} }), text);
          assert.ok(!holds({ idx: 1, uri: '/another', other: {} }));
        }
      });
});
