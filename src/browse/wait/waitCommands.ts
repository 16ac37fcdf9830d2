import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { CommandId } from '../../commandIds.ts';
import { type DomainRef, domainId, isDomainRef } from '../../connections/domainRef.ts';
import { domainOf, isLogTarget } from '../../connections/logTarget.ts';
import type { Services } from '../../connections/services.ts';
import { checkLogs } from '../../service/queries/filter.ts';
import type { Ask } from '../../targets/ask.ts';
import type { LogNode } from '../../targets/nodes.ts';
import type { OpenTable } from '../../targets/openTable.ts';
import { plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { sentences } from '../../text/sentences.ts';
import { tellContext } from '../../ui/contextKeys.ts';
import { registerCommand, runCommand } from '../../ui/ownCommands.ts';
import { pageSizeOf } from '../../ui/settingValues.ts';
import { showFault } from '../../ui/showFault.ts';
import type { BrowseParts } from '../browseParts.ts';
import { LONGEST, nextDetection, type WaitEnd } from './nextDetection.ts';

export interface WaitCommandsOptions
  extends Pick<BrowseParts, 'filters' | 'domains' | 'logNodes' | 'tree' | 'tableFocus'> {
  readonly services: Pick<Services, 'of' | 'filterNames'>;
  readonly ask: Ask;
  /** What the person calls a domain. */
  readonly nameOf: (domain: DomainRef) => string;
  /** Opens a log; the focus stays where it is. */
  readonly openBeside: (log: LogNode) => Promise<void>;
  /** Aborted when the window closes. */
  readonly closing: AbortSignal;
}

/** Waiting for what the person reproduces, whether or not the window has the focus. */
export function waitCommands(options: WaitCommandsOptions): vscode.Disposable[] {
  /** One domain at a time is waited for. */
  let waiting: AbortController | undefined;

  async function wait(given: unknown): Promise<void> {
    const { current } = options.tableFocus;
    const argument = given ?? current?.domain;
    const domain = isDomainRef(argument)
      ? argument
      : isLogTarget(argument)
        ? domainOf(argument)
        : await options.ask.domain(argument);
    if (!domain) return;
    const table = current && domainId(current.domain) === domainId(domain) ? current : undefined;
    waiting?.abort();
    const own = new AbortController();
    waiting = own;
    tellContext('partnerLogs.waiting');
    const item = new WaitItem(asLabel(options.nameOf(domain)));
    const signal = AbortSignal.any([own.signal, options.closing]);
    const end = await nextDetection({
      read: (abort) => readFirstPage(options, domain, abort),
      pause: (milliseconds, abort) =>
        setTimeout(milliseconds, undefined, { signal: abort }).catch(() => undefined),
      now: () => performance.now(),
      signal,
    });
    item.dispose();
    if (waiting === own) {
      waiting = undefined;
      tellContext('partnerLogs.waiting', false);
    }
    await tellEnd(options, end, {
      domain,
      again: () => wait(domain),
      showLogs: () => (table ? showInTable(table) : showInTree(options.tree, domain)),
    });
  }

  return [
    registerCommand('partnerLogs.waitForNext', wait),
    registerCommand('partnerLogs.stopWaiting', () => waiting?.abort()),
    { dispose: () => waiting?.abort() },
  ];
}

async function readFirstPage(
  { services, filters }: WaitCommandsOptions,
  { connectionId, index }: DomainRef,
  signal: AbortSignal,
) {
  const service = await services.of(connectionId);
  const filter = filters.filter({ connectionId, index });
  const perPage = pageSizeOf(vscode.workspace.getConfiguration('partnerLogs').get('pageSize'));
  const page = await service.logs(index, { page: 1, perPage }, filter, { signal, once: true });
  const { logs } = checkLogs(page.items, filter, services.filterNames(connectionId));
  return { logs, total: page.total };
}

interface NextSteps {
  readonly domain: DomainRef;
  /** Waits again. */
  readonly again: () => Promise<void>;
  /** Shows the first logs of the domain, as the service lists them now. */
  readonly showLogs: () => Promise<void>;
}

async function tellEnd(
  { domains, logNodes, nameOf, openBeside }: WaitCommandsOptions,
  end: WaitEnd,
  { domain, again, showLogs }: NextSteps,
): Promise<void> {
  const name = asLabel(nameOf(domain));
  switch (end.kind) {
    case 'cancelled':
      return;
    case 'failed':
      await showFault(t('Waiting for {0} ended.', name), end.fault, { targets: [domain], retry: again });
      return;
    case 'over': {
      const waitAgain = t('Wait Again');
      const minutes = LONGEST / 60_000;
      const chosen = await vscode.window.showInformationMessage(
        t('No new detection log of {0} in {1} minutes.', name, minutes),
        waitAgain,
      );
      if (chosen === waitAgain) await again();
      return;
    }
    case 'elsewhere':
      await offerLogs(
        showLogs,
        t('The list of {0} grew, but not on this page: it is not sorted by time.', name),
      );
      return;
    case 'found': {
      // The list begins with the latest: the one that came first is the last.
      const [first, ...others] = end.logs.toReversed();
      if (!first) return;
      await openBeside(logNodes.node(await domains.of(domain), first));
      const { key, row } = first;
      const found = row.rule
        ? t('New detection log {0} of {1}: {2}.', String(key.idx), name, asLabel(row.rule))
        : t('New detection log {0} of {1}.', String(key.idx), name);
      const more = plural(others.length, { one: '{0} more new log.', other: '{0} more new logs.' });
      await offerLogs(showLogs, others.length > 0 ? sentences(found, more) : found);
    }
  }
}

async function offerLogs(show: () => Promise<void>, message: string): Promise<void> {
  const showLogs = t('Show Logs');
  if ((await vscode.window.showInformationMessage(message, showLogs)) === showLogs) await show();
}

async function showInTree(tree: BrowseParts['tree'], domain: DomainRef): Promise<void> {
  const pager = tree.pagerOf({ kind: 'domain', ...domain, name: domain.name, other: {} });
  await tree.change(undefined, () => pager.goTo(1));
  await tree.showDomain(domain);
}

/** Shows the table that a wait began in; a new one where it was closed meanwhile. */
async function showInTable(table: OpenTable): Promise<void> {
  await runCommand('partnerLogs.openTable', table.domain);
  table.reload();
}

/** The item in the status bar: counts down, and a click on it cancels. */
class WaitItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('partnerLogs.wait', vscode.StatusBarAlignment.Left, 0);
  readonly #end = performance.now() + LONGEST;
  readonly #timer = setInterval(() => this.#draw(), 1_000);
  readonly #name: string;

  /** @param name of the domain, safe to show */
  constructor(name: string) {
    this.#name = name;
    this.#item.name = t('Partner Logs: Wait for Next Detection');
    this.#item.tooltip = t('Click to cancel. The first page of the list is read every 5 seconds.');
    this.#item.command = 'partnerLogs.stopWaiting' satisfies CommandId;
    this.#item.accessibilityInformation = {
      label: t('Waiting for the next detection of {0}. Press Enter to cancel.', name),
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
