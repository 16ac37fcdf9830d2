/** Formats selected rows as text for pasting into a spreadsheet or a message. */
import { setImmediate } from 'node:timers/promises';
import { valueSize } from '../base/valueSize.ts';
import { withoutFormulas } from '../formats/csv.ts';
import { type RedactionOptions, redactRow } from '../redaction/redact.ts';
import type { LogRow } from '../service/model.ts';
import { english } from '../text/l10n.ts';
import { asVisible } from '../text/visible.ts';
import { CLIPBOARD_LIMIT, tooManyToCopy } from '../ui/clipboard.ts';
import { columnOf } from './columns.ts';

export interface CopiedRows {
  /** Tab-separated values with a header line. */
  readonly text: string;
  /** Number of rows in which secrets were redacted. */
  readonly redacted: number;
}

/** A row, with its response status if the log has been read. */
export interface CopiedRow {
  readonly row: LogRow;
  readonly status?: string | undefined;
}

/** Milliseconds to work before yielding to other tasks. */
const TURN = 10;
/** Maximum size of a row, in UTF-16 units. Redacting a larger one would block the editor. */
const LARGEST_ROW = 64 * 1024;

/**
 * Formats rows with known secrets redacted. No cell contains a newline or tab or can be interpreted as a formula. No
 * cell begins with a quotation mark either, because a spreadsheet program would treat everything up to the next
 * quotation mark as a single cell.
 * @param columns IDs, in display order
 * @throws ServiceError `out-of-memory` if a row is too large or the text exceeds the clipboard limit
 */
export async function copyRows(
  copied: readonly CopiedRow[],
  columns: readonly string[],
  redaction: RedactionOptions,
  signal: AbortSignal,
): Promise<CopiedRows> {
  const shown = columns.flatMap((id) => columnOf(id) ?? []);
  const titles = shown.map(({ title }) => cell(english(title))).join('\t');
  const lines = [titles];
  let [redacted, length] = [0, titles.length + 1];
  let started = performance.now();
  for (const { row, status } of copied) {
    signal.throwIfAborted();
    // No column shows the raw data.
    const { rawData: _, ...listed } = row;
    if (valueSize(listed, LARGEST_ROW, 0) > LARGEST_ROW) throw tooManyToCopy(LARGEST_ROW);
    const { row: safe, count } = redactRow(listed, redaction);
    if (count > 0) redacted++;
    const line = shown.map(({ textOf }) => cell(textOf(safe, status))).join('\t');
    length += line.length + 1;
    if (length > CLIPBOARD_LIMIT) throw tooManyToCopy(CLIPBOARD_LIMIT);
    lines.push(line);
    if (performance.now() - started < TURN) continue;
    await setImmediate();
    started = performance.now();
  }
  return { text: `${lines.join('\n')}\n`, redacted };
}

function cell(text = ''): string {
  const safe = withoutFormulas(asVisible(text));
  return safe.startsWith('"') ? `'${safe}` : safe;
}
