/** A bug report with the positions of the values that the user can show or hide. */

import type { Choices } from '../redaction/choices.ts';
import { PlaceholderTags } from '../redaction/placeholderTags.ts';
import { findAll } from '../text/findAll.ts';
import { percentDecoded } from '../text/strings.ts';
import { asVisibleLines } from '../text/visible.ts';
import { type BugReportOptions, bugReport } from './bugReport.ts';
import { type CopyRequest, different, type LogCopy, type LogToCopy } from './logCopy.ts';

export interface PreviewRequest extends Pick<CopyRequest, 'redaction' | 'version'> {
  readonly log: LogToCopy;
}

/** A value in a report, as UTF-16 offsets in its text. */
export interface ReportValue {
  readonly start: number;
  readonly end: number;
  /**
   * `hidden` by the level of detail or the user; `key` if it is a connection key, which cannot be shown; or `shown` by
   * the user.
   */
  readonly state: 'hidden' | 'key' | 'shown';
  /** See `valueId`. */
  readonly id: string;
}

export interface ReportPreview extends LogCopy {
  /** In text order and disjoint. */
  readonly values: readonly ReportValue[];
}

/**
 * Writes a log's bug report. Its text is identical to that of `copyLogs`.
 * @param decompressedLimit passed to `decodeRequest`
 * @throws TooLargeHere under the same conditions as `decodeRequest`
 */
export function reportPreview(
  { log: { log, row, link }, ...request }: PreviewRequest,
  decompressedLimit?: number,
): ReportPreview {
  const tags = new PlaceholderTags();
  const redaction = request.redaction && { choices: NONE, ...request.redaction };
  const shownLink = linkOf(redaction?.choices ?? NONE, link);
  const options: BugReportOptions = { ...request, redaction, link: shownLink, decompressedLimit, tags };
  const { markdown, title, hidden, notes } = bugReport(log, row, options);
  const { text, placeholders } = tags.read(markdown);
  const hiddenValues = placeholders.map(({ start, end, id, isKey }): ReportValue => {
    return { start, end, id, state: isKey ? 'key' : 'hidden' };
  });
  const values = [...hiddenValues, ...shownIn(text, tags.shown)].sort(
    (one, other) => one.start - other.start || other.end - one.end,
  );
  return { text, title, hidden, notes: different(notes), values: disjoint(values) };
}

const NONE: Choices = { shown: [], hidden: [] };

/** Returns the link to the log, or an empty string if the link contains text that the user chose to hide. */
function linkOf({ hidden }: Choices, link: string): string {
  const texts = [link, percentDecoded(link)];
  return hidden.some((hiddenText) => texts.some((text) => text.includes(hiddenText))) ? '' : link;
}

/** Returns the occurrences of the values that the user chose to show. */
function shownIn(text: string, shown: ReadonlyMap<string, string>): readonly ReportValue[] {
  return [...shown].flatMap(([value, id]) => {
    // A fenced block shows the value in this form.
    const drawn = asVisibleLines(value).replaceAll('\r\n', '\n').trim();
    const whole = findAll(text, drawn, MOST_VALUES);
    const found = whole.length > 0 ? whole : startsIn(text, drawn);
    return found
      .filter((range) => isWhole(text, range))
      .map(({ start, end }): ReportValue => ({ start, end, id, state: 'shown' }));
  });
}

/** Maximum number of occurrences of a shown value to find; reports contain fewer. */
const MOST_VALUES = 1_000;
/** Number of UTF-16 units that are sufficient to recognize a truncated value. */
const START = 40;

/** Returns the occurrences of the start of a value that the report truncates. */
function startsIn(text: string, value: string) {
  return findAll(text, value.slice(0, START), MOST_VALUES).map(({ start }) => {
    // The text does not contain all of the value, so they differ somewhere.
    let length = START;
    while (text[start + length] === value[length]) length++;
    return { start, end: start + length };
  });
}

/** Returns true unless a letter or digit extends the value on either side. */
function isWhole(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  const isWord = (offset: number) => /[\p{L}\p{N}]/u.test(text.charAt(offset));
  return !(isWord(start - 1) && isWord(start)) && !(isWord(end - 1) && isWord(end));
}

function disjoint(values: readonly ReportValue[]): readonly ReportValue[] {
  let end = 0;
  return values.filter((value) => {
    if (value.start < end) return false;
    end = value.end;
    return true;
  });
}
