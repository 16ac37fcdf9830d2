/** Describes a file of exported logs: its level of detail and its logs. */

import type { FileIndex } from '../../files/fileIndex.ts';
import { plural, t } from '../../text/l10n.ts';

/** Returns the description of a file in the tree. */
export function fileText(file: FileIndex): string {
  const parts = [levelText(file), plural(file.count, { one: '{0} log', other: '{0} logs' }), notRead(file)];
  return parts.filter(Boolean).join(' · ');
}

/** Returns all known facts about a file, as lines. */
export function fileLines(file: FileIndex): readonly string[] {
  const { service, timeZone, filter = {} } = file.head;
  const query = Object.entries(filter)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
  return [
    fileText(file),
    ...(service ? [t('Service: {0}', service)] : []),
    ...(timeZone ? [t('Time zone: {0}', timeZone)] : []),
    ...(query ? [t('Filtered: {0}', query)] : []),
    ...problemLines(file),
  ];
}

/** Returns one line for each reason why logs of a file cannot be read. */
function problemLines({
  problems,
  counts: { unreadable, duplicates, beyond },
}: FileIndex): readonly string[] {
  const more = unreadable - problems.length;
  return [
    ...problems.map(({ line, reason }) => t('Line {0}: {1}', line, reason)),
    ...(more > 0
      ? [plural(more, { one: '{0} more log is not readable', other: '{0} more logs are not readable' })]
      : []),
    ...(duplicates > 0
      ? [
          plural(duplicates, {
            one: '{0} log is a duplicate of another log in the file',
            other: '{0} logs are duplicates of other logs in the file',
          }),
        ]
      : []),
    ...(beyond > 0
      ? [plural(beyond, { one: '{0} log is beyond the limit', other: '{0} logs are beyond the limit' })]
      : []),
  ];
}

function levelText({ head: { level } }: FileIndex): string {
  if (level === 'redacted') return t({ message: 'redacted', comment: 'a file: secrets are redacted in it' });
  return level === 'exact'
    ? t({ message: 'exact', comment: 'a file: nothing is redacted in it' })
    : t('level of detail not known');
}

function notRead({ counts: { unreadable, duplicates, beyond } }: FileIndex): string {
  const count = unreadable + duplicates + beyond;
  return count === 0 ? '' : plural(count, { one: '{0} not shown', other: '{0} not shown' });
}
