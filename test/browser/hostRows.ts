import { errors, type Locator } from 'playwright-core';
import { until } from '../until.ts';

/** Milliseconds for one try to reach an element: it may be drawn again, or lie below a hover text. */
const TRY = 5_000;

/**
 * Puts the pointer over a row of one of the editor's lists, or a part of it. While a list draws its rows again, the element of one
 * row shows another; and the hover text of the element that the pointer was over may cover the row until the pointer leaves.
 * @param shownBy What the pointer has to be over for the row to be there at all
 */
export async function pointAt(row: Locator, shownBy?: Locator): Promise<void> {
  const page = row.page();
  await until('the pointer over the row', async () => {
    try {
      await shownBy?.hover({ timeout: TRY });
      await row.hover({ timeout: TRY });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      await page.mouse.move(0, 0);
      return false;
    }
    return row.and(page.locator(':hover')).isVisible();
  });
}

/** Clicks a row of one of the editor's lists, or a part of it: {@link pointAt}. */
export async function clickRow(row: Locator, shownBy?: Locator): Promise<void> {
  await pointAt(row, shownBy);
  await row.page().mouse.down();
  await row.page().mouse.up();
}
