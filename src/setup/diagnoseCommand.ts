import * as vscode from 'vscode';
import type { Connection } from '../connections/connection.ts';
import { changeConventions, conventionsOf } from '../connections/conventionsSetting.ts';
import type { DiagnosisFinding, Remedy } from '../connections/diagnosis.ts';
import { diagnose, remedies } from '../connections/diagnosis.ts';
import type { Services } from '../connections/services.ts';
import { type Conventions, DOMAIN_PLACEHOLDER } from '../service/conventions.ts';
import { describeFault } from '../service/faults.ts';
import type { Ask } from '../targets/ask.ts';
import { asLabel } from '../text/label.ts';
import { registerCommand, runCommand } from '../ui/ownCommands.ts';
import { promptText } from '../ui/prompts.ts';
import { showFault } from '../ui/showFault.ts';
import { shownInput } from '../ui/shownInput.ts';

type DiagnosisItem = vscode.QuickPickItem & { readonly remedy?: Remedy };

const READ_NAMES = {
  domains: 'Domains',
  logs: 'Detection logs',
  detail: 'One detection log',
  counts: 'Counts',
};
const ROUTE_NAMES = { direct: 'Direct', editor: 'Through the editor (its proxy and certificates)' };

/** Diagnose Connection: what each read returned over each route, and the setting that fixes it. */
export function diagnoseCommand(ask: Ask, services: Services): vscode.Disposable {
  return registerCommand('partnerLogs.diagnoseConnection', async (argument) => {
    const connection = await ask.connection(argument);
    if (!connection) return;
    let remedy: Remedy | undefined;
    do {
      remedy = await showDiagnosis(connection, services);
    } while (remedy && (await apply(connection, remedy)));
  });
}

/** Shows findings as they come; gives the remedy that was chosen. */
async function showDiagnosis(connection: Connection, services: Services): Promise<Remedy | undefined> {
  const pick = vscode.window.createQuickPick<DiagnosisItem>();
  pick.title = `Diagnose Connection: ${asLabel(connection.name)}`;
  pick.placeholder = 'Reading…';
  pick.busy = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  const controller = new AbortController();

  const run = async () => {
    const conventions = conventionsOf(connection.baseUrl);
    const findings: DiagnosisFinding[] = [];
    const serviceOver = await services.over(connection);
    for await (const finding of diagnose(serviceOver, conventions, controller.signal)) {
      findings.push(finding);
      pick.items = findingItems(findings, conventions);
    }
    const found = remedies(findings, conventions);
    const failing = findings.some(
      (finding) => finding.outcome.kind === 'fault' && isInUse(finding, conventions),
    );
    pick.items = [...remedyItems(found), ...findingItems(findings, conventions)];
    pick.busy = false;
    pick.placeholder =
      found.length > 0
        ? 'Press Enter to fix it'
        : failing
          ? 'No setting fixes what failed; each row says what happened'
          : 'Everything works';
  };

  const listen = (answer: (given: Remedy) => void) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.remedy) answer(item.remedy);
    });
  };
  const answered = shownInput(pick, listen, () => controller.abort());
  run().catch((fault) => {
    if (controller.signal.aborted) return;
    pick.hide();
    const target = { connectionId: connection.id };
    const retry = () => runCommand('partnerLogs.diagnoseConnection', target);
    void showFault('The connection could not be diagnosed.', fault, { targets: [target], retry });
  });
  return answered;
}

function remedyItems(remedies: readonly Remedy[]): DiagnosisItem[] {
  if (remedies.length === 0) return [];
  return [
    { label: 'How to fix it', kind: vscode.QuickPickItemKind.Separator },
    ...remedies.map((remedy) => ({ ...remedyLabel(remedy), alwaysShow: true, remedy })),
  ];
}

function remedyLabel(remedy: Remedy): { label: string; detail: string } {
  switch (remedy.kind) {
    case 'key':
      return {
        label: '$(key) Replace the key…',
        detail: 'The service does not accept the stored key.',
      };
    case 'paging':
      return {
        label: `$(wrench) Use the paging “${remedy.paging}” for ${READ_NAMES[remedy.list].toLowerCase()}`,
        detail: `Sets ${remedy.list}.paging in partnerLogs.conventions for this base URL.`,
      };
    case 'path':
      return {
        label:
          remedy.list === 'logs'
            ? '$(wrench) Enter the path of the list of detection logs…'
            : '$(wrench) Enter the path of the list of domains…',
        detail: `Sets ${remedy.list}.path in partnerLogs.conventions for this base URL.`,
      };
  }
}

/** Whether the connection reads so: a list is asked for under one of the paging presets only. */
function isInUse({ read, paging }: DiagnosisFinding, conventions: Conventions): boolean {
  return (read !== 'domains' && read !== 'logs') || conventions[read].paging === paging;
}

function findingItems(findings: readonly DiagnosisFinding[], conventions: Conventions): DiagnosisItem[] {
  return findings.flatMap((finding, index) => {
    const item = findingItem(finding, isInUse(finding, conventions));
    if (findings[index - 1]?.route === finding.route) return [item];
    return [{ label: ROUTE_NAMES[finding.route], kind: vscode.QuickPickItemKind.Separator }, item];
  });
}

function findingItem({ read, paging, outcome }: DiagnosisFinding, inUse: boolean): DiagnosisItem {
  const name = READ_NAMES[read];
  const description = paging ? `paging “${paging}”${inUse ? '' : ', not in use'}` : '';
  switch (outcome.kind) {
    case 'works':
      return {
        label: `$(pass) ${name}`,
        description: [description, outcome.what].filter(Boolean).join(' · '),
      };
    case 'ignores-paging':
      return { label: `$(warning) ${name}`, description, detail: 'The second page repeats the first.' };
    case 'not-tried':
      return { label: `$(circle-slash) ${name}`, description, detail: `Not tried: ${outcome.why}.` };
    case 'fault': {
      const { headline, cause } = describeFault(outcome.fault);
      return {
        label: `$(${inUse ? 'error' : 'dash'}) ${name}`,
        description,
        detail: `${asLabel(headline)} ${asLabel(cause)}`,
      };
    }
  }
}

/** True when something was changed, so that the diagnosis is worth another run. */
async function apply(connection: Connection, remedy: Remedy): Promise<boolean> {
  const { baseUrl } = connection;
  switch (remedy.kind) {
    case 'key':
      await runCommand('partnerLogs.replaceKey', { kind: 'connection', connection });
      return false;
    case 'paging':
      await changeConventions(baseUrl, remedy.list, { paging: remedy.paging });
      return true;
    case 'path': {
      const answer = await promptText({
        title: 'Diagnose Connection',
        prompt:
          remedy.list === 'logs'
            ? `Path below the base URL, with ${DOMAIN_PLACEHOLDER} for the domain's number. See the service's documentation`
            : "Path below the base URL. See the service's documentation",
        value: conventionsOf(baseUrl)[remedy.list].path,
        check: (path) => (/^\/[^\s#\\]*$/.test(path.trim()) ? undefined : 'Enter a path that begins with /'),
      });
      if (typeof answer !== 'object') return false;
      await changeConventions(baseUrl, remedy.list, { path: answer.value.trim() });
      return true;
    }
  }
}
