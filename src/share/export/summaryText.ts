import { fieldList } from '../../formats/queryText.ts';
import { counted, formatNumber } from '../../text/numbers.ts';
import type { ExportSummary } from './exportLogs.ts';

/**
 * Summarises what an export wrote and what to know about it, in sentences on one line.
 *
 * @param redacted whether secrets were to be redacted
 */
export function summaryText(summary: ExportSummary, redacted: boolean): string {
  const { logs, bytes, redactions, withNotes, failed, longCells, leftOut, notApplied } = summary;
  const sentences = [
    `${counted(logs, 'log')} exported (${size(bytes)}).`,
    redacted
      ? `${counted(redactions, 'secret')} redacted.`
      : 'Nothing is redacted: the file may contain secrets.',
  ];
  if (withNotes > 0) {
    sentences.push(`In ${counted(withNotes, 'log')} redaction affects what was detected. See their notes.`);
  }
  if (failed > 0) {
    sentences.push(`${counted(failed, 'log')} could not be exported in full: the end of the file says why.`);
  }
  if (longCells > 0) {
    sentences.push(
      `Spreadsheets will cut ${counted(longCells, 'cell')} that are too long for them. The file is complete.`,
    );
  }
  if (summary.mayMissRows) sentences.push('Rows may be missing: the list changed while it was read.');
  if (summary.hasUnreadable) sentences.push('Some rows could not be read and are not in the file.');
  if (summary.ignoresPaging) {
    sentences.push('The service ignored paging: only the rows of one page are in the file.');
  }
  if (notApplied.length > 0) {
    sentences.push(
      `The service did not apply all of the filter (${fieldList(notApplied)}): ${counted(leftOut, 'row')} left out here.`,
    );
  }
  return sentences.join(' ');
}

/** Bytes in decimal units, as file managers show them. */
function size(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  const units = ['kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, -1];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value < 9.95 ? value.toFixed(1) : formatNumber(Math.round(value))} ${units[unit]}`;
}
