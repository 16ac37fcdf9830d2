import type { Locator } from 'playwright-core';
import { sampleDomains } from '../../src/sample/sampleDomains.ts';
import type { World } from '../../src/sample/sampleRoutes.ts';
import { FakeService } from '../fakeService.ts';
import { type EditorOptions, openEditor } from './host.ts';
import { clickRow } from './hostRows.ts';
import type { TreeView } from './hostTree.ts';
import type { EditorWindow } from './hostWindow.ts';

/** Starts a service with the sample data and opens a window that shows its domains. Close both afterward. */
export async function openConnected(
  options: EditorOptions = {},
  sample: Partial<World> = {},
): Promise<{ service: FakeService; editor: EditorWindow }> {
  const service = await FakeService.startSample({ domains: sampleDomains, ...sample });
  const opened: { close(): Promise<void> }[] = [service];
  try {
    const editor = await openEditor(options);
    opened.push(editor);
    await editor.openViews();
    await connect(editor, service);
    return { service, editor };
  } catch (error) {
    await Promise.all(opened.map((each) => each.close()));
    throw error;
  }
}

/**
 * Adds a connection to `service` by typing, waits for its domains, and closes the first domain and log, which were
 * opened automatically.
 */
export async function connect(
  editor: EditorWindow,
  service: Pick<FakeService, 'baseUrl' | 'key'>,
  name = 'My Service',
): Promise<void> {
  const { quickInput } = editor;
  const tree = editor.tree('Domains');
  // Otherwise, the log selected before would be taken for the first log of the new connection.
  if (await tree.rows.first().isVisible()) await tree.clearSelection();
  await editor.command('Add Connection…');
  await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
  await quickInput.answer(service.baseUrl);
  await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
  await quickInput.answer(service.key);
  await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
  await quickInput.answer(name);
  await closeFirstLog(editor);
}

/** Waits until a new connection shows its first log or the reason there is none, then closes the log and its domain. */
export async function closeFirstLog(editor: EditorWindow): Promise<void> {
  const tree = editor.tree('Domains');
  await firstLogRow(tree).or(tree.row('Diagnose Connection')).first().waitFor();
  if (await editor.tabs().first().isVisible()) await editor.command('Close Editor', 'View');
  const rows = tree.rows.and(editor.page.locator(':not(.monaco-tree-sticky-row)'));
  const open = await rows.evaluateAll((all) => {
    const selected = all.findIndex((row) => row.ariaSelected === 'true');
    return all.findLastIndex((row, index) => index <= selected && row.ariaExpanded === 'true');
  });
  await clickRow(rows.nth(open).locator('.monaco-tl-twistie'));
  await tree.clearSelection();
}

/** Returns the selected row, which is the row of the log that a new connection shows. */
export function firstLogRow({ rows }: TreeView): Locator {
  return rows.and(rows.page().locator('[aria-selected="true"]:not([aria-expanded])'));
}
