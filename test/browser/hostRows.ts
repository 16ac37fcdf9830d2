import type { Locator } from 'playwright-core';
import { until } from '../until.ts';

/**
 * Clicks a row of one of the editor's lists, or a part of it. While a list draws its rows again, the element of one row shows another:
 * the pointer is over the row that is meant before its button goes down.
 */
export async function clickRow(row: Locator): Promise<void> {
  const page = row.page();
  await until('the pointer over the row', async () => {
    await row.hover();
    return row.and(page.locator(':hover')).isVisible();
  });
  await page.mouse.down();
  await page.mouse.up();
}
