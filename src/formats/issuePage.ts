/** The page for creating an issue in an issue tracker. */

import { type Message, message } from '../text/l10n.ts';

/** The start of a Git remote over SSH: `git@host:` or `ssh://git@host/`. */
const SSH = /^(?:git@([\w.-]+):|ssh:\/\/git@([\w.-]+)(?::\d+)?\/)/;

/**
 * Returns the URL of a repository without a trailing slash, or the reason why a text is not one. Parses the `https` URL of a repository or of one of its issue pages, as copied from a browser, or the address of a Git
 * remote, such as `git@host:owner/name.git`.
 */
export function parseRepository(text: string): string | Message {
  const address = text.trim().replace(SSH, 'https://$1$2/');
  const example = 'https://github.com/owner/repository';
  const problem = message('Enter the HTTPS address of a repository, such as {0}.', example);
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return problem;
  const { origin, pathname, username, password } = new URL(address);
  if (username !== '' || password !== '')
    return message('The address must not contain a user name or a password.');
  const parts = pathname.split('/').filter(Boolean);
  const issues = parts.indexOf('issues');
  const path = issues < 0 ? parts : parts.slice(0, parts[issues - 1] === '-' ? issues - 1 : issues);
  return path.length < 2 ? problem : `${origin}/${path.join('/')}`.replace(/\.git$/, '');
}

/**
 * Returns the URL of a repository's page for creating an issue, with only a title filled in. GitLab has its own URL
 * format; GitHub, Bitbucket, Gitea, and Forgejo share one.
 * @param repository as returned by `parseRepository`
 */
export function newIssuePage(repository: string, title: string): string {
  const isGitLab = /(^|[.-])gitlab([.-]|$)/i.test(new URL(repository).hostname);
  const [path, name] = isGitLab ? ['/-/issues/new', 'issue[title]'] : ['/issues/new', 'title'];
  return `${repository}${path}?${encodeURIComponent(name)}=${encodeURIComponent(title)}`;
}
