import type { Locator, Page } from 'playwright-core';
import { until } from '../until.ts';
import { clickRow } from './hostRows.ts';

/**
 * Returns the pending changes in the visible panels, whose frames have the same origin as the window. The page of a
 * panel should be focused if the panel has the focus. If a prompt was open for less than the 250 ms after which a panel
 * checks its focus, the editor notices too late that the panel did not have the focus, and does not pass it on.
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
 * Waits until the visible panels are loaded, and passes a panel's focus on to its page. The editor does both long after
 * opening the panel, and anything open at that time, such as the Command Palette or a menu, loses the focus and closes.
 * A page that already has the focus is not focused again.
 */
export async function panelsSettled(page: Page): Promise<void> {
  await until(
    'the panels to be loaded',
    () => page.evaluate(PANELS),
    (panels) => panels === 'settled',
  );
}

/** Returns true if the page of a panel is focused. */
const IN_PANEL = `(() => {
  const active = document.activeElement?.contentDocument?.getElementById('active-frame');
  return active?.contentDocument.hasFocus() === true;
})()`;

/** Seconds after which a newly opened panel no longer takes the focus, even on a busy machine. */
const LATE_FOCUS = 15;

/**
 * Waits for the focus that a panel takes a quarter of a second after it was opened or shown. Any open menu then closes,
 * and the editor might leave the focus in the frame around the page, where keys have no effect.
 */
export async function panelFocused(page: Page): Promise<void> {
  const inPanel = async () => {
    await page.evaluate(PANELS);
    return page.evaluate(IN_PANEL);
  };
  try {
    await until('the focus in the panel', inPanel, Boolean, LATE_FOCUS);
  } catch {
    await page.locator('.editor-group-container.active .tab.active').click();
    await until('the focus in the panel', inPanel);
  }
}

/** Opens the log of a row like a user, who sees the panel before continuing. */
export async function openLogOf(row: Locator): Promise<void> {
  await clickRow(row);
  await panelFocused(row.page());
}
