/** Formats selected rows as text for pasting into a spreadsheet or a message. */
import { setImmediate } from 'node:timers/promises';
import { valueSize } from '../base/valueSize.ts';
import { withoutFormulas } from '../formats/csv.ts';
import { doJob, type JobOptions } from '../jobs.ts';
import type { RedactionOptions } from '../redaction/redact.ts';
import type { LogRow } from '../service/model.ts';
import { english } from '../text/l10n.ts';
import { asVisible } from '../text/visible.ts';
import { CLIPBOARD_LIMIT, COPIED_LIMIT, tooManyToCopy } from '../ui/clipboard.ts';
import { columnOf } from './columns.ts';

/** A row, with its response status if the log has been read. */
export interface CopiedRow {
  readonly row: LogRow;
  readonly status?: string | undefined;
}

/** Milliseconds to work before yielding to other tasks. */
const TURN = 10;

/**
 * Returns rows at the essential level as tab-separated values with a header line. No cell contains a newline or tab or
 * can be interpreted as a formula. No cell begins with a quotation mark either, because a spreadsheet program would treat everything up to the next
 * quotation mark as a single cell.
 * @param columns IDs, in display order
 * @throws ServiceError `out-of-memory` if the text exceeds the clipboard limit; any error that `doJob` throws
 */
export async function copyRows(
  copied: readonly CopiedRow[],
  columns: readonly string[],
  redaction: RedactionOptions,
  options: JobOptions,
): Promise<string> {
  const rows = copied.map(({ row }) => row);
  if (valueSize(rows, COPIED_LIMIT, 0) > COPIED_LIMIT) throw tooManyToCopy();
  const redactedRows = await doJob('redactRows', { rows, redaction }, options);
  const shown = columns.flatMap((id) => columnOf(id) ?? []);
  const titles = shown.map(({ title }) => cell(english(title))).join('\t');
  const lines = [titles];
  let length = titles.length + 1;
  let started = performance.now();
  for (const [at, row] of redactedRows.entries()) {
    options.signal.throwIfAborted();
    const line = shown.map(({ textOf }) => cell(textOf(row, copied[at]?.status))).join('\t');
    length += line.length + 1;
    if (length > CLIPBOARD_LIMIT) throw tooManyToCopy(CLIPBOARD_LIMIT);
    lines.push(line);
    if (performance.now() - started < TURN) continue;
    await setImmediate();
    started = performance.now();
  }
  return `${lines.join('\n')}\n`;
}

function cell(text = ''): string {
  const safe = withoutFormulas(asVisible(text));
  return safe.startsWith('"') ? `'${safe}` : safe;
}
