import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import { type Connection, hasKey } from '../connections/connection.ts';
import type { Differences } from '../service/differences.ts';
import { describeFault } from '../service/faults.ts';
import type { Read } from '../service/requests.ts';
import { local, type Message, message, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { registerCommand, runCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import { type Diagnosis, diagnose, type Finding, isWorking } from './diagnosis.ts';

type Item = vscode.QuickPickItem & { readonly run?: () => PromiseLike<unknown> };

const READ_NAMES: Readonly<Record<Read, Message>> = {
  domains: message('Domains'),
  logs: message('Detection logs'),
  detail: message('One detection log'),
  counts: message('Counts'),
};

/** Registers the command that shows what each read sends and receives, and that offers a change with which they work. */
export function diagnoseCommand(app: App): vscode.Disposable {
  return registerCommand('partnerLogs.diagnoseConnection', async (argument) => {
    const connection = await app.ask.connection(argument, hasKey, t('Diagnose Connection'));
    if (connection && hasKey(connection)) await showDiagnosis(app, connection);
  });
}

async function showDiagnosis(app: App, connection: Connection): Promise<void> {
  const title = t('Diagnose Connection: {0}', asLabel(connection.name));
  const read = (signal: AbortSignal) =>
    diagnose({
      differences: (connection.differences ?? {}) as Differences,
      open: (differences, onRequest) =>
        app.services.candidate({ ...connection, differences }, undefined, onRequest),
      signal,
    });
  try {
    const closing = AbortSignal.any([app.closing, app.services.ending(connection.id)]);
    const diagnosis = await withProgress(title, read, closing);
    const { findings } = diagnosis;
    const items = [
      resultItem(app, connection, diagnosis),
      ...findings.map(findingItem),
      supportItem(app, connection, findings),
    ];
    const chosen = await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
    await chosen?.run?.();
  } catch (fault) {
    const target = { connectionId: connection.id };
    const retry = () => runCommand('partnerLogs.diagnoseConnection', target);
    await showFault(fault, t('The connection could not be diagnosed.'), [target], retry);
  }
}

/** Returns the row that states the result and runs the next step. */
function resultItem(app: App, connection: Connection, { findings, remedy }: Diagnosis): Item {
  const target = { connectionId: connection.id };
  if (remedy) {
    return {
      label: `$(wrench) ${t('Apply: {0}', asLabel(changeText(remedy.change)))}`,
      detail: t(
        'With this change, {0} of {1} reads return the requested data. It has been tried but not saved.',
        remedy.findings.filter(isWorking).length,
        remedy.findings.length,
      ),
      run: () => apply(app, connection, remedy.change),
    };
  }
  if (findings.every(isWorking))
    return {
      label: `$(pass) ${t('The connection works')}`,
      detail: t('All reads return the requested data.'),
    };
  if (findings.every(({ fault }) => fault === undefined))
    return {
      label: `$(info) ${t('No problems found, but not everything could be checked')}`,
      detail: t('The list shows the requests and responses.'),
    };
  if (isServiceError(findings[0]?.fault, 'unauthorized'))
    return {
      label: `$(key) ${t('Replace Key…')}`,
      detail: t('The service did not accept the stored key in any of the headers that were tried.'),
      run: () => runCommand('partnerLogs.replaceKey', target),
    };
  return {
    label: `$(edit) ${t('Edit Connection…')}`,
    detail: t(
      'No alternative made the failed reads work. Check the base URL, or set differences in partnerLogs.connections.',
    ),
    run: () => runCommand('partnerLogs.editConnection', target),
  };
}

/** Returns the row for a read, with what was sent and what the response was. */
function findingItem({ read, sent, result, fault }: Finding): Item {
  const name = read in READ_NAMES ? local(READ_NAMES[read as Read]) : t('Filter');
  if (!result && !fault)
    return {
      label: `$(circle-slash) ${name}`,
      detail: t('Not tried, because an earlier read failed or returned no items.'),
    };
  const description = sent === undefined ? '' : asLabel(`GET ${sent}`);
  if (result) return { label: `$(pass) ${name}`, description, detail: local(result) };
  const { headline, cause } = describeFault(fault, local);
  return { label: `$(error) ${name}`, description, detail: sentences(asLabel(headline), asLabel(cause)) };
}

/** Returns the row that copies the text for support, which contains nothing from the service except statuses. */
function supportItem({ version }: App, { baseUrl }: Connection, findings: readonly Finding[]): Item {
  const text = [
    `Partner Logs ${version}`,
    `${vscode.env.appName} ${vscode.version}, ${process.platform} ${process.arch}`,
    new URL(baseUrl).origin,
    ...findings.map((finding) => `${finding.read}: ${outcomeText(finding)}`),
  ].join('\n');
  return {
    label: `$(clippy) ${t('Copy for Support')}`,
    detail: t(
      "Includes versions, the service's origin, and the status of each request. Doesn't include keys or logs.",
    ),
    run: () => vscode.env.clipboard.writeText(text),
  };
}

function outcomeText({ result, fault }: Finding): string {
  if (result) return '200';
  if (!fault) return 'not tried';
  if (!isServiceError(fault)) return 'an error of the extension';
  return [fault.facts.status, fault.code].filter(Boolean).join(' ');
}

/** Saves a change of the connection's differences, and offers to undo it. */
async function apply({ connections }: App, connection: Connection, change: Differences): Promise<void> {
  const changed = { ...connection, differences: { ...Object(connection.differences), ...change } };
  if (!(await connections.change(connection, changed))) return;
  const undo = t('Undo');
  const chosen = await vscode.window.showInformationMessage(
    t('Updated the connection “{0}”: {1}', asLabel(connection.name), asLabel(changeText(change))),
    undo,
  );
  if (chosen === undo) await connections.change(changed, connection);
}

function changeText(change: Differences): string {
  return Object.entries(change)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
}
