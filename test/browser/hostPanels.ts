import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';
import { clickRow } from './hostRows.ts';

/**
 * Lists what is still changing in the panels in sight. Their frames have the origin of the window. The page of a panel
 * is given the focus that the panel has: where a prompt was open for less than the 250 ms after which a panel looks
 * whether it has the focus, the editor hears too late that it had none, and does not pass it on.
 */
const PANELS = `(() => {
  for (const frame of document.querySelectorAll('iframe.webview')) {
    if (!frame.checkVisibility({ visibilityProperty: true })) continue;
    const inner = frame.contentDocument;
    if (!frame.classList.contains('ready') || !inner?.getElementById('active-frame')) return 'not loaded';
    if (inner.getElementById('pending-frame')) return 'being replaced';
    const active = inner.getElementById('active-frame');
    if (document.activeElement === frame && !active.contentDocument?.hasFocus()) active.contentWindow.focus();
  }
  return 'settled';
})()`;

/**
 * Waits until the panels in sight are loaded, and passes the focus of a panel on to its page. The editor does both long after
 * it opened the panel, and what is open then, such as the palette or a menu, loses the focus and closes. A page that has the
 * focus of its panel is not given it again.
 */
export async function panelsSettled(page: Page): Promise<void> {
  await until(
    'the panels to be loaded',
    () => page.evaluate(PANELS),
    (panels) => panels === 'settled',
  );
}

/** Whether the page of a panel has the focus. */
const IN_PANEL = `(() => {
  const active = document.activeElement?.contentDocument?.getElementById('active-frame');
  return active?.contentDocument.hasFocus() === true;
})()`;

/**
 * Waits for the focus that a panel takes a quarter of a second after it was opened or shown: a menu that is open then closes,
 * and the editor may be left with the focus in the frame around the page, where no key is heard.
 */
export async function panelFocused(page: Page): Promise<void> {
  await until('the focus in the panel', async () => {
    await page.evaluate(PANELS);
    return page.evaluate(IN_PANEL);
  });
}

/** Opens the log of a row as a person does, who sees the panel before going on. */
export async function openLogOf(row: Locator): Promise<void> {
  await clickRow(row);
  await panelFocused(row.page());
}
