/** Every place in the extension that reads from the service, used as a user would. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TreeNode } from '../../../src/connections/nodes.ts';
import type { Row } from '../../fakeEditor/quickInput.ts';
import type { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import type { FakeWindow } from '../../fakeEditor/window.ts';
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
}

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
  await until(`the row ${label}`, () => lastPick(window)?.take(fits) === true);
}

const told = ({ fake }: FakeWindow) =>
  [...fake.messages.map(({ text }) => text), ...fake.statuses, fake.clipboard.slice(0, 10_000)].join('\n');

/** Runs a command without prompts and returns its messages. */
async function toldBy(window: FakeWindow, id: string, ...args: readonly unknown[]): Promise<string> {
  window.fake.messages.splice(0);
  window.fake.statuses.splice(0);
  window.fake.clipboard = '';
  window.parts.logs.forget(new Set(['c']));
  let isDone = false;
  const done = window.run(id, ...args).finally(() => {
    isDone = true;
  });
  await until(id, () => isDone);
  await done;
  await until('a message', () => told(window).trim() !== '' || window.fake.progress.length === 0);
  return told(window);
}

/** Waits until the prompt of a command contains the data that it reads, then closes it. */
async function promptOf(window: FakeWindow, begin: () => Promise<unknown>, type?: string): Promise<string> {
  const { picks } = window.fake;
  const before = picks.length;
  const done = begin();
  await until('the prompt', () => picks.length > before);
  const pick = picks.at(-1);
  if (!pick) throw new Error('There is no prompt.');
  if (type !== undefined) pick.type(type);
  await until('the prompt to be filled', () => !pick.busy || !pick.isOpen);
  const texts = [...pick.texts, pick.placeholder, ...window.fake.messages.map(({ text }) => text)].join('\n');
  pick.hide();
  await done;
  return texts;
}

/** Opens a panel, and returns what its page received once that matches. */
async function panelText(
  { fake }: FakeWindow,
  ends: RegExp,
  begin: () => Promise<unknown>,
  first?: unknown,
): Promise<string> {
  const before = fake.panels.length;
  const done = begin();
  await until('the panel', () => fake.panels.length > before);
  const panel = fake.panels.at(-1) as WebviewPanel;
  panel.say({ type: 'ready' });
  if (first) panel.say(first);
  const shown = await until(
    'the panel to be filled',
    () => JSON.stringify(panel.posted),
    (text) => ends.test(text),
  );
  await done;
  panel.dispose();
  return shown;
}

/** Opens a table that stays open. */
async function keptTable(window: FakeWindow, domain: TreeNode | undefined): Promise<WebviewPanel> {
  await window.run('partnerLogs.openTable', domain);
  const panel = window.fake.panels.findLast(
    ({ isOpen, viewType }) => isOpen && viewType === 'partnerLogs.table',
  );
  if (!panel) throw new Error('There is no table.');
  panel.say({ type: 'ready' });
  await until(
    'the rows of the table',
    () => JSON.stringify(panel.posted),
    (state) => /"list":[1-9]/.test(state),
  );
  return panel;
}

const target = path.join(tmpdir(), `partner-logs-places-${process.pid}.csv`);

export const readingPlaces: readonly ReadingPlace[] = [
  {
    name: 'tree',
    works: /^\[log\]/m,
    async read({ window, domains }) {
      const domain = domains[1];
      const { lists } = window.parts;
      if (domain && lists.logs(domain).fault !== undefined) await window.run('partnerLogs.refresh');
      else if (domain) lists.logs(domain).reset();
      return rowTexts(window, domain);
    },
  },
  {
    name: 'search',
    works: /circle|SQL|Injection|Traversal|Listing|Scanner|XSS/,
    read: ({ window, domains }) =>
      promptOf(window, () => window.run('partnerLogs.searchLogs', domains[2]), 'blocked'),
  },
  {
    name: 'panel',
    works: /"rawData"|"raw"/,
    read({ window, log }) {
      window.parts.logs.forget(new Set(['c']));
      const begin = () => window.run('partnerLogs.openDetectionLog', log);
      return panelText(window, /"similar"|"failed"|"failure"|"problem"/, begin);
    },
  },
  {
    name: 'report panel',
    works: /"shown":\{"parts"/,
    read({ window, log }) {
      window.parts.logs.forget(new Set(['c']));
      const begin = () => window.run('partnerLogs.previewBugReport', log);
      return panelText(window, /"(?:shown|failure)":\{/, begin);
    },
  },
  {
    name: 'counts panel',
    works: /"attackers"/,
    read: ({ window, domains }) =>
      panelText(
        window,
        // Meanwhile, the last failure is shown.
        /"isReading":false/,
        () => window.run('partnerLogs.openCounts', domains[0]),
        { type: 'tryAgain' },
      ),
  },
  {
    name: 'export',
    works: /exported/i,
    async read({ window, domains }) {
      rmSync(target, { force: true });
      window.fake.saveTo = target;
      const done = toldBy(window, 'partnerLogs.exportLogs', domains[4]);
      for (const label of ['CSV', 'Rows only', 'Exact']) await takeRow(window, label);
      return done;
    },
  },
  {
    name: 'diagnosis',
    works: /\$\(pass\) Counts/,
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
    async read({ window: { fake }, domains }) {
      const tool = fake.tools.get('partnerLogs_find_logs');
      const invoked = tool?.invoke({ input: { domain: domains[0]?.index } }, fake.token());
      return invoked?.then(
        ({ content }) => content.map(({ value }) => value).join('\n'),
        (error: unknown) => String(error),
      ) as Promise<string>;
    },
  },
  {
    name: 'copy',
    works: /Copied|copied/,
    read({ window, log }) {
      window.fake.takes = 'JSON';
      return toldBy(window, 'partnerLogs.copyAs', log);
    },
  },
  {
    name: 'table',
    works: /"list":[1-9]/,
    read: ({ window, domains }) =>
      panelText(window, /"failure"|"list":[1-9]/, () => window.run('partnerLogs.openTable', domains[5])),
  },
];
