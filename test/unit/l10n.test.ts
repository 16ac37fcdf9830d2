import assert from 'node:assert/strict';
import {
  keysToExplain,
  languages,
  manifest,
  pseudo,
  pseudoLanguage,
  textProblems,
  textsOf,
} from '../../scripts/l10n.mjs';

describe('translations', () => {
  it('are complete, unused nowhere, and keep what is in the texts', () => {
    assert.deepEqual(textProblems(), []);
  });

  it('are there for every text of the manifest', () => {
    for (const language of [undefined, ...languages]) {
      assert.doesNotMatch(JSON.stringify(manifest(language)), /"%[^"%]+%"/, language);
    }
    assert.equal(manifest('ko').contributes.views.partnerLogs[0].name, '도메인');
  });
});

describe('textsOf', () => {
  const head = "import { t, plural, message } from '../text/l10n.ts';\n";

  it('finds the texts of calls, and no other', () => {
    const { texts, problems } = textsOf(
      'ui/a.ts',
      `${head}const f = (n: number) => [
        t('A {0}', n), t({ message: 'B', comment: 'c' }), other('D'),
        plural(n, { one: '{0} log', other: '{0} logs' }),
      ];\nconst said = message('E');`,
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(texts, [
      'A {0}',
      { message: 'B', comment: 'c' },
      { one: '{0} log', other: '{0} logs' },
      'E',
    ]);
  });

  for (const [code, problem, file] of [
    ['const f = (a: string) => t(a);', /a\.ts:2: the text of t\(\) is not written there/],
    ["const f = () => t('a' + b);", /not written there/],
    ["const f = () => t('{0} {1}', a);", /places \{0\},\{1\}, and values for \{0\}/],
    ["const f = () => t('A', a);", /places \(none\), and values for \{0\}/],
    ["const A = t('A');", /while the module loads/],
    ["const A = t('A');", /^$/, 'table/page/a.ts'],
  ] as const) {
    it(`finds ${problem} in ${code} of ${file ?? 'any file'}`, () => {
      assert.match(textsOf(file ?? 'ui/a.ts', head + code).problems.join(), problem);
    });
  }
});

describe('keysToExplain', () => {
  it('returns short texts and those with several placeholders, but none whose key has a comment', () => {
    const long = 'The connection to {0} was refused';
    const forms = { one: '{0} log', other: '{0} logs' };
    const withComment = { message: 'Open', comment: 'a state' };
    const texts = ['Open', long, `${long}: {1}`, 'Open Log {0}', forms, withComment, 'Open'];
    assert.deepEqual(keysToExplain(texts), ['Open', 'Open Log {0}', `${long}: {1}`, '{0} logs']);
  });
});

describe('pseudoLanguage', () => {
  it('puts accents on all but places, code and links', () => {
    const text = 'See {0}, `a.b` and [Add](command:x.y)';
    assert.equal(pseudo(text), '[Śéé {0}, `a.b` áńd́ [Ád́d́](command:x.y)]');
    const { nls, bundle } = pseudoLanguage();
    assert.equal(nls['view.domains'], '[D́óḿáíńś]');
    assert.equal(bundle['Try Again'], '[T́ŕý Áǵáíń]');
  });
});
