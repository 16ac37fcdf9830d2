import * as vscode from 'vscode';
import { delay } from '../../base/abort.ts';
import { ServiceError } from '../../base/errors.ts';
import type { CommandId } from '../../commandIds.ts';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import { notAppliedTexts } from '../../formats/queryText.ts';
import type { RequestOptions } from '../../service/api.ts';
import { checkLogs, type FilterField } from '../../service/queries/filter.ts';
import type { Ask } from '../../targets/ask.ts';
import type { LogNode } from '../../targets/nodes.ts';
import type { OpenTable } from '../../targets/openTable.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { sentences } from '../../text/sentences.ts';
import { registerCommand, runCommand, setContext } from '../../ui/ownCommands.ts';
import { registerRowCommand } from '../../ui/rowCommands.ts';
import { pageSizeOf } from '../../ui/settingValues.ts';
import { showFault } from '../../ui/showFault.ts';
import type { Browse } from '../registerBrowse.ts';
import type { DomainsTree } from '../tree/domainsTree.ts';
import { type FirstPage, LONGEST, nextDetection, type WaitEnd } from './nextDetection.ts';

export interface WaitCommandsOptions extends Browse {
  readonly ask: Ask;
  /** Returns the name to display for a domain. */
  readonly nameOf: (domain: DomainRef) => string;
  /** Opens a log without moving the focus. */
  readonly openBeside: (log: LogNode) => Promise<void>;
  /** Aborted when the window closes. */
  readonly closing: AbortSignal;
}

/** The abort reason when the filter or page size changes during a wait. */
const CHANGED = Symbol('changed');

/** The commands that wait for a detection that the user is reproducing, whether or not the window has focus. */
export function waitCommands(options: WaitCommandsOptions): vscode.Disposable[] {
  /** The wait in progress. Only one wait can run at a time. */
  let waiting: AbortController | undefined;

  async function wait(given: unknown): Promise<void> {
    const domain = await options.ask.domain(given);
    if (!domain) return;
    if (options.services.fileFacts(domain.connectionId)) {
      const fault = new ServiceError('not-in-file', 'A file of exported logs has no new detections.');
      return showFault(t('Not waiting for the next detection.'), fault, { targets: [] });
    }
    const { current } = options.tableFocus;
    const table = current && domainId(current.domain) === domainId(domain) ? current : undefined;
    waiting?.abort();
    const own = new AbortController();
    waiting = own;
    setContext('partnerLogs.waiting');
    const item = new WaitItem(asLabel(options.nameOf(domain)));
    const ending = options.services.ending(domain.connectionId);
    const signal = AbortSignal.any([own.signal, options.closing, ending]);
    const list = listOf(options, domain);
    const stopWatching = onOtherList(options, domain, () => own.abort(CHANGED));
    const end = await nextDetection({
      read: async (abort) => (await list).first(abort),
      pause: (milliseconds, abort) => delay(milliseconds, abort).catch(() => undefined),
      now: () => performance.now(),
      signal,
    });
    stopWatching();
    item.dispose();
    if (waiting === own) {
      waiting = undefined;
      setContext('partnerLogs.waiting', false);
    }
    await reportEnd(options, own.signal.reason === CHANGED ? { kind: 'changed' } : end, {
      domain,
      doubts: async () => (await list).doubts(signal),
      again: () => wait(domain),
      showLogs: () => (table ? showInTable(table) : showInTree(options.tree, domain)),
    });
  }

  return [
    registerRowCommand('partnerLogs.waitForNext', wait),
    registerCommand('partnerLogs.stopWaiting', () => waiting?.abort()),
    { dispose: () => waiting?.abort() },
  ];
}

interface WaitedList {
  /** Reads the first page with one request. */
  readonly first: (signal: AbortSignal) => Promise<FirstPage>;
  /**
   * Returns the parts of the filter that the service might have ignored; empty if they cannot be determined. Never
   * rejects.
   */
  readonly doubts: (signal: AbortSignal) => Promise<readonly FilterField[]>;
}

/** Returns a domain's list with the current service, filter, and page size. */
async function listOf({ services, filters }: WaitCommandsOptions, domain: DomainRef): Promise<WaitedList> {
  const [filter, perPage] = [filters.filter(domain), pageSize()];
  const service = await services.of(domain.connectionId);
  const names = services.filterNames(domain.connectionId);
  const read = (request: RequestOptions) => service.logs(domain.index, { page: 1, perPage }, filter, request);
  return {
    first: async (signal) => {
      const page = await read({ signal, once: true });
      const { logs } = checkLogs(page.items, filter, names);
      return { logs, total: page.isTotalKnown === false ? undefined : page.total };
    },
    doubts: async (signal) => {
      if (Object.keys(filter).length === 0) return [];
      return read({ signal }).then(
        ({ doubtful }) => doubtful ?? [],
        () => [],
      );
    },
  };
}

/** Calls `changed` when a domain's filter or the page size changes, until the returned function is called. */
function onOtherList({ filters }: WaitCommandsOptions, domain: DomainRef, changed: () => void): () => void {
  const list = () => JSON.stringify([filters.query(domain), pageSize()]);
  const before = list();
  const check = () => {
    if (list() !== before) changed();
  };
  const listening = [filters.onDidChange(check), vscode.workspace.onDidChangeConfiguration(check)];
  return () => {
    for (const each of listening) each.dispose();
  };
}

function pageSize(): number {
  return pageSizeOf(vscode.workspace.getConfiguration('partnerLogs').get('pageSize'));
}

interface NextSteps {
  readonly domain: DomainRef;
  readonly doubts: () => Promise<readonly FilterField[]>;
  /** Waits again. */
  readonly again: () => Promise<void>;
  /** Shows the domain's first logs, as currently listed by the service. */
  readonly showLogs: () => Promise<void>;
}

async function reportEnd(
  { domains, logNodes, nameOf, openBeside }: WaitCommandsOptions,
  end: WaitEnd | { readonly kind: 'changed' },
  { domain, doubts, again, showLogs }: NextSteps,
): Promise<void> {
  const name = asLabel(nameOf(domain));
  switch (end.kind) {
    case 'cancelled':
      return;
    case 'changed':
      await offerWait(
        again,
        t('Stopped waiting for {0}, because its filter or the page size changed.', name),
      );
      return;
    case 'failed':
      await showFault(t('Stopped waiting for {0}.', name), end.fault, { targets: [domain], retry: again });
      return;
    case 'over':
      await offerWait(again, t('No new detection logs for {0} in {1} minutes.', name, LONGEST / 60_000));
      return;
    case 'elsewhere':
      await offerLogs(
        showLogs,
        t(
          "The list for {0} has new logs, but not on this page, because the list isn't sorted by time.",
          name,
        ),
      );
      return;
    case 'found': {
      // The list begins with the latest log, so the earliest one is last.
      const [first, ...others] = end.logs.toReversed();
      if (!first) return;
      await openBeside(logNodes.node(await domains.of(domain), first));
      const { key, row } = first;
      const found = row.rule
        ? t('New detection log {0} for {1}: {2}.', String(key.idx), name, asLabel(row.rule))
        : t('New detection log {0} for {1}.', String(key.idx), name);
      const more = plural(others.length, { one: '{0} more new log.', other: '{0} more new logs.' });
      const doubt = notAppliedTexts({ ignored: [], unasked: [], doubtful: await doubts() }, local);
      await offerLogs(showLogs, sentences(found, ...(others.length > 0 ? [more] : []), ...doubt));
    }
  }
}

async function offerWait(again: () => Promise<void>, message: string): Promise<void> {
  const waitAgain = t('Wait Again');
  if ((await vscode.window.showInformationMessage(message, waitAgain)) === waitAgain) await again();
}

async function offerLogs(show: () => Promise<void>, message: string): Promise<void> {
  const showLogs = t('Show Logs');
  if ((await vscode.window.showInformationMessage(message, showLogs)) === showLogs) await show();
}

async function showInTree(tree: DomainsTree, domain: DomainRef): Promise<void> {
  const pager = tree.pagerOf({ kind: 'domain', ...domain, name: domain.name, other: {} });
  await tree.change(undefined, () => pager.restart());
  await tree.showDomain(domain);
}

/** Shows the table in which a wait began, or opens a new one if it was closed in the meantime. */
async function showInTable(table: OpenTable): Promise<void> {
  await runCommand('partnerLogs.openTable', table.domain);
  table.reload();
}

/** A status bar item that counts down and cancels the wait when clicked. */
class WaitItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('partnerLogs.wait', vscode.StatusBarAlignment.Left, 0);
  readonly #end = performance.now() + LONGEST;
  readonly #timer = setInterval(() => this.#draw(), 1_000);
  readonly #name: string;

  /** @param name the name of the domain, sanitized for display */
  constructor(name: string) {
    this.#name = name;
    this.#item.name = t('Partner Logs: Wait for Next Detection');
    this.#item.tooltip = t('Click to cancel. The first page of the list is read every 5 seconds.');
    this.#item.command = 'partnerLogs.stopWaiting' satisfies CommandId;
    this.#item.accessibilityInformation = {
      label: t('Waiting for the next detection for {0}. Press Enter to cancel.', name),
      role: 'button',
    };
    this.#draw();
    this.#item.show();
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#item.dispose();
  }

  #draw(): void {
    const left = Math.max(0, Math.round((this.#end - performance.now()) / 1_000));
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    this.#item.text = `$(loading~spin) ${t('Waiting for {0} {1}', this.#name, clock)}  $(close) ${t('Cancel')}`;
  }
}
