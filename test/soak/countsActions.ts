/** Actions in the panel of counts. */
import type { Action } from './logActions.ts';
import { DOMAINS } from './soakService.ts';
import type { SoakWindow } from './soakWindow.ts';

const WATCH = "Show Today's Attackers in Status Bar";
const UNWATCH = "Stop Showing Today's Attackers";

async function openCounts(window: SoakWindow): Promise<void> {
  await window.closeEditors();
  await window.collapse();
  window.domain = window.random.between(1, DOMAINS.length);
  await window.tree.menu(window.domainRow, 'Show Visitor and Attacker Counts');
  await heading(window).waitFor();
}

const heading = (window: SoakWindow) =>
  window.firstPanel.getByRole('heading', { name: window.name, level: 1 });

async function haveCounts(window: SoakWindow): Promise<void> {
  if (
    !(await window.editor
      .tabs()
      .filter({ hasText: `Counts: ${window.name}` })
      .isVisible())
  )
    await openCounts(window);
}

async function choose(window: SoakWindow): Promise<void> {
  await haveCounts(window);
  const name = window.random.pick(['7 Days', '30 Days']);
  const button = window.firstPanel.getByRole('button', { name, exact: true });
  await button.click();
  await window.firstPanel.locator(`button[aria-pressed=true]`, { hasText: name }).waitFor();
  await heading(window).waitFor();
}

async function refreshCounts(window: SoakWindow): Promise<void> {
  await haveCounts(window);
  await window.firstPanel.getByRole('button', { name: 'Refresh', exact: true }).click();
  await heading(window).waitFor();
}

/** Shows the counts of another domain in the status bar, and stops it again. */
async function watch(window: SoakWindow): Promise<void> {
  await window.collapse();
  const row = window.tree.row(DOMAINS[1]);
  await window.tree.menu(row, WATCH);
  await row.filter({ hasText: 'attacker' }).waitFor();
  await window.tree.menu(row, UNWATCH);
  await row.filter({ hasText: 'attacker' }).waitFor({ state: 'detached' });
}

export const countsActions = {
  openCounts: { weight: 2, act: openCounts },
  choose: { weight: 6, act: choose },
  refreshCounts: { weight: 4, act: refreshCounts },
  watch: { weight: 1, act: watch },
} satisfies Readonly<Record<string, { readonly weight: number; readonly act: Action }>>;
