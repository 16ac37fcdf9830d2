import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { domainLabel } from '../../connections/domainLabel.ts';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import { isNode, type LogNode, type TreeNode } from '../../connections/nodes.ts';
import { isOfTable, type ShownLogs, type TableFocus } from '../../connections/openTable.ts';
import { queryText } from '../../formats/queryText.ts';
import type { LogFilter } from '../../service/model.ts';
import type { LogQuery } from '../../service/queries/logQuery.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { promptChoice } from '../../ui/prompts.ts';
import { registerRowCommand } from '../../ui/rowCommands.ts';
import { type ExportRunOptions, type ExportSubject, runExport } from './exportRun.ts';

export interface ExportCommandOptions extends ExportRunOptions {
  readonly tree: { readonly selection: readonly TreeNode[] };
  readonly filters: {
    query(domain: DomainRef): LogQuery;
    on(domain: DomainRef, query: LogQuery): LogFilter;
  };
  readonly tableFocus: TableFocus;
  readonly ask: App['ask'];
}

/**
 * Registers the Export Logs… command, which exports a domain's filtered logs, the logs in a table, or the selected
 * logs.
 */
export function exportCommand(options: ExportCommandOptions): vscode.Disposable {
  return registerRowCommand('partnerLogs.exportLogs', async (argument, all) => {
    const subject = await subjectOf(options, argument, all);
    if (!subject) return;
    await runExport(options, subject);
  });
}

/** @param all all rows selected in the tree, if the command was run from the tree */
async function subjectOf(
  options: ExportCommandOptions,
  argument: unknown,
  all: unknown,
): Promise<ExportSubject | undefined> {
  const { ask, tree, tableFocus } = options;
  if (isOfTable(argument)) return { logs: tableFocus.logsFor(argument) ?? [tableFocus.rowOf(argument)] };
  if (isNode(argument)) {
    if (argument.kind !== 'log') {
      const query = 'query' in argument ? (argument as ShownLogs).query : undefined;
      return domainSubject(options, await ask.domain(argument), query);
    }
    const selected = Array.isArray(all) ? all.filter(isLogNode) : [];
    return { logs: selected.includes(argument) ? selected : [argument] };
  }
  const selected = tableFocus.logsFor(undefined) ?? tree.selection.filter(isLogNode);
  const [first] = selected;
  const shown = (domain: DomainRef | undefined) => {
    const table = tableFocus.current;
    const isTable = domain && table && domainId(table.domain) === domainId(domain);
    return domainSubject(options, domain, isTable ? table.query : undefined);
  };
  const known = first?.parent ?? ask.known;
  if (!known) return shown(await ask.pickDomain());
  const domain = shown(known);
  const chosen = await promptChoice<ExportSubject | undefined>({
    title: t('Export Logs'),
    placeholder: t('Select the logs to export'),
    choices: [
      ...(first
        ? [
            {
              label: plural(selected.length, { one: 'The selected log', other: 'The {0} selected logs' }),
              value: { logs: selected },
            },
          ]
        : []),
      {
        label: t('All logs of {0}', asLabel(domainLabel(known))),
        ...(domain?.query && { description: asLabel(domain.query) }),
        value: domain,
      },
      { label: t('All logs of another domain…'), value: undefined },
    ],
  });
  if (typeof chosen !== 'object') return undefined;
  return chosen.value ?? domainSubject(options, await ask.pickDomain());
}

/** @param query the query that filters the displayed rows; defaults to the domain's query */
function domainSubject(
  { filters }: ExportCommandOptions,
  domain: DomainRef | undefined,
  query = domain && filters.query(domain),
) {
  if (!domain || !query) return undefined;
  return { domain, filter: filters.on(domain, query), query: queryText(query, local) };
}

function isLogNode(node: unknown): node is LogNode {
  return isNode(node) && node.kind === 'log';
}
