/** The messages about copies. They hold nothing of a log but placeholders. */
import type { CopyFormat, LogCopy } from '../formats/logCopy.ts';
import { ServiceError } from '../service/errors.ts';
import { counted, formatNumber } from '../text/numbers.ts';
import type { UnusualCharacters } from '../text/textCharacters.ts';

/** UTF-16 units that are put on the clipboard: more than that holds the editor up, and most programs that it is pasted into. */
export const CLIPBOARD_LIMIT = 16 * 1024 * 1024;

/** UTF-16 units of the logs that are copied together. */
export const COPIED_LIMIT = 128 * 1024 * 1024;

/** The fault of more logs than are copied together. */
export function tooManyToCopy(): ServiceError {
  return new ServiceError('out-of-memory', 'The logs are too large to be copied together.', {
    expected: `logs of at most ${formatNumber(COPIED_LIMIT)} characters`,
  });
}

export const NOT_COPIED = 'Nothing was copied.';

/** The names of the formats, as in “Copied as …”. */
export const NAMES: Readonly<Record<CopyFormat, string>> = {
  bugReport: 'bug report',
  curl: 'cURL',
  curlPowerShell: 'cURL for PowerShell',
  har: 'HAR',
  json: 'JSON',
};

/** Endings of files that hold a copy. */
export const ENDINGS: Readonly<Record<CopyFormat, string>> = {
  bugReport: 'md',
  curl: 'sh',
  curlPowerShell: 'ps1',
  har: 'har',
  json: 'json',
};

/** Returns the message after a copy: what was copied, and what to know before it is shared. */
export function copyMessage(format: CopyFormat, logs: number, redacted: boolean, copy: LogCopy): string {
  return sentences(
    logs === 1 ? `Copied as ${NAMES[format]}.` : `${logs} logs copied as ${NAMES[format]}.`,
    ...(redacted ? [redactions(copy)] : []),
    ...copy.notes,
  );
}

/** Says how many secrets are redacted. */
export function redactions({ redactions: count }: Pick<LogCopy, 'redactions'>): string {
  if (count === 0) return 'No secrets were found to redact.';
  return count === 1 ? '1 secret is redacted.' : `${formatNumber(count)} different secrets are redacted.`;
}

/** Returns why raw data cannot simply be copied; undefined when it can be. */
export function rawDataProblem(
  rawData: string,
  { nuls, loneSurrogates }: UnusualCharacters,
): string | undefined {
  if (rawData === '') return `The raw data of this log is empty. ${NOT_COPIED}`;
  if (rawData.length > CLIPBOARD_LIMIT) return tooLong('The raw data', rawData.length);
  if (nuls + loneSurrogates === 0) return undefined;
  return sentences(
    'Nothing was copied, because the clipboard may change the raw data.',
    ...(nuls > 0 ? [`It contains ${counted(nuls, 'NUL character')}. Many programs cut a text there.`] : []),
    ...(loneSurrogates > 0
      ? [`It contains ${counted(loneSurrogates, 'lone surrogate')}, which are not characters.`]
      : []),
    'It can be saved as a file.',
  );
}

export function tooLong(what: string, length: number): string {
  return `${what} is ${formatNumber(Math.round(length / 1024 / 1024))} MiB long, more than the clipboard takes. ${NOT_COPIED} It can be saved as a file.`;
}

export function rawDataCopied(rawData: string): string {
  return `Raw data copied, nothing redacted (${counted(rawData.length, 'character')})`;
}

/** @param unusual of raw data, of which is said what became of it */
export function savedMessage(what: string, bytes: number, unusual?: UnusualCharacters): string {
  const { loneSurrogates = 0 } = unusual ?? {};
  return sentences(
    `${what} saved${unusual ? ', nothing redacted' : ''} (${counted(bytes, 'byte')} of UTF-8).`,
    ...(loneSurrogates > 0
      ? [`${counted(loneSurrogates, 'lone surrogate')} became U+FFFD because UTF-8 cannot encode them.`]
      : []),
  );
}

function sentences(...all: readonly string[]): string {
  return all.join(' ');
}
