import * as vscode from 'vscode';
import { domainLabel } from '../../connections/domainLabel.ts';
import { type DomainRef, domainId, isDomainRef } from '../../connections/domainRef.ts';
import { type Ask, isNode } from '../../targets/ask.ts';
import type { DomainNode } from '../../targets/nodes.ts';
import { t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { registerCommand } from '../../ui/ownCommands.ts';
import type { Browse } from '../registerBrowse.ts';
import type { DomainNodes } from './domainNodes.ts';

export interface ListCommandsOptions extends Browse {
  readonly ask: Ask;
  /** Reloads everything that is shown. */
  readonly refresh: () => Promise<void>;
  readonly output: vscode.LogOutputChannel;
}

/** The commands for paging and refreshing the tree's lists and for the output channel. */
export function listCommands(options: ListCommandsOptions): vscode.Disposable[] {
  return [
    registerCommand('partnerLogs.loadMore', (argument) => loadMore(options, argument)),
    registerCommand('partnerLogs.goToPage', (argument) => goToPage(options, argument)),
    registerCommand('partnerLogs.refresh', () => options.refresh()),
    registerCommand('partnerLogs.showOutput', () => options.output.show()),
  ];
}

async function loadMore({ domains, tree, ask }: ListCommandsOptions, argument: unknown): Promise<void> {
  if (
    isNode(argument) &&
    (argument.kind === 'more' || argument.kind === 'previous' || argument.kind === 'new')
  ) {
    const { kind, parent } = argument;
    const pager = tree.pagerOf(parent);
    await tree.change(parent, () => (kind === 'new' ? pager.restart() : pager[kind]()));
    return;
  }
  const domain = await domainNode(domains, ask, argument);
  if (domain) await tree.change(domain, () => tree.pagerOf(domain).more());
}

async function goToPage(
  { domains, tree, lists, ask, tableFocus }: ListCommandsOptions,
  argument: unknown,
): Promise<void> {
  const { current } = tableFocus;
  if (current && (argument === undefined || (isDomainRef(argument) && isSame(argument, current.domain)))) {
    const { perPage, total = Number.POSITIVE_INFINITY } = current.pages;
    const page = await askPage(Math.ceil(total / perPage), 1);
    if (page !== undefined) current.goTo((page - 1) * perPage);
    return;
  }
  const domain = await domainNode(domains, ask, argument);
  if (!domain) return;
  const pager = lists.logs(domain);
  await tree.change(undefined, () => pager.load());
  const { total = 0, perPage, firstPage } = pager.state;
  const page = await askPage(Math.ceil(total / Math.max(1, perPage)), firstPage);
  if (page === undefined) return;
  // Move the focus before the request: by the time the response arrives, the user might be doing something else.
  await tree.reveal(domain, { expand: true });
  await tree.change(domain, () => lists.logs(domain).goTo(page));
}

/** Prompts for a page number; undefined if canceled. */
async function askPage(pages: number, current: number): Promise<number | undefined> {
  const last = Math.max(1, pages);
  const isKnown = Number.isFinite(last);
  const problem = isKnown
    ? t('Enter a number from 1 to {0}', String(last))
    : t('Enter a number of 1 or more');
  const typed = await vscode.window.showInputBox({
    title: t('Go to Page'),
    prompt: isKnown ? t('Page 1 to {0}', String(last)) : t('Page'),
    value: String(Math.max(1, current)),
    validateInput: (text) =>
      /^\d{1,12}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= last ? undefined : problem,
  });
  return typed === undefined ? undefined : Number(typed);
}

function isSame(one: DomainRef, other: DomainRef): boolean {
  return domainId(one) === domainId(other);
}

/** Returns the domain that a command applies to, if the tree shows it. */
async function domainNode(
  domains: DomainNodes,
  ask: Ask,
  argument: unknown,
): Promise<DomainNode | undefined> {
  const target = await ask.domain(argument);
  return target && shownDomain(domains, target);
}

/**
 * Returns the node of a domain that the tree shows. If there is none, shows a message, because the domain's list would
 * not be visible.
 */
export async function shownDomain(domains: DomainNodes, domain: DomainRef): Promise<DomainNode | undefined> {
  const node = await domains.find(domain);
  if (!node) {
    const name = asLabel(domainLabel(domain));
    vscode.window.setStatusBarMessage(
      `$(info) ${t("{0} isn't among the loaded domains. To see it, load more", name)}`,
      5_000,
    );
  }
  return node;
}
