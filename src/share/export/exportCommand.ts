import type * as vscode from 'vscode';
import type { BrowseParts } from '../../browse/browseParts.ts';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { queryText } from '../../formats/queryText.ts';
import { type Ask, isNode } from '../../targets/ask.ts';
import type { LogNode } from '../../targets/nodes.ts';
import { isOfTable } from '../../targets/openTable.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { registerCommand } from '../../ui/ownCommands.ts';
import { promptChoice } from '../../ui/prompts.ts';
import type { ExportRunOptions, ExportSubject } from './exportRun.ts';

export interface ExportCommandOptions
  extends ExportRunOptions,
    Pick<BrowseParts, 'tree' | 'filters' | 'tableFocus'> {
  readonly ask: Ask;
}

/** Export Logs…: those of a domain that its filter leaves, or those that are selected. */
export function exportCommand(options: ExportCommandOptions): vscode.Disposable {
  return registerCommand('partnerLogs.exportLogs', async (argument, all) => {
    const subject = await subjectOf(options, argument, all);
    if (!subject) return;
    const { runExport } = await import('./exportRun.ts');
    await runExport(options, subject);
  });
}

/** @param all what is selected in the tree, when that is where the command comes from */
async function subjectOf(
  options: ExportCommandOptions,
  argument: unknown,
  all: unknown,
): Promise<ExportSubject | undefined> {
  const { ask, tree, tableFocus } = options;
  if (isOfTable(argument)) return { logs: tableFocus.logsFor(argument) ?? [tableFocus.rowOf(argument)] };
  if (isNode(argument)) {
    if (argument.kind !== 'log') return domainSubject(options, await ask.domain(argument));
    const selected = Array.isArray(all) ? all.filter(isLogNode) : [];
    return { logs: selected.includes(argument) ? selected : [argument] };
  }
  const selected = tableFocus.logsFor(undefined) ?? tree.selection.filter(isLogNode);
  const [first] = selected;
  if (!first) return domainSubject(options, await ask.domain(undefined));
  const domain = domainSubject(options, first.parent);
  const chosen = await promptChoice<ExportSubject | undefined>({
    title: t('Export Logs'),
    placeholder: t('Select the logs to export'),
    choices: [
      {
        label: plural(selected.length, { one: 'The selected log', other: 'The {0} selected logs' }),
        value: { logs: selected },
      },
      {
        label: t('All logs of {0}', asLabel(domainLabel(first.parent))),
        ...(domain?.query && { description: asLabel(domain.query) }),
        value: domain,
      },
      { label: t('All logs of another domain…'), value: undefined },
    ],
  });
  if (typeof chosen !== 'object') return undefined;
  return chosen.value ?? domainSubject(options, await ask.domain(undefined));
}

function domainSubject({ filters }: ExportCommandOptions, domain: DomainRef | undefined) {
  if (!domain) return undefined;
  return { domain, filter: filters.filter(domain), query: queryText(filters.query(domain), local) };
}

function isLogNode(node: unknown): node is LogNode {
  return isNode(node) && node.kind === 'log';
}
