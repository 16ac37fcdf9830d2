import assert from 'node:assert/strict';
import { type Browser, chromium } from 'playwright-core';
import { chromiumAdvice, chromiumArguments, findChromium } from '../../scripts/chromium.mjs';
import { PanelPage, type PanelPageOptions } from './panelPage.ts';

/** Panel pages for the tests of a suite: one browser for all, each page closed after its test. */
export function panelPages(): { open(message: object, options?: PanelPageOptions): Promise<PanelPage> } {
  let browser: Browser;
  const pages: PanelPage[] = [];

  before('start Chromium', async () => {
    const executablePath = findChromium();
    assert.ok(executablePath, chromiumAdvice);
    browser = await chromium.launch({ executablePath, args: chromiumArguments });
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
  });
  after('stop Chromium', () => browser?.close());

  return {
    /** A page that shows `message`. */
    async open(message, options) {
      const panel = await PanelPage.open(browser, options);
      pages.push(panel);
      await panel.send(message);
      return panel;
    },
  };
}
