import * as vscode from 'vscode';
import { type Connection, isSample } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import { changeConventions, conventionsOf } from '../connections/conventionsSetting.ts';
import { type DiagnosisFinding, diagnose, remedies, type ServiceOver } from '../connections/diagnosis.ts';
import type { Services } from '../connections/services.ts';
import { today } from '../service/calendar.ts';
import { type Conventions, type ConventionsOverride, DOMAIN_PLACEHOLDER } from '../service/conventions.ts';
import { isServiceError } from '../service/errors.ts';
import type { RouteName } from '../service/network/route.ts';
import type { Ask } from '../targets/ask.ts';
import { asLabel } from '../text/label.ts';
import { registerCommand, runCommand } from '../ui/ownCommands.ts';
import { promptText } from '../ui/prompts.ts';
import { showFault } from '../ui/showFault.ts';
import { shownInput } from '../ui/shownInput.ts';
import type { Try } from './attempts.ts';
import { differences, overrideOf } from './conventionsDifference.ts';
import { copyForSupport, type SupportOptions } from './copyForSupport.ts';
import {
  type Diagnosis,
  type DiagnosisChoice,
  type DiagnosisItem,
  findingItems,
  foundItems,
  isInUse,
  questionItem,
  remedyItems,
  separator,
  supportItem,
  tryItems,
} from './diagnosisItems.ts';
import { type Found, findConventions, MOST_REFUSALS, MOST_REQUESTS } from './findConventions.ts';
import { providerQuestion } from './providerQuestion.ts';

export interface DiagnoseOptions extends SupportOptions {
  readonly ask: Ask;
  readonly connections: ConnectionStore;
  readonly services: Services;
}

/** Diagnose Connection: what each read returned over each route, and the setting that fixes it. */
export function diagnoseCommand(options: DiagnoseOptions): vscode.Disposable {
  return registerCommand('partnerLogs.diagnoseConnection', async (argument) => {
    const asked = await options.ask.connection(argument);
    let isChanged = asked !== undefined;
    while (asked && isChanged) {
      const connection = options.connections.get(asked.id) ?? asked;
      const shown = await showDiagnosis(connection, options);
      isChanged = shown !== undefined && (await apply(connection, shown, options));
    }
  });
}

type Shown = Diagnosis & { readonly choice: DiagnosisChoice };

/** Shows findings and tries as they come; gives what was chosen. */
async function showDiagnosis(
  connection: Connection,
  { services }: DiagnoseOptions,
): Promise<Shown | undefined> {
  const pick = vscode.window.createQuickPick<DiagnosisItem>();
  pick.title = `Diagnose Connection: ${asLabel(connection.name)}`;
  pick.placeholder = 'Reading…';
  pick.busy = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  const controller = new AbortController();
  const findings: DiagnosisFinding[] = [];
  const tries: Try[] = [];

  const run = async () => {
    const conventions = conventionsOf(connection.baseUrl);
    let requests = 0;
    const serviceOver = await services.over(connection, () => {
      requests += 1;
    });
    for await (const finding of diagnose(serviceOver, conventions, controller.signal)) {
      findings.push(finding);
      pick.items = findingItems(findings, conventions);
    }
    const simple = remedies(findings, conventions);
    const rows = () => [...tryItems(tries), ...findingItems(findings, conventions)];
    const place = { baseUrl: connection.baseUrl, conventions };
    let found: Found = { place, questions: [] };
    if (!isSample(connection) && !simple.some(({ kind }) => kind === 'paging')) {
      pick.placeholder = 'Looking for what differs…';
      const searching = search(connection, conventions, serviceOver, findings, requests, controller.signal);
      for (let step = await searching?.next(); step; step = await searching?.next()) {
        if (step.done) {
          found = step.value;
          break;
        }
        tries.push(step.value);
        pick.items = rows();
      }
    }
    const changes = differences(conventionsOf(found.place.baseUrl), found.place.conventions);
    const otherBaseUrl = found.place.baseUrl === connection.baseUrl ? undefined : found.place.baseUrl;
    const fixes = [
      ...foundItems(found, changes, otherBaseUrl),
      ...remedyItems(simple.filter((remedy) => isStillNeeded(remedy.kind, found, tries))),
      ...(found.questions.length > 0 ? [questionItem(providerQuestion(found))] : []),
    ];
    const failing = findings.some(
      (finding) => finding.outcome.kind === 'fault' && isInUse(finding, conventions),
    );
    pick.items = [
      ...(fixes.length > 0 ? [separator('How to fix it'), ...fixes] : []),
      ...rows(),
      separator('Help'),
      supportItem(),
    ];
    pick.busy = false;
    pick.placeholder =
      fixes.length > 0
        ? 'Press Enter to fix it'
        : failing
          ? 'No setting fixes what failed; each row says what happened'
          : 'Everything works';
  };

  const listen = (answer: (given: Shown) => void) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.choice) answer({ choice: item.choice, findings, tries });
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

/** Begins the search over the first route that the service has answered on; undefined if there is none. */
function search(
  { baseUrl }: Connection,
  conventions: Conventions,
  serviceOver: ServiceOver,
  findings: readonly DiagnosisFinding[],
  requests: number,
  cancelling: AbortSignal,
): AsyncGenerator<Try, Found> | undefined {
  const route = findings.find(isAnswered)?.route;
  if (route === undefined) return undefined;
  const refused = findings.filter(
    ({ outcome }) => outcome.kind === 'fault' && isServiceError(outcome.fault, 'unauthorized'),
  );
  const domains = findings.find(
    (finding) => finding.read === 'domains' && finding.route === route && isInUse(finding, conventions),
  );
  return findConventions({
    place: { baseUrl, conventions },
    serviceAt: (place) => serviceOn(serviceOver, route, place),
    ...(domains?.outcome.kind === 'fault' && { domainsFault: domains.outcome.fault }),
    today: today('UTC', new Date()).day,
    budget: { requests: MOST_REQUESTS - requests, refusals: MOST_REFUSALS - refused.length },
    signal: AbortSignal.any([cancelling, serviceOver.ending]),
  });
}

function serviceOn(serviceOver: ServiceOver, route: RouteName, { baseUrl, conventions }: Found['place']) {
  return serviceOver(route, conventions, { baseUrl, tries: 1 });
}

/** Whether the service itself gave the outcome: below HTTP no convention helps. */
function isAnswered({ outcome }: DiagnosisFinding): boolean {
  if (outcome.kind === 'fault')
    return isServiceError(outcome.fault) && outcome.fault.facts.status !== undefined;
  return outcome.kind !== 'not-tried';
}

/** Whether a fix that a person would have to type is still needed beside what was found. */
function isStillNeeded(kind: string, { questions }: Found, tries: readonly Try[]): boolean {
  return kind === 'paging' || tries.length === 0 || questions.length > 0;
}

/** True when something was changed, so that the diagnosis is worth another run. */
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
      void vscode.window.showInformationMessage('The question is on the clipboard. It holds no key.');
      return false;
    case 'found':
      return useFound(connection, choice.found, options.connections);
    case 'paging':
      await change(baseUrl, { [choice.list]: { paging: choice.paging } });
      return true;
    case 'path': {
      const answer = await promptText({
        title: 'Diagnose Connection',
        prompt:
          choice.list === 'logs'
            ? `Path below the base URL, with ${DOMAIN_PLACEHOLDER} for the domain's number. See the service's documentation`
            : "Path below the base URL. See the service's documentation",
        value: conventionsOf(baseUrl)[choice.list].path,
        check: (path) => (/^\/[^\s#\\]*$/.test(path.trim()) ? undefined : 'Enter a path that begins with /'),
      });
      if (typeof answer !== 'object') return false;
      await change(baseUrl, { [choice.list]: { path: answer.value.trim() } });
      return true;
    }
  }
}

/** Moves the connection within its origin if that was found, and writes the conventions. */
async function useFound(
  connection: Connection,
  { place }: Found,
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

/** Changes the setting, and offers to take that back. */
async function change(
  baseUrl: string,
  override: ConventionsOverride,
  undoOthers = async () => {},
): Promise<void> {
  const undoSetting = await changeConventions(baseUrl, override);
  const undo = 'Undo';
  const told = vscode.window.showInformationMessage(
    `Changed how ${asLabel(new URL(baseUrl).host)} is asked, in partnerLogs.conventions.`,
    undo,
  );
  void told.then(async (chosen) => {
    if (chosen !== undo) return;
    await undoSetting();
    await undoOthers();
  });
}
