/** Exports logs to a file: what to export, the prompts, the progress bar, and the result. */
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { abortable } from '../../base/abort.ts';
import { isServiceError } from '../../base/errors.ts';
import { type DomainRef, domainId, domainLabel } from '../../connections/domainRef.ts';
import type { LogTarget } from '../../connections/logTarget.ts';
import { isNode, type LogNode } from '../../connections/nodes.ts';
import { isOfTable, type ShownLogs } from '../../connections/openTable.ts';
import { type ExportContent, type ExportHead, logFileName, rowsFileName } from '../../formats/exportedLog.ts';
import { EXPORT_KINDS, type ExportKind, exportFormats } from '../../formats/exportFormats.ts';
import { queryText } from '../../formats/queryText.ts';
import { doJob } from '../../jobs.ts';
import type { Detail, RedactionOptions } from '../../redaction/redact.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { localNumber } from '../../text/localFormats.ts';
import { sentences } from '../../text/sentences.ts';
import { registerRowCommand } from '../../ui/ownCommands.ts';
import { type Choice, promptChoice, type Step, steps } from '../../ui/prompts.ts';
import { showFault } from '../../ui/showFault.ts';
import { withProgress } from '../../ui/withProgress.ts';
import { usualFolder } from '../saveText.ts';
import { type ExportSummary, exportLogs } from './exportLogs.ts';
import { describeFileFault } from './fileFault.ts';
import { type ExportSubject, headOf, logSource } from './logSource.ts';
import { writeFile } from './writeFile.ts';

interface ExportChoices extends ExportContent {
  readonly kind: ExportKind;
}

/** An export that has begun: `ending` aborts it when one of the services that it reads from is no longer current. */
interface Begun {
  readonly subject: ExportSubject;
  readonly choices: ExportChoices;
  readonly ending: AbortSignal;
}

/** The choices for the last export in this window, except the level of detail, which is always reset to its default. */
let last: { readonly choices: ExportChoices; readonly folder: vscode.Uri } | undefined;

/** Registers the command that exports a domain's filtered logs, the logs in a table, or the selected logs. */
export function exportCommand(app: App): vscode.Disposable {
  return registerRowCommand('partnerLogs.exportLogs', async (argument, all) => {
    const subject = await subjectOf(app, argument, all);
    if (!subject) return;
    const ending = endingOf(app, subject);
    const choices = await promptChoices(titleOf(subject));
    if (choices) await exportAs(app, { subject, choices, ending });
  });
}

/**
 * Returns the logs in a command's argument, the selected logs if there are several, or a domain's logs.
 * @param all all rows selected in the tree, if the command was run from the tree
 */
async function subjectOf(app: App, argument: unknown, all: unknown): Promise<ExportSubject | undefined> {
  const { ask, tree, tableFocus } = app;
  if (isOfTable(argument)) return { logs: tableFocus.logsFor(argument) ?? [tableFocus.rowOf(argument)] };
  if (isNode(argument) && argument.kind === 'log') {
    const selected = Array.isArray(all) ? all.filter(isLogNode) : [];
    return { logs: selected.includes(argument) ? selected : [argument] };
  }
  if (isNode(argument)) {
    const query = 'query' in argument ? (argument as ShownLogs).query : undefined;
    return domainSubject(app, await ask.domain(argument), query);
  }
  const selected = tableFocus.logsFor(undefined) ?? tree.selection.filter(isLogNode);
  if (selected.length > 1) return { logs: selected };
  const domain = await ask.domain();
  const table = tableFocus.current;
  const isShown = domain && table && domainId(table.domain) === domainId(domain);
  return domainSubject(app, domain, isShown ? table.query : undefined);
}

/** @param query the query that filters the displayed rows; defaults to the domain's query */
function domainSubject(
  { filters }: App,
  domain: DomainRef | undefined,
  query = domain && filters.query(domain),
): ExportSubject | undefined {
  if (!domain || !query) return undefined;
  return { domain, filter: filters.on(domain, query), query: queryText(query, local) };
}

function isLogNode(node: unknown): node is LogNode {
  return isNode(node) && node.kind === 'log';
}

function targetsOf(subject: ExportSubject): readonly Pick<LogTarget, 'connectionId' | 'ending'>[] {
  return 'domain' in subject ? [subject.domain] : subject.logs;
}

function endingOf({ services }: App, subject: ExportSubject): AbortSignal {
  return AbortSignal.any(
    targetsOf(subject).map(({ connectionId, ending }) => ending ?? services.ending(connectionId)),
  );
}

/** Prompts for the format, the content, and the level of detail. Returns undefined if the user cancels. */
async function promptChoices(title: string): Promise<ExportChoices | undefined> {
  const chosen: { -readonly [Name in keyof ExportChoices]: ExportChoices[Name] } = {
    kind: last?.choices.kind ?? 'csv',
    detail: last?.choices.detail ?? false,
    level: 'essential',
  };
  const prompt =
    <Name extends keyof ExportChoices>(
      name: Name,
      placeholder: string,
      choices: () => readonly Choice<ExportChoices[Name]>[],
    ): Step =>
    async (step) => {
      const prompted = { ...step, title, placeholder, choices: choices(), active: chosen[name] };
      const answer = await promptChoice<ExportChoices[Name]>(prompted);
      if (typeof answer === 'object') chosen[name] = answer.value;
      return answer;
    };
  const isDone = await steps([
    prompt('kind', t('Select a format'), kinds),
    prompt('detail', t('Select how much of each log to export'), contents),
    prompt('level', t('Select the level of detail'), () => levels(chosen.kind)),
  ]);
  return isDone ? chosen : undefined;
}

function kinds(): readonly Choice<ExportKind>[] {
  return EXPORT_KINDS.map((value) => {
    const { name, description } = exportFormats[value];
    return { label: name, description: local(description), value };
  });
}

const contents = (): readonly Choice<boolean>[] => [
  {
    label: t('Rows only'),
    description: t(
      'Includes the columns of the list, and raw requests if the list has them. Sends one request per 100 logs',
    ),
    value: false,
  },
  {
    label: t('Full details'),
    description: t(
      'Also includes the headers, response, and raw data of each log. Sends one request per log',
    ),
    value: true,
  },
];

const levels = (kind: ExportKind): readonly Choice<Detail>[] => [
  {
    label: t('Essential'),
    description: t('Names, ordinary values, and the match are shown. Other values are hidden'),
    value: 'essential',
  },
  {
    label: t('Exact'),
    description:
      kind === 'csv'
        ? t(
            'Nothing is redacted. The file might contain secrets. Cells that begin with =, +, -, or @ get an apostrophe',
          )
        : t('Nothing is redacted. The file might contain secrets'),
    value: 'exact',
  },
];

/** Prompts for the file, and exports to it. */
async function exportAs(app: App, begun: Begun): Promise<void> {
  const { subject, choices } = begun;
  const { kind } = choices;
  const target = await vscode.window.showSaveDialog({
    title: t('Export Logs'),
    saveLabel: t('Export'),
    defaultUri: vscode.Uri.joinPath(last?.folder ?? usualFolder(), fileName(subject, kind)),
    filters: { [exportFormats[kind].name]: [kind] },
  });
  if (!target) return;
  last = { choices, folder: vscode.Uri.joinPath(target, '..') };
  await exportTo(app, begun, target);
}

async function exportTo(app: App, begun: Begun, target: vscode.Uri): Promise<void> {
  try {
    const closing = AbortSignal.any([app.closing, begun.ending]);
    const said = await withProgress(
      titleOf(begun.subject),
      (signal, report) => written(app, begun, target, signal, report),
      closing,
    );
    await showResult(target, said);
  } catch (error) {
    await showFailure(app, begun, target, error);
  }
}

/** Writes the file, and returns what to say about it. */
async function written(
  app: App,
  { subject, choices }: Begun,
  target: vscode.Uri,
  signal: AbortSignal,
  report: (share: number) => void,
): Promise<string> {
  const { services, workerFile } = app;
  for (const id of new Set(targetsOf(subject).map(({ connectionId }) => connectionId)))
    await abortable(services.of(id), signal);
  const { kind, detail, level } = choices;
  const redaction = level === 'essential' ? await services.redaction() : undefined;
  const head = await hiddenHead(headOf(app, subject), redaction, { workerFile, signal });
  const source = await logSource(app, subject, signal);
  const readDetail = detail ? source.readDetail : undefined;
  const onRead = (count: number) => report(Math.min(1, count / Math.max(1, source.total)));
  const { pages } = source;
  let summary: ExportSummary = { logs: 0, failed: 0, longCells: 0 };
  const bytes = await writeFile(target, app.storage, async (file) => {
    summary = await exportLogs(file, {
      pages,
      readDetail,
      kind,
      redaction,
      head,
      workerFile,
      signal,
      onRead,
    });
  });
  return resultText(summary, bytes, choices, source.notes());
}

/** Returns the facts about an export at its level, with the filter's values hidden as in rows. */
async function hiddenHead(
  head: ExportHead,
  redaction: RedactionOptions | undefined,
  options: { readonly workerFile: string; readonly signal: AbortSignal },
): Promise<ExportHead> {
  if (!redaction) return head;
  const filter = await doJob('hiddenFilter', { filter: head.filter ?? {}, redaction }, options);
  return { ...head, level: 'essential', filter };
}

/** Summarizes an export and its caveats on one line. */
export function resultText(
  { logs, failed, longCells }: ExportSummary,
  bytes: number,
  { kind, level }: Pick<ExportChoices, 'kind' | 'level'>,
  notes: readonly string[],
): string {
  const [unit, scale] = bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  const size = localNumber(bytes / scale, { style: 'unit', unit, maximumFractionDigits: 1 });
  const parts = [
    plural(logs, { one: '{0} log exported ({1}).', other: '{0} logs exported ({1}).' }, size),
    level === 'essential'
      ? t('The file shows names, ordinary values, and the matches. Other values are hidden.')
      : t('Nothing is redacted. The file might contain secrets.'),
    kind === 'csv' &&
      level === 'exact' &&
      t(
        "Cells that begin with =, +, -, or @ got an apostrophe, so that spreadsheet programs don't run them.",
      ),
    failed > 0 &&
      plural(failed, {
        one: '{0} log could not be exported in full. For the reason, search the file for “error”.',
        other: '{0} logs could not be exported in full. For the reasons, search the file for “error”.',
      }),
    longCells > 0 &&
      plural(longCells, {
        one: 'Spreadsheet programs will truncate {0} cell that is too long. The file is complete.',
        other: 'Spreadsheet programs will truncate {0} cells that are too long. The file is complete.',
      }),
    ...notes,
  ];
  return sentences(...parts.filter((part) => part !== false));
}

async function showResult(target: vscode.Uri, text: string): Promise<void> {
  const [open, reveal] = [t('Open'), t('Reveal')];
  const chosen = await vscode.window.showInformationMessage(text, open, reveal);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
  if (chosen !== reveal) return;
  const isDesktop = vscode.env.uiKind === vscode.UIKind.Desktop && target.scheme === 'file';
  await vscode.commands.executeCommand(isDesktop ? 'revealFileInOS' : 'revealInExplorer', target);
}

/** Shows why nothing was exported and offers an alternative. */
async function showFailure(app: App, begun: Begun, target: vscode.Uri, error: unknown): Promise<void> {
  if (isServiceError(error, 'cancelled')) {
    const stopped = t('The export was stopped. Nothing was written.');
    vscode.window.setStatusBarMessage(`$(info) ${stopped}`, 10_000);
    return;
  }
  const nothing = t('Nothing was exported. If the file already existed, it was not changed.');
  const fileFault = describeFileFault(error);
  if (fileFault !== undefined) {
    const another = t('Choose Another Location…');
    const chosen = await vscode.window.showErrorMessage(`${nothing} ${fileFault}`, another);
    if (chosen === another) await exportAs(app, begun);
    return;
  }
  const { subject } = begun;
  const retry = () => exportTo(app, { ...begun, ending: endingOf(app, subject) }, target);
  await showFault(nothing, error, { targets: targetsOf(subject), retry });
}

function titleOf(subject: ExportSubject): string {
  if (!('domain' in subject))
    return plural(subject.logs.length, { one: 'Export {0} Log', other: 'Export {0} Logs' });
  const domain = asLabel(domainLabel(subject.domain));
  return subject.query === ''
    ? t('Export Logs of {0}', domain)
    : t('Export Logs of {0} ({1})', domain, asLabel(subject.query));
}

/** Returns a file name that contains only numbers. */
function fileName(subject: ExportSubject, kind: ExportKind): string {
  if ('domain' in subject) return rowsFileName(subject.domain.index, subject.filter, kind);
  const [first, ...others] = subject.logs;
  if (first && others.length === 0) return logFileName(first.key, kind);
  const isOfOne = first && others.every(({ key }) => key.domain === first.key.domain);
  return isOfOne ? rowsFileName(first.key.domain, {}, kind) : `detection-logs.${kind}`;
}
