import assert from 'node:assert/strict';
import { releaseNotes } from '../../../scripts/release-notes.mjs';

const changelog = [
  '# Changelog',
  '## [Unreleased]',
  '## [1.2.0] - 2026-03-04',
  '### Added',
  '- A table. See `## x`.',
  '## [1.1.10] - 2026-02-03',
  '- Ten.',
  '## [1.1.1] - 2026-01-02',
  '- One.',
  '',
].join('\n\n');

describe('releaseNotes', () => {
  it('returns the section of a version, without its heading', () => {
    assert.equal(releaseNotes(changelog, '1.2.0'), '### Added\n\n- A table. See `## x`.\n');
    assert.equal(releaseNotes(changelog, '1.1.1'), '- One.\n');
    assert.equal(releaseNotes(changelog.replaceAll('\n', '\r\n'), '1.1.10'), '- Ten.\n');
  });

  it('throws when a version has no section or an empty one', () => {
    for (const version of ['1.1', '2.0.0', 'Unreleased']) {
      assert.throws(() => releaseNotes(changelog, version), /says nothing about/, version);
    }
  });
});
