import * as vscode from 'vscode';
import { type Connection, isFile, isSample } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import { changeConventions, conventionsOf } from '../connections/conventionsSetting.ts';
import type { Services } from '../connections/services.ts';
import { type ConventionsOverride, DOMAIN_PLACEHOLDER } from '../service/conventions.ts';
import type { Ask } from '../targets/ask.ts';
import { local, type Message, message, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { acceptedItem } from '../ui/acceptedItem.ts';
import { registerCommand, runCommand } from '../ui/ownCommands.ts';
import { promptText, shownInput } from '../ui/prompts.ts';
import { showFault } from '../ui/showFault.ts';
import { differences, overrideOf } from './conventionsDifference.ts';
import { copyForSupport, type SupportOptions } from './copyForSupport.ts';
import {
  choiceItem,
  type DiagnosisChoice,
  type DiagnosisItem,
  findingItems,
  foundItems,
  sampleItem,
  separator,
  tryItems,
} from './diagnosisItems.ts';
import { type Verdict, verdictOf } from './findConventions.ts';
import type { Place } from './prober.ts';
import { providerQuestion } from './providerQuestion.ts';
import { type Diagnosis, type DiagnosisResult, runDiagnosis } from './runDiagnosis.ts';

interface DiagnoseOptions extends SupportOptions {
  readonly ask: Ask;
  readonly connections: ConnectionStore;
  readonly services: Services;
}

/**
 * Registers the Diagnose Connection command, which shows the result of each read over each route, and the settings that
 * fix failures.
 */
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

type Shown = Diagnosis & { readonly choice: DiagnosisChoice };

/** Shows findings and attempts as they become available. Returns the user's choice. */
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
  let diagnosis: Diagnosis = { findings: [], tries: [] };

  const run = async () => {
    const rows = (isChanged = false) => [
      ...findingItems(diagnosis.findings, isChanged),
      ...tryItems(diagnosis.tries),
    ];
    const result = await runDiagnosis(connection, services, controller.signal, (soFar) => {
      diagnosis = soFar;
      pick.items = rows();
    });
    diagnosis = result;
    const fixes = fixItems(connection, result);
    const isChanged = fixes.some(({ choice }) => choice?.kind === 'found');
    pick.items = [
      ...(fixes.length > 0 ? [separator(t('How to fix it')), ...fixes] : []),
      ...rows(isChanged),
      separator(t('Help')),
      choiceItem({ kind: 'support' }),
    ];
    pick.activeItems = fixes.slice(0, 1);
    pick.busy = false;
    const verdict = verdictOf(result.found, isChanged);
    pick.placeholder = local(VERDICTS[verdict]);
  };

  const listen = (answer: (given: Shown) => void) => {
    pick.onDidAccept(() => {
      const item = acceptedItem(pick);
      if (item?.choice) answer({ ...diagnosis, choice: item.choice });
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

const VERDICTS: Readonly<Record<Verdict, Message>> = {
  works: message('No problems found'),
  fixes: message('Press Enter to fix it'),
  'fixes some': message('Press Enter to apply the working settings. For the rest, ask the service provider'),
  doubtful: message('Not everything could be checked. See each row for details'),
  fails: message('No setting fixes these failures. See each row for details'),
};

/** Returns the rows for the changes that might fix the failures, most likely first. */
function fixItems(connection: Connection, { found, remedies, tries }: DiagnosisResult): DiagnosisItem[] {
  const { place, questions, sample } = found;
  const isMoved = !isSample(connection) && place.baseUrl !== connection.baseUrl;
  const changes = isSample(connection) ? [] : differences(conventionsOf(place.baseUrl), place.conventions);
  const items = foundItems(found, changes, isMoved ? place.baseUrl : undefined);
  const isRowChanged = changes.some(({ path }) => /^logs\.(?:fields|items)/.test(path));
  return [
    ...items,
    ...(sample && isRowChanged ? [sampleItem(sample)] : []),
    ...remedies.map(choiceItem),
    ...(questions.length > 0 ? [choiceItem({ kind: 'question', text: providerQuestion(found, tries) })] : []),
  ];
}

/** Applies the user's choice; returns true if something changed and the diagnosis should run again. */
async function apply(connection: Connection, shown: Shown, options: DiagnoseOptions): Promise<boolean> {
  const { baseUrl } = connection;
  const { choice } = shown;
  switch (choice.kind) {
    case 'key':
      await runCommand('partnerLogs.replaceKey', { kind: 'connection', connection });
      return false;
    case 'support':
      await copyForSupport(connection, shown, options);
      return false;
    case 'question':
      await vscode.env.clipboard.writeText(choice.text);
      void vscode.window.showInformationMessage(
        t('The question was copied to the clipboard. It contains no key.'),
      );
      return false;
    case 'found':
      return useFound(connection, choice.found.place, options.connections);
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
        value: conventionsOf(baseUrl)[choice.list].path,
        check: (path) =>
          /^\/[^\s#\\]*$/.test(path.trim()) ? undefined : t('Enter a path that starts with /'),
      });
      if (typeof answer !== 'object') return false;
      await change(baseUrl, { [choice.list]: { path: answer.value.trim() } });
      return true;
    }
  }
}

/**
 * Writes the conventions that were found. If the base URL differs, also updates the connection, whose origin stays the
 * same.
 */
async function useFound(
  connection: Connection,
  place: Place,
  connections: ConnectionStore,
): Promise<boolean> {
  const moved = { ...connection, baseUrl: place.baseUrl };
  if (place.baseUrl !== connection.baseUrl && !(await connections.change(connection, moved))) return false;
  const found = differences(conventionsOf(place.baseUrl), place.conventions);
  await change(place.baseUrl, overrideOf(found), async () => {
    if (place.baseUrl !== connection.baseUrl) await connections.change(moved, connection);
  });
  return true;
}

/** Changes the setting and offers to undo the change. */
async function change(
  baseUrl: string,
  override: ConventionsOverride,
  undoOthers = async () => {},
): Promise<void> {
  const undoSetting = await changeConventions(baseUrl, override);
  const undo = t('Undo');
  const told = vscode.window.showInformationMessage(
    t('Updated partnerLogs.conventions for {0}.', asLabel(new URL(baseUrl).host)),
    undo,
  );
  void told.then(async (chosen) => {
    if (chosen !== undo) return;
    await undoSetting();
    await undoOthers();
  });
}
