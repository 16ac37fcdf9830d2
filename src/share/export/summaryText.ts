import { fieldList } from '../../formats/queryText.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import { sentences } from '../../text/sentences.ts';
import type { ExportSummary } from './exportLogs.ts';
import type { ExportChoices } from './exportPrompts.ts';

/**
 * Summarizes an export and its caveats on one line.
 */
export function summaryText(
  summary: ExportSummary,
  { kind, level }: Pick<ExportChoices, 'kind' | 'level'>,
): string {
  const { logs, bytes, failed, longCells, leftOut, notApplied } = summary;
  const parts = [
    plural(logs, { one: '{0} log exported ({1}).', other: '{0} logs exported ({1}).' }, size(bytes)),
    level === 'essential'
      ? t('The file shows names, ordinary values, and the matches. Other values are hidden.')
      : t('Nothing is redacted. The file might contain secrets.'),
  ];
  if (kind === 'csv' && level === 'exact') {
    parts.push(
      t(
        "Cells that begin with =, +, -, or @ got an apostrophe, so that spreadsheet programs don't run them.",
      ),
    );
  }
  if (failed > 0) {
    parts.push(
      plural(failed, {
        one: '{0} log could not be exported in full. For the reason, search the file for “error”.',
        other: '{0} logs could not be exported in full. For the reasons, search the file for “error”.',
      }),
    );
  }
  if (longCells > 0) {
    parts.push(
      plural(longCells, {
        one: 'Spreadsheet programs will truncate {0} cell that is too long. The file is complete.',
        other: 'Spreadsheet programs will truncate {0} cells that are too long. The file is complete.',
      }),
    );
  }
  if (summary.mayMissRows)
    parts.push(t('Rows might be missing, because the list changed while it was being read.'));
  if (summary.totals && !summary.ignoresPaging) parts.push(totalsText(summary.totals));
  if (summary.hasUnreadable) parts.push(t('Some rows could not be read and are not in the file.'));
  if (summary.ignoresPaging) {
    parts.push(t('The service ignored paging, so the file contains the rows of only one page.'));
  }
  if (notApplied.length > 0) {
    parts.push(
      plural(
        leftOut,
        {
          one: "The service ignored part of the filter ({1}). The extension hid {0} row that doesn't match.",
          other: "The service ignored part of the filter ({1}). The extension hid {0} rows that don't match.",
        },
        fieldList(notApplied, local),
      ),
    );
  }
  return sentences(...parts);
}

function totalsText({ reported, sent }: NonNullable<ExportSummary['totals']>): string {
  return reported === undefined
    ? t("The service doesn't return the number of logs.")
    : t('The service reports {0} logs, but its pages contain {1}.', reported, sent);
}

/** Formats a size in decimal units, as file managers do. */
function size(bytes: number): string {
  if (bytes < 1000) return plural(bytes, { one: '{0} byte', other: '{0} bytes' });
  const units = ['kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, -1];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  const digits = value < 9.95 ? 1 : 0;
  const number = localNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number} ${units[unit]}`;
}

/**
 * Estimates the remaining time at the current pace, and returns it in words. Returns undefined if it is too early for
 * an estimate.
 *
 * @param elapsed the time since the start, in milliseconds
 */
export function timeLeft(done: number, total: number, elapsed: number): string | undefined {
  if (elapsed < 1000 || done <= 0 || done >= total) return undefined;
  const seconds = ((elapsed / done) * (total - done)) / 1000;
  if (seconds < 5) return t('a few seconds left');
  if (seconds < 55) return t('about {0} s left', Math.ceil(seconds / 5) * 5);
  if (seconds < 55 * 60) return t('about {0} min left', Math.ceil(seconds / 60));
  return t('about {0} h left', Math.ceil(seconds / 3600));
}
