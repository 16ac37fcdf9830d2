import assert from 'node:assert/strict';
import {
  commentsOf,
  count,
  groupOf,
  hitsIn,
  paragraphsOf,
  patterns,
  wordProblems,
} from '../../../scripts/words.mjs';

const namesIn = (text: string) =>
  hitsIn({ file: 'src/a/b.ts', line: 1, text }).map(({ pattern }) => pattern.name);

describe('words', () => {
  const examples: Record<string, string> = {
    what: 'Removes what was found.',
    ask: 'It asks the service.',
    'tell, say': 'Tells how many there are.',
    hold: 'The list holds a log.',
    stand: 'The row stands first.',
    person: 'Shown when nobody reads it.',
    'is none': 'Rejects items that are none.',
    'of which': 'A list of which one is read.',
    further: 'Loads further pages.',
    beginning: 'Whether it is open.',
    'old sense': 'Draws the page anew.',
    'British spelling': 'The colour of a row.',
  };

  it('finds each pattern, and nothing in plain prose', () => {
    assert.deepEqual(
      Object.keys(examples),
      patterns.map(({ name }) => name),
    );
    for (const [name, text] of Object.entries(examples)) assert.deepEqual(namesIn(text), [name], text);
    assert.deepEqual(namesIn('Returns the first match, or undefined when the range of days is empty.'), []);
    assert.deepEqual(namesIn('True when a promise is rejected; otherwise, exercise the source.'), []);
  });

  it('leaves code, quoted interface texts, titles of tests and links alone', () => {
    assert.deepEqual(
      namesIn(
        '`what` shows “What was asked”, "held", [a](docs/what.md), docs/what-asks.md and https://a.example/ask',
      ),
      [],
    );
    assert.deepEqual(
      namesIn('| A | `a.test.ts` › says what it asks<br>`b.test.ts` › told `a` is held |'),
      [],
    );
    assert.deepEqual(namesIn('A “day” is what it asks.'), ['what', 'ask']);
  });

  it('reads comments only, adjacent lines as one, and finds the line of a hit', () => {
    const source = [
      "const what = 'asks'; // held",
      '/**',
      ' * Returns a log.',
      ' * @param {What} [log] Whether it asks.',
      ' */',
      'function f(log) {',
      '  // Whether one of',
      '  // Where two is.',
      '  return `// what`;',
      '}',
    ].join('\n');
    const found = commentsOf('src/a/b.mjs', source).flatMap(hitsIn);
    assert.deepEqual(
      found.map(({ line, found: text, pattern }) => [line, text.split(' ').at(-1), pattern.name]),
      [
        [1, 'held', 'hold'],
        [4, 'asks', 'ask'],
        [4, 'Whether', 'beginning'],
        [7, 'Whether', 'beginning'],
      ],
    );
  });

  it('reads paragraphs without blocks of code', () => {
    const found = paragraphsOf('docs/a.md', 'One\nwhat.\n\n```sh\nask\n```\n\nTwo is held.').flatMap(hitsIn);
    assert.deepEqual(
      found.map(({ line, found: text }) => [line, text]),
      [
        [2, 'what'],
        [8, 'held'],
      ],
    );
  });

  it('groups by room or area', () => {
    const files = [
      'src/http/a/b.ts',
      'src/parts.ts',
      'scripts/a.mjs',
      'esbuild.js',
      'test/unit/a.ts',
      'docs/a.md',
    ];
    assert.deepEqual(files.map(groupOf), ['src/http', 'src', 'scripts', 'scripts', 'test/unit', 'docs']);
    assert.equal(groupOf('package.nls.json'), groupOf('l10n/bundle.l10n.ko.json'));
  });

  it('reports the hits of a group only above its limit', () => {
    const groups = count([{ file: 'src/a/b.ts', line: 7, text: 'What it asks.' }]);
    assert.deepEqual(wordProblems(groups, { 'src/a': 2 }), []);
    assert.deepEqual(wordProblems(groups, { 'src/a': 1 }), [
      'src/a: 2 wordings to replace, 1 allowed',
      '  src/a/b.ts:7: “What”: name the thing: the match, the result, the caller',
      '  src/a/b.ts:7: “asks”: request, query, prompt',
    ]);
    assert.equal(wordProblems(groups, {}).length, 3);
    const many = count([{ file: 'src/a/b.ts', line: 1, text: 'What '.repeat(50) }]);
    assert.equal(wordProblems(many, {}).length, 22);
    assert.match(String(wordProblems(many, {}).at(-1)), /and 30 more/);
  });
});
