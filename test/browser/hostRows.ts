import { errors, type Locator } from 'playwright-core';
import { until } from '../until.ts';

/** Milliseconds per attempt to reach an element, which might be rendered again or covered by a tooltip. */
const TRY = 5_000;

/**
 * Moves the pointer over a row in one of the editor's lists, or over part of it. While a list renders its rows again, a
 * row's element might show a different row, and the tooltip of the previous element might cover the row until the
 * pointer leaves.
 * @param shownBy The element that must be hovered for the row to exist
 */
export async function pointAt(row: Locator, shownBy?: Locator): Promise<void> {
  await until('the pointer over the row', () => reaches(row, shownBy));
}

/** Tries once to move the pointer over a row; see {@link pointAt}. Returns true if it is there. */
export async function reaches(row: Locator, shownBy?: Locator): Promise<boolean> {
  const page = row.page();
  try {
    await shownBy?.hover({ timeout: TRY });
    await row.hover({ timeout: TRY });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    await page.mouse.move(0, 0);
    return false;
  }
  return row.and(page.locator(':hover')).isVisible();
}

/** Clicks a row in one of the editor's lists, or part of it; see {@link pointAt}. */
export async function clickRow(row: Locator, shownBy?: Locator): Promise<void> {
  await pointAt(row, shownBy);
  await row.page().mouse.down();
  await row.page().mouse.up();
}
