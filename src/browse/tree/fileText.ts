import type { FileFacts } from '../../files/fileService.ts';
import { plural, t } from '../../text/l10n.ts';

/** Returns the description shown for a file in the tree. */
export function fileText(file: FileFacts): string {
  const parts = [levelText(file), plural(file.count, { one: '{0} log', other: '{0} logs' }), notRead(file)];
  return parts.filter(Boolean).join(' · ');
}

/** Returns all known facts about a file, one per line. */
export function fileLines(file: FileFacts): readonly string[] {
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

/** Returns one line for each reason that logs in a file are hidden. */
function problemLines({ problems, hidden }: FileFacts): readonly string[] {
  const more = hidden - problems.length;
  return [
    ...problems.map(({ line, reason }) => t('Line {0}: {1}', line, reason)),
    ...(more > 0
      ? [plural(more, { one: '{0} more log is not readable', other: '{0} more logs are not readable' })]
      : []),
  ];
}

function levelText({ head: { level } }: FileFacts): string {
  if (level === 'essential')
    return t({ message: 'essential', comment: 'a file: only the most important values are shown in it' });
  return level === 'exact'
    ? t({ message: 'exact', comment: 'a file: nothing is redacted in it' })
    : t('level of detail not known');
}

function notRead({ hidden }: FileFacts): string {
  return hidden === 0 ? '' : plural(hidden, { one: '{0} not shown', other: '{0} not shown' });
}
