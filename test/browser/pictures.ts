import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';
import { cache } from '../../scripts/run.mjs';

const folder = path.join(cache, 'screenshots');

/**
 * Saves the visible page as `.cache/screenshots/<name>.png` if PARTNER_LOGS_SCREENSHOTS is set, because 250 screenshots
 * take a minute.
 */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!process.env['PARTNER_LOGS_SCREENSHOTS']) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
