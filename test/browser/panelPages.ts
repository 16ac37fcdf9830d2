import { plainBrowser } from './browsers.ts';
import { PanelPage, type PanelPageOptions } from './panelPage.ts';

/** Panel pages for the tests of a suite: each page is closed after its test. */
export function panelPages(): { open(message: object, options?: PanelPageOptions): Promise<PanelPage> } {
  const pages: PanelPage[] = [];

  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
  });

  return {
    /** A page that shows `message`. */
    async open(message, options) {
      const panel = await PanelPage.open(await plainBrowser(), options);
      pages.push(panel);
      await panel.send(message);
      return panel;
    },
  };
}
