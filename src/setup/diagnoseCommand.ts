import * as vscode from 'vscode';
import { type Connection, isFile } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { Services } from '../connections/services.ts';
import { DOMAIN_PLACEHOLDER } from '../service/differences.ts';
import type { Ask } from '../targets/ask.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { acceptedItem } from '../ui/acceptedItem.ts';
import { registerCommand, runCommand } from '../ui/ownCommands.ts';
import { promptText, shownInput } from '../ui/prompts.ts';
import { showFault } from '../ui/showFault.ts';
import { copyForSupport, type SupportOptions } from './copyForSupport.ts';
import {
  choiceItem,
  type DiagnosisChoice,
  type DiagnosisItem,
  findingItems,
  remedyItems,
  separator,
} from './diagnosisItems.ts';
import { type Finding, runDiagnosis } from './runDiagnosis.ts';

interface DiagnoseOptions extends SupportOptions {
  readonly ask: Ask;
  readonly connections: ConnectionStore;
  readonly services: Services;
}

/** Registers the Diagnose Connection command, which shows the request and the result of each read over each route. */
export function diagnoseCommand(options: DiagnoseOptions): vscode.Disposable {
  return registerCommand('partnerLogs.diagnoseConnection', async (argument) => {
    const asked = await options.ask.connection(argument, (connection) => !isFile(connection));
    let isChanged = asked !== undefined;
    while (asked && isChanged) {
      const connection = options.connections.get(asked.id) ?? asked;
      const shown = await showDiagnosis(connection, options);
      isChanged = shown !== undefined && (await apply(connection, shown, options));
    }
  });
}

interface Shown {
  readonly findings: readonly Finding[];
  readonly choice: DiagnosisChoice;
}

/** Shows findings as they become available. Returns the user's choice. */
async function showDiagnosis(
  connection: Connection,
  { services }: DiagnoseOptions,
): Promise<Shown | undefined> {
  const pick = vscode.window.createQuickPick<DiagnosisItem>();
  pick.title = t('Diagnose Connection: {0}', asLabel(connection.name));
  pick.placeholder = t('Reading…');
  pick.busy = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  const controller = new AbortController();
  let findings: readonly Finding[] = [];

  const run = async () => {
    findings = await runDiagnosis(connection, services, controller.signal, (soFar) => {
      pick.items = findingItems(soFar);
    });
    const remedies = remedyItems(findings);
    pick.items = [
      ...remedies,
      ...findingItems(findings),
      separator(t('Help')),
      choiceItem({ kind: 'support' }),
    ];
    pick.activeItems = remedies.slice(1, 2);
    pick.busy = false;
    pick.placeholder = verdict(findings);
  };

  const listen = (answer: (given: Shown) => void) => {
    pick.onDidAccept(() => {
      const item = acceptedItem(pick);
      if (item?.choice) answer({ findings, choice: item.choice });
    });
  };
  const answered = shownInput(pick, listen, () => controller.abort());
  run().catch((fault) => {
    if (controller.signal.aborted) return;
    pick.hide();
    const target = { connectionId: connection.id };
    const retry = () => runCommand('partnerLogs.diagnoseConnection', target);
    void showFault(t('The connection could not be diagnosed.'), fault, { targets: [target], retry });
  });
  return answered;
}

function verdict(findings: readonly Finding[]): string {
  const kinds = findings.map(({ outcome }) => outcome.kind);
  if (kinds.includes('fault')) return t('Some reads failed. See each row for details');
  return kinds.includes('not-tried')
    ? t('Not everything could be checked. See each row for details')
    : t('No problems found');
}

/** Applies the user's choice; returns true if something changed and the diagnosis should run again. */
async function apply(
  connection: Connection,
  { findings, choice }: Shown,
  options: DiagnoseOptions,
): Promise<boolean> {
  switch (choice.kind) {
    case 'key':
      await runCommand('partnerLogs.replaceKey', { kind: 'connection', connection });
      return false;
    case 'support':
      await copyForSupport(connection, findings, options);
      return false;
    case 'path': {
      const answer = await promptText({
        title: t('Diagnose Connection'),
        prompt:
          choice.list === 'logs'
            ? t(
                "Path below the base URL, with {0} for the domain's number. See the service's documentation",
                DOMAIN_PLACEHOLDER,
              )
            : t("Path below the base URL. See the service's documentation"),
        value: options.services.conventions(connection.id)[`${choice.list}Path`],
        check: (path) =>
          /^\/[^\s#\\]*$/.test(path.trim()) ? undefined : t('Enter a path that starts with /'),
      });
      if (typeof answer !== 'object') return false;
      await changeDifferences(options.connections, connection, {
        [`${choice.list}Path`]: answer.value.trim(),
      });
      return true;
    }
  }
}

/** Changes a connection's differences and offers to undo the change. */
async function changeDifferences(
  connections: ConnectionStore,
  connection: Connection,
  change: object,
): Promise<void> {
  await connections.change(connection, {
    ...connection,
    differences: { ...Object(connection.differences), ...change },
  });
  const undo = t('Undo');
  const told = vscode.window.showInformationMessage(
    t('Updated the connection “{0}”.', asLabel(connection.name)),
    undo,
  );
  void told.then(async (chosen) => {
    if (chosen === undo) await connections.change(connection, connection);
  });
}
