import assert from 'node:assert/strict';
import fc from 'fast-check';
import { newIssuePage, parseRepository } from '../../../src/formats/issuePage.ts';
import { english } from '../../../src/text/l10n.ts';
import { hostileText } from './logs.ts';

describe('parseRepository', () => {
  const repositories: Readonly<Record<string, string>> = {
    'https://github.com/owner/name': 'https://github.com/owner/name',
    '  https://github.com/owner/name/  ': 'https://github.com/owner/name',
    'https://github.com/owner/name.git': 'https://github.com/owner/name',
    'https://github.com/owner/owner.github.io': 'https://github.com/owner/owner.github.io',
    'https://gitlab.example/group.git/name': 'https://gitlab.example/group.git/name',
    'https://github.com/owner/name/issues': 'https://github.com/owner/name',
    'https://github.com/owner/name/issues/new?template=x#y': 'https://github.com/owner/name',
    'https://gitlab.example:8443/group/sub/name/-/issues/7': 'https://gitlab.example:8443/group/sub/name',
    'https://bitbucket.org/team/name/issues?status=new': 'https://bitbucket.org/team/name',
    'git@github.com:owner/name.git': 'https://github.com/owner/name',
    'ssh://git@gitlab.example:22/group/name.git': 'https://gitlab.example/group/name',
  };
  for (const [typed, repository] of Object.entries(repositories)) {
    it(`reads ${typed}`, () => assert.deepEqual(parseRepository(typed), { repository }));
  }

  for (const typed of [
    '',
    'owner/name',
    'http://github.com/owner/name',
    'git@github.com:name.git',
    'ssh://me@github.com/owner/name',
    'https://github.com',
    'https://github.com/owner',
    'https://github.com//name',
    'https://github.com/issues/assigned',
    'https://me@github.com/owner/name',
    'https://me:secret@github.com/owner/name',
    'https://:secret@github.com/owner/name',
    'git+https://github.com/owner/name',
    'https://[',
    'javascript:alert(1)//owner/name',
    'file:///owner/name',
  ]) {
    it(`refuses ${typed || 'nothing'}`, () => {
      const { repository, problem } = parseRepository(typed);
      assert.equal(repository, undefined);
      assert.match(english(problem ?? assert.fail()), /^(?!.*secret).*\.$/);
    });
  }
});

describe('newIssuePage', () => {
  it('is that of the tracker', () => {
    assert.equal(
      newIssuePage('https://github.com/o/n', 'a b'),
      'https://github.com/o/n/issues/new?title=a%20b',
    );
    assert.equal(
      newIssuePage('https://bitbucket.org/o/n', 'a'),
      'https://bitbucket.org/o/n/issues/new?title=a',
    );
    for (const host of [
      'gitlab.com',
      'gitlab',
      'my-gitlab',
      'gitlab.example',
      'code-gitlab.example',
      'my.GITLAB.example',
    ]) {
      const page = new URL(newIssuePage(`https://${host}/o/n`, 'a'));
      assert.equal(page.pathname, '/o/n/-/issues/new');
      assert.equal(page.searchParams.get('issue[title]'), 'a');
    }
    assert.match(newIssuePage('https://notgitlab.example/o/n', 'a'), /\/o\/n\/issues\/new\?/);
  });

  it('has the title and nothing else, whatever is in it', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const title = Buffer.from(text).toString();
        const page = new URL(newIssuePage('https://github.com/o/n', title));
        assert.equal(page.hash, '');
        assert.deepEqual([...page.searchParams], [['title', title]]);
      }),
    );
  });
});
