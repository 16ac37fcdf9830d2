import assert from 'node:assert/strict';
import fc from 'fast-check';
import { newIssuePage, parseRepository } from '../../../src/formats/issuePage.ts';
import { english } from '../../../src/text/l10n.ts';
import { hostileText } from './logs.ts';

describe('parseRepository', () => {
  const repositories: Readonly<Record<string, string>> = {
    'https://github.com/owner/name': 'https://github.com/owner/name',
    '  https://github.com/owner/name/  ': 'https://github.com/owner/name',
    'https://github.com/owner/name//': 'https://github.com/owner/name',
    'https://github.com/owner/name.git': 'https://github.com/owner/name',
    'https://github.com/owner/owner.github.io': 'https://github.com/owner/owner.github.io',
    'https://gitlab.example/group.git/name': 'https://gitlab.example/group.git/name',
    'https://github.com/owner/name/issues': 'https://github.com/owner/name',
    'https://github.com/owner/name/issues/new?template=x#y': 'https://github.com/owner/name',
    'https://gitlab.example:8443/group/sub/name/-/issues/7': 'https://gitlab.example:8443/group/sub/name',
    'git@github.com:owner/name.git': 'https://github.com/owner/name',
    'ssh://git@gitlab.example:22/group/name.git': 'https://gitlab.example/group/name',
  };
  for (const [typed, repository] of Object.entries(repositories))
    it(`reads ${typed}`, () => assert.equal(parseRepository(typed), repository));

  for (const typed of [
    '',
    'owner/name',
    'http://github.com/owner/name',
    'git@github.com:name.git',
    'ssh://me@github.com/owner/name',
    'https://github.com/owner',
    'https://github.com//name',
    'https://github.com/issues/assigned',
    'https://gitlab.example/group/-/issues',
    'https://me@github.com/owner/name',
    'https://:secret@github.com/owner/name',
    'git+https://github.com/owner/name',
    'https://[',
    'javascript:alert(1)//owner/name',
  ])
    it(`refuses ${typed || 'nothing'}`, () => {
      const problem = parseRepository(typed);
      if (typeof problem === 'string') assert.fail(problem);
      assert.match(english(problem), /^(?!.*secret).*\.$/);
    });
});

describe('newIssuePage', () => {
  for (const [host, page] of [
    ['github.com', '/issues/new?title=a%20b'],
    ['bitbucket.org', '/issues/new?title=a%20b'],
    ['notgitlab.example', '/issues/new?title=a%20b'],
    ...['gitlab', 'my-gitlab', 'gitlab.example', 'my.GITLAB.example'].map(
      (host) => [host, '/-/issues/new?issue%5Btitle%5D=a%20b'] as const,
    ),
  ] as const)
    it(`is that of the tracker on ${host}`, () =>
      assert.equal(newIssuePage(`https://${host}/o/n`, 'a b'), `https://${host}/o/n${page}`));

  it('has the title and nothing else, whatever is in it', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const title = Buffer.from(text).toString();
        const page = new URL(newIssuePage('https://github.com/o/n', title));
        assert.deepEqual([page.hash, ...page.searchParams], ['', ['title', title]]);
      }),
    );
  });
});
