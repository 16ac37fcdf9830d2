/** Every place in the extension that reads from the service, used as a user would. */
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TreeNode } from '../../../src/connections/nodes.ts';
import type { Row } from '../../fakeEditor/quickInput.ts';
import type { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import type { FakeWindow } from '../../fakeEditor/window.ts';
import { isWhole } from '../../proofs.ts';
import { until } from '../../until.ts';

/**
 * A prepared window: the domains and the first page of one domain's logs are listed, and the table of another is open.
 */
export interface Prepared {
  readonly window: FakeWindow;
  readonly domains: readonly (TreeNode & { readonly kind: 'domain' })[];
  readonly log: TreeNode & { readonly kind: 'log' };
  /** An open table. */
  readonly table: WebviewPanel;
}

export interface ReadingPlace {
  readonly name: string;
  /** Reads, and returns all texts that are shown at the end. */
  readonly read: (prepared: Prepared) => Promise<string>;
  /** Matches the displayed text if the service works. */
  readonly works: RegExp;
  /** True if temporary faults are waited out and not shown. */
  readonly isPatient?: true;
  /** Leaves while it is reading; undefined if a user cannot. */
  readonly leave?: (prepared: Prepared) => unknown;
}

/** Number of seconds without a message after which a response is assumed to have been read. */
const AFTER_LINE = isWhole ? 3 : 0.7;
/** Maximum duration of any step in seconds; the limits of the requests are far lower. */
const DEADLINE = 60;
const settled = <T>(what: string, look: () => T | PromiseLike<T>, holds?: (seen: T) => unknown) =>
  until(what, look, holds, DEADLINE);

const provider = ({ fake }: FakeWindow) => {
  const tree = fake.trees.get('partnerLogs.domains');
  if (!tree) throw new Error('There is no tree.');
  return tree.provider;
};

/** Returns the texts of the rows below a node. */
export async function rowTexts(window: FakeWindow, node?: TreeNode): Promise<string> {
  const rows = await provider(window).getChildren(node);
  const items = await Promise.all(rows.map(async (row) => provider(window).getTreeItem(row)));
  return items
    .map(
      ({ label, description, tooltip, contextValue }) =>
        `[${contextValue}] ${label} ${description} ${tooltip}`,
    )
    .join('\n');
}

export async function childrenOf(window: FakeWindow, node?: TreeNode): Promise<TreeNode[]> {
  return (await provider(window).getChildren(node)) as TreeNode[];
}

/** Prepares a connected window: lists the domains and the logs of the first one, and opens the table of another. */
export async function prepare(window: FakeWindow): Promise<Prepared> {
  const rows = await childrenOf(window);
  const domains = rows.filter((row) => row.kind === 'domain');
  const logs = (await childrenOf(window, domains[0])).filter((row) => row.kind === 'log');
  if (!logs[0]) throw new Error(`There are no logs: ${await rowTexts(window, domains[0])}`);
  // A reference to the log, because a row of a connection that has changed is rejected before anything is read.
  const { ending: _, ...log } = logs[0];
  return { window, domains, log, table: await keptTable(window, domains[6]) };
}

const lastPick = ({ fake }: FakeWindow) => fake.picks.findLast(({ isOpen }) => isOpen);

/** Selects a row in the open prompt by its label. */
async function takeRow(window: FakeWindow, label: string): Promise<void> {
  const fits = (row: Row) => row.label.includes(label);
  await settled(`the row ${label}`, () => lastPick(window)?.take(fits) === true);
}

const told = ({ fake }: FakeWindow) =>
  [...fake.messages.map(({ text }) => text), ...fake.statuses, fake.clipboard.slice(0, 10_000)].join('\n');

/** Runs a command without prompts and returns its messages. */
async function toldBy(window: FakeWindow, id: string, ...args: readonly unknown[]): Promise<string> {
  window.fake.messages.splice(0);
  window.fake.statuses.splice(0);
  window.fake.clipboard = '';
  window.parts.logs.clear();
  let isDone = false;
  const done = window.run(id, ...args).finally(() => {
    isDone = true;
  });
  await settled(id, () => isDone);
  await done;
  await settled('a message', () => told(window).trim() !== '' || window.fake.progress.length === 0);
  return told(window);
}

/** Waits until the prompt of a command contains the data that it reads, then closes it. */
async function promptOf(window: FakeWindow, begin: () => Promise<unknown>, type?: string): Promise<string> {
  const { picks } = window.fake;
  const before = picks.length;
  const done = begin();
  await settled('the prompt', () => picks.length > before);
  const pick = picks.at(-1);
  if (!pick) throw new Error('There is no prompt.');
  if (type !== undefined) pick.type(type);
  await settled('the prompt to be filled', () => !pick.busy || !pick.isOpen);
  const texts = [...pick.texts, pick.placeholder, ...window.fake.messages.map(({ text }) => text)].join('\n');
  pick.hide();
  await done;
  return texts;
}

const hidePick = ({ window }: Prepared) => lastPick(window)?.hide();
const cancelProgress = async ({ window: { fake } }: Prepared) => {
  await settled('the progress bar', () => fake.progress.length);
  fake.progress.at(-1)?.cancel();
};

async function panelText(
  window: FakeWindow,
  viewType: string,
  isSettled: (text: string) => boolean,
  begin: () => Promise<unknown>,
  first?: unknown,
): Promise<string> {
  const { panels } = window.fake;
  const before = panels.length;
  const done = begin();
  await settled('the panel', () => panels.length > before);
  const panel = panels.at(-1);
  if (panel?.viewType !== viewType) throw new Error('There is no panel.');
  panel.say({ type: 'ready' });
  if (first) panel.say(first);
  const isTable = viewType === 'partnerLogs.table';
  const text = () => (isTable ? tableState(panel) : JSON.stringify(panel.posted.at(-1) ?? null));
  await settled('the panel to be filled', () => isSettled(text()) || !panel.isOpen);
  const shown = text();
  await done;
  panel.dispose();
  return shown;
}

const closePanels = ({ window: { fake } }: Pick<Prepared, 'window'>) => {
  for (const panel of fake.panels.filter(({ viewType }) => viewType !== 'partnerLogs.table')) panel.dispose();
};

/** Opens a table that stays open. */
async function keptTable(window: FakeWindow, domain: TreeNode | undefined): Promise<WebviewPanel> {
  await window.run('partnerLogs.openTable', domain);
  const panel = window.fake.panels.findLast(
    ({ isOpen, viewType }) => isOpen && viewType === 'partnerLogs.table',
  );
  if (!panel) throw new Error('There is no table.');
  panel.say({ type: 'ready' });
  await settled(
    'the table',
    () => tableState(panel),
    (state) => /"list":[1-9]/.test(state),
  );
  return panel;
}

/** Returns the state that a table's page received last, as JSON. */
const tableState = ({ posted }: WebviewPanel) =>
  JSON.stringify((posted as { type: string }[]).findLast(({ type }) => type === 'show') ?? null);

const target = path.join(tmpdir(), `partner-logs-matrix-${process.pid}.csv`);

/** The token of the tool that runs in a window. */
const toolTokens = new WeakMap<FakeWindow, ReturnType<FakeWindow['fake']['token']>>();

export const readingPlaces: readonly ReadingPlace[] = [
  {
    name: 'tree',
    works: /^\[log\]/m,
    async read({ window, domains }) {
      const domain = domains[1];
      const { lists } = window.parts;
      if (domain && lists.logs(domain).state.fault !== undefined) await window.run('partnerLogs.refresh');
      else if (domain) lists.logs(domain).reset();
      return rowTexts(window, domain);
    },
  },
  {
    name: 'more',
    works: /Load More \((?!(20|100) )|Log number 1001$/m,
    async read({ window, domains }) {
      const [domain = assert.fail()] = domains;
      const pager = window.parts.lists.logs(domain);
      // The first hundred logs are read at once.
      while (pager.state.shown > 0 && pager.state.shown < 100 && pager.state.fault === undefined)
        await pager.more();
      const more = (await childrenOf(window, domain)).find(
        (row) => row.kind === 'message' && row.command === 'partnerLogs.loadMore',
      );
      if (more) await window.run('partnerLogs.loadMore', more);
      const texts = await rowTexts(window, domain);
      if (pager.state.shown > 100) await pager.restart();
      return texts;
    },
  },
  {
    name: 'search',
    works: /circle|SQL|Injection|Traversal|Listing|Scanner|XSS/,
    leave: hidePick,
    read: ({ window, domains }) =>
      promptOf(window, () => window.run('partnerLogs.searchLogs', domains[2]), 'blocked'),
  },
  {
    name: 'look-up',
    works: /opened/,
    leave: hidePick,
    async read({ window }) {
      window.parts.directory.clear();
      let isDone = false;
      const done = window.run('partnerLogs.openDetectionLog', 'shop.example/1').finally(() => {
        isDone = true;
      });
      const pick = await settled('the prompt', () => lastPick(window));
      pick?.take(({ label }) => label.includes('shop.example/1'));
      await settled('the answer', () => isDone || (pick && !pick.busy));
      const texts = isDone ? 'opened' : (pick?.texts.join('\n') ?? '');
      pick?.hide();
      await done;
      closePanels({ window });
      return texts;
    },
  },
  {
    name: 'filter',
    works: /^\[log\]/m,
    async read({ window, domains }) {
      const domain = domains[3];
      if (!domain) return '';
      const { filters, lists } = window.parts;
      const value = filters.filter(domain).action === 'Blocked' ? 'Detected' : 'Blocked';
      const log = {
        connectionId: domain.connectionId,
        key: { domain: domain.index, idx: 1, detectedType: 'WAF' },
      };
      await window.run('partnerLogs.filterByValue', log, { field: 'action', value });
      const texts = await rowTexts(window, domain);
      lists.logs(domain).reset();
      return texts;
    },
  },
  {
    name: 'panel',
    works: /"kind":"log"/,
    leave: closePanels,
    read({ window, log }) {
      window.parts.logs.clear();
      const begin = () => window.run('partnerLogs.openDetectionLog', log);
      return panelText(window, 'partnerLogs.detection', (text) => /"kind":"(log|failed)"/.test(text), begin);
    },
  },
  {
    name: 'report panel',
    works: /"kind":"report"/,
    leave: closePanels,
    read({ window, log }) {
      window.parts.logs.clear();
      return panelText(
        window,
        'partnerLogs.report',
        (text) => /"kind":"(?:report|failed)"/.test(text),
        () => window.run('partnerLogs.previewBugReport', log),
      );
    },
  },
  {
    name: 'counts panel',
    works: /"kind":"counts"/,
    leave: closePanels,
    read: ({ window, domains }) =>
      panelText(
        window,
        'partnerLogs.counts',
        (text) => /"kind":"(counts|failed)"/.test(text) && !text.includes('"reading":true'),
        () => window.run('partnerLogs.openCounts', domains[0]),
        { type: 'tryAgain' },
      ),
  },
  {
    name: 'status bar',
    works: /\d attackers?\b/,
    async read({ window }) {
      await window.parts.counts.refresh();
      const item = window.fake.statusItems.get('partnerLogs.attackers');
      const before = item?.tooltip?.value;
      await until('the status bar', () => item?.tooltip?.value !== before, Boolean, 0.3).catch(() => {});
      return `${item?.text}\n${item?.tooltip?.value.replaceAll('\\', '')}`;
    },
  },
  {
    name: 'export',
    works: /exported/i,
    leave: cancelProgress,
    async read({ window, domains }) {
      rmSync(target, { force: true });
      window.fake.saveTo = target;
      const done = toldBy(window, 'partnerLogs.exportLogs', domains[4]);
      for (const label of ['CSV', 'Rows only', 'Exact']) await takeRow(window, label);
      const texts = await done;
      if (!/Nothing was/.test(texts) && !existsSync(target)) throw new Error(`No file: ${texts}`);
      if (/Nothing was/.test(texts) && existsSync(target)) throw new Error('There is half a file.');
      return texts;
    },
  },
  {
    name: 'diagnosis',
    // If only the editor's route uses TLS, that route works.
    works: /\$\(pass\) Counts/,
    leave: hidePick,
    read({ window, domains: [domain] }) {
      window.fake.messages.splice(0);
      return promptOf(window, () =>
        window.run('partnerLogs.diagnoseConnection', { connectionId: domain?.connectionId }),
      );
    },
  },
  {
    name: 'tool',
    works: /"total":/,
    leave: ({ window }) => toolTokens.get(window)?.cancel(),
    async read({ window }) {
      const { fake } = window;
      const token = fake.token();
      toolTokens.set(window, token);
      const tool = fake.tools.get('partnerLogs_find_logs');
      let text: string | undefined;
      void tool?.invoke({ input: { domain: 1 } }, token).then(
        ({ content }) => {
          text = content.map(({ value }) => value).join('\n');
        },
        (error: unknown) => {
          text = String(error);
        },
      );
      return String(await settled('the answer of the tool', () => text));
    },
  },
  {
    name: 'domain picker',
    works: /shop\.example(?:\n.*){9}/,
    leave: hidePick,
    read({ window, domains: [domain] }) {
      window.parts.directory.clear();
      window.fake.messages.splice(0);
      return promptOf(window, () =>
        window.run('partnerLogs.openCounts', { connectionId: domain?.connectionId }),
      );
    },
  },
  {
    name: 'copy',
    works: /Copied|copied/,
    leave: cancelProgress,
    read: ({ window, log }) => toldBy(window, 'partnerLogs.copyAs', log, 'json'),
  },
  {
    name: 'raw copy',
    works: /copied/i,
    leave: cancelProgress,
    read: ({ window, log }) => toldBy(window, 'partnerLogs.copyRawData', log),
  },
  {
    name: 'table',
    works: /"list":[1-9]/,
    leave: ({ window: { fake } }) => fake.panels.at(-1)?.dispose(),
    read: ({ window, domains }) =>
      panelText(
        window,
        'partnerLogs.table',
        (text) => /"failure"|"list":[1-9]/.test(text),
        () => window.run('partnerLogs.openTable', domains[5]),
      ),
  },
  {
    name: 'table again',
    works: /"list":[1-9](?!.*"problem")/,
    async read({ table }) {
      table.say({ type: 'run', action: 'refresh' });
      return settled(
        'the table',
        () => tableState(table),
        (state) => !state.includes('"isChanging":true'),
      );
    },
  },
  {
    name: 'wait',
    works: / 200 .*\nwaiting/,
    isPatient: true,
    leave: ({ window }) => window.fake.progress.at(-1)?.cancel(),
    async read({ window, domains }) {
      const { fake } = window;
      const domain = domains[7];
      fake.messages.splice(0);
      fake.lines.splice(0);
      let isDone = false;
      const done = window.run('partnerLogs.waitForNext', domain).finally(() => {
        isDone = true;
      });
      const asked = () =>
        fake.lines.findLast(
          (line) => line.includes(`/attack_logs/${domain?.index} `) && !line.includes(' cancelled '),
        );
      const isTold = () => isDone || fake.messages.length > 0;
      await settled('the first read', () => isTold() || asked());
      // A response might prove to be defective after its line was written.
      await until('the end', isTold, Boolean, AFTER_LINE).catch(() => {});
      const texts = isTold() ? fake.messages.map(({ text }) => text) : [asked(), 'waiting'];
      fake.progress.at(-1)?.cancel();
      await done;
      return texts.join('\n');
    },
  },
];
