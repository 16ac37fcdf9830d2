import type { Locator } from 'playwright-core';
import { sampleDomains } from '../../src/sample/sampleDomains.ts';
import { SampleRoutes, type World } from '../../src/sample/sampleRoutes.ts';
import { type FakeData, FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { clearWindows } from './browsers.ts';
import { type EditorOptions, openEditor, openWindow } from './host.ts';
import { clickRow } from './hostRows.ts';
import type { TreeView } from './hostTree.ts';
import type { EditorWindow } from './hostWindow.ts';

export interface Connected {
  readonly service: FakeService;
  readonly editor: EditorWindow;
}

let shared: Connected | undefined;

/**
 * Returns the window of this process that shows the domains of a service, without open editors. Tests share it, because
 * opening a window and adding a connection takes longer than most tests; they leave nothing that another one could see,
 * other than what is cleared here.
 */
export async function openConnected({
  viewport = { width: 1_280, height: 800 },
  domains = sampleDomains,
  data,
}: {
  readonly viewport?: EditorOptions['viewport'];
  /** The domains of the sample; defaults to the usual ones. */
  readonly domains?: World['domains'];
  /** Data to show instead of the sample. */
  readonly data?: Partial<FakeData>;
} = {}): Promise<Connected> {
  if (!shared || shared.editor !== openWindow()) shared = await openFirst();
  const { service, editor } = shared;
  service.respond = (_, usual) => usual();
  service.sample = data ? undefined : new SampleRoutes({ now: () => new Date(), domains });
  Object.assign(service, data);
  await service.listen();
  await clearWindows();
  await editor.page.setViewportSize(viewport);
  await editor.openViews();
  const tree = editor.tree('Domains');
  const before = service.paths(/website/).length;
  await editor.command('Refresh');
  await until('the domains to be read', () => service.paths(/website/).length > before);
  await tree.row('shop.example').waitFor();
  await tree.action('Collapse All');
  await tree.clearSelection();
  return shared;
}

async function openFirst(): Promise<Connected> {
  const service = await FakeService.startSample({ domains: sampleDomains });
  const editor = await openEditor({ settings: { 'partnerLogs.statusBar.warnAbove': 5 } });
  await editor.openViews();
  await connect(editor, service);
  return { service, editor };
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
