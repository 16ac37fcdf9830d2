import type { Page } from 'playwright-core';
import type { FromPanel } from '../../src/detection/detectionMessages.ts';
import { plainBrowser } from './browsers.ts';
import { PanelPage, type PanelPageOptions } from './panelPage.ts';

/** Panel pages for the tests in a suite. Each page is closed after its test. */
export function panelPages() {
  const pages: PanelPage[] = [];
  const latest = (): PanelPage => {
    const panel = pages.at(-1);
    if (!panel) throw new Error('No panel is open.');
    return panel;
  };

  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
  });

  return {
    /** Opens a page that shows `message`. */
    async open(message: object, options?: PanelPageOptions): Promise<Page> {
      const panel = await PanelPage.open(await plainBrowser(), options);
      pages.push(panel);
      await panel.send(message);
      return panel.page;
    },
    send: (message: object): Promise<void> => latest().send(message),
    recorded: () => latest().recorded(),
    errors: (): readonly string[] => latest().errors,
    /** Returns the last message that the page sent. */
    lastSent: async (): Promise<FromPanel | undefined> => (await latest().recorded()).sent.at(-1),
  };
}
