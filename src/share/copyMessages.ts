/** The messages shown after logs are copied or saved. They contain no log content other than placeholders. */

import type { CopyFormat, LogCopy } from '../formats/logCopy.ts';
import { local, message, plural, t, type Value } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import type { UnusualCharacters } from '../text/strings.ts';
import { CLIPBOARD_LIMIT } from '../ui/clipboard.ts';

export const NOT_COPIED = message('Nothing was copied.');

/** The names of the formats, as in “Copied as …”. */
export const NAMES: Readonly<Record<CopyFormat, Value>> = {
  bugReport: message('bug report'),
  curl: 'cURL',
  curlPowerShell: message('cURL for PowerShell'),
  har: 'HAR',
  json: 'JSON',
};

/** File extensions of saved copies. */
export const ENDINGS: Readonly<Record<CopyFormat, string>> = {
  bugReport: 'md',
  curl: 'sh',
  curlPowerShell: 'ps1',
  har: 'har',
  json: 'json',
};

/**
 * Returns the message to show after copying, which describes the copied content and the caveats to consider before
 * sharing it.
 */
export function copyMessage(format: CopyFormat, logs: number, copy: LogCopy): string {
  return sentences(
    plural(logs, { one: 'Copied as {1}.', other: '{0} logs copied as {1}.' }, NAMES[format]),
    ...hiddenValues(copy),
    ...copy.notes.map(local),
  );
}

/** Returns the sentence about hidden values, if there are any. */
export function hiddenValues({ hidden }: Pick<LogCopy, 'hidden'>): string[] {
  return hidden > 0 ? [plural(hidden, { one: '{0} value is hidden.', other: '{0} values are hidden.' })] : [];
}

/** Returns the reason why raw data cannot be copied exactly, or undefined if it can be. */
export function rawDataProblem(
  rawData: string,
  { nuls, loneSurrogates }: UnusualCharacters,
): string | undefined {
  if (rawData === '') return sentences(t('The raw data of this log is empty.'), local(NOT_COPIED));
  if (rawData.length > CLIPBOARD_LIMIT) return tooLong(undefined, rawData.length);
  if (nuls + loneSurrogates === 0) return undefined;
  return sentences(
    t('Nothing was copied, because the clipboard might change the raw data.'),
    ...(nuls > 0
      ? [
          plural(nuls, {
            one: 'It contains {0} NUL character. Many programs truncate text at a NUL character.',
            other: 'It contains {0} NUL characters. Many programs truncate text at a NUL character.',
          }),
        ]
      : []),
    ...(loneSurrogates > 0
      ? [
          plural(loneSurrogates, {
            one: "It contains {0} unpaired surrogate, which isn't a valid character.",
            other: "It contains {0} unpaired surrogates, which aren't valid characters.",
          }),
        ]
      : []),
    t('It can be saved as a file.'),
  );
}

/** @param format the format of the text that is too long; undefined for raw data */
export function tooLong(format: CopyFormat | undefined, length: number): string {
  const megabytes = Math.round(length / 1024 / 1024);
  return sentences(
    format === undefined
      ? t('The raw data ({0} MiB) is too large for the clipboard.', megabytes)
      : t('The {0} text ({1} MiB) is too large for the clipboard.', NAMES[format], megabytes),
    local(NOT_COPIED),
    t('It can be saved as a file.'),
  );
}

export function rawDataCopied(rawData: string): string {
  return plural(rawData.length, {
    one: 'Raw data copied, nothing redacted ({0} character)',
    other: 'Raw data copied, nothing redacted ({0} characters)',
  });
}

/** @param unusual the unusual characters in the raw data; the message explains how they were saved */
export function savedMessage(bytes: number, unusual?: UnusualCharacters): string {
  const { loneSurrogates = 0 } = unusual ?? {};
  return sentences(
    unusual
      ? plural(bytes, {
          one: 'Raw data saved, nothing redacted ({0} byte of UTF-8).',
          other: 'Raw data saved, nothing redacted ({0} bytes of UTF-8).',
        })
      : plural(bytes, {
          one: 'Text saved ({0} byte of UTF-8).',
          other: 'Text saved ({0} bytes of UTF-8).',
        }),
    ...(loneSurrogates > 0
      ? [
          plural(loneSurrogates, {
            one: "{0} unpaired surrogate became U+FFFD, because UTF-8 can't encode it.",
            other: "{0} unpaired surrogates became U+FFFD, because UTF-8 can't encode them.",
          }),
        ]
      : []),
  );
}
