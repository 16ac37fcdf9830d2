/** Selected rows as text for pasting into a spreadsheet or a message. */
import { setImmediate } from 'node:timers/promises';
import { withoutFormulas } from '../formats/formulas.ts';
import { type RedactionOptions, redactRow } from '../redaction/redact.ts';
import type { LogRow } from '../service/model.ts';
import { english } from '../text/l10n.ts';
import { asVisible } from '../text/visible.ts';
import { columnOf } from './columns.ts';

export interface CopiedRows {
  /** Tab-separated, with a line of titles. */
  readonly text: string;
  readonly rows: number;
  /** Rows in which secrets were redacted. */
  readonly redacted: number;
}

/** Milliseconds after which other work gets its turn. */
const TURN = 10;

/**
 * Writes rows with known secrets redacted. No cell is taken for a formula, none has a line end or tab of its own, and
 * none begins with a quotation mark, with which a spreadsheet would take all up to the next one for one cell.
 *
 * @param columns ids, in the order shown
 */
export async function copyRows(
  rows: readonly LogRow[],
  columns: readonly string[],
  redaction: RedactionOptions,
  signal: AbortSignal,
): Promise<CopiedRows> {
  const shown = columns.flatMap((id) => columnOf(id) ?? []);
  const lines = [shown.map(({ title }) => cell(english(title))).join('\t')];
  let redacted = 0;
  let started = performance.now();
  for (const whole of rows) {
    signal.throwIfAborted();
    const { row, count } = redactRow(whole, redaction);
    if (count > 0) redacted++;
    lines.push(shown.map(({ textOf }) => cell(textOf(row))).join('\t'));
    if (performance.now() - started < TURN) continue;
    await setImmediate();
    started = performance.now();
  }
  return { text: `${lines.join('\n')}\n`, rows: rows.length, redacted };
}

function cell(text = ''): string {
  const safe = withoutFormulas(asVisible(text));
  return safe.startsWith('"') ? `'${safe}` : safe;
}
