/** Creates the rows shown by the Diagnose Connection command. */
import * as vscode from 'vscode';
import type { RouteName } from '../service/baseUrl.ts';
import { describeFault } from '../service/faults.ts';
import type { LogRow } from '../service/model.ts';
import type { Read } from '../service/wireRequest.ts';
import { local, type Message, message, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { type Difference, valueText } from './conventionsDifference.ts';
import type { Found } from './findConventions.ts';
import type { Try } from './prober.ts';
import type { Remedy, RouteFinding } from './runDiagnosis.ts';
import { NOT_TRIED } from './search.ts';

/** The choices available to the user. */
export type DiagnosisChoice =
  | Remedy
  /** Conventions with which more reads work. */
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'question'; readonly text: string }
  | { readonly kind: 'support' };

export type DiagnosisItem = vscode.QuickPickItem & { readonly choice?: DiagnosisChoice };

const READ_NAMES: Readonly<Record<Read, Message>> = {
  domains: message('Domains'),
  logs: message('Detection logs'),
  detail: message('One detection log'),
  counts: message('Counts'),
};
const ROUTE_NAMES: Readonly<Record<RouteName, Message>> = {
  direct: message('Direct'),
  editor: message('Through the editor (its proxy and certificates)'),
};
/** Returns rows for the results of the reads. Pass `isChanged` if they were obtained with new settings. */
export function findingItems(findings: readonly RouteFinding[], isChanged: boolean): DiagnosisItem[] {
  return findings.flatMap((finding, index) => {
    const item = findingItem(finding);
    if (findings[index - 1]?.route === finding.route) return [item];
    const route = local(ROUTE_NAMES[finding.route]);
    return [separator(isChanged ? t('{0}, with the settings that were found', route) : route), item];
  });
}

/** Returns rows for the requests that were sent to find out how the service differs. */
export function tryItems(tries: readonly Try[]): DiagnosisItem[] {
  if (tries.length === 0) return [];
  return [
    separator(t('Requests')),
    ...tries.map(({ read, what, fault }): DiagnosisItem => {
      const label = local(READ_NAMES[read]);
      const description = what ? asLabel(local(what)) : '';
      if (fault === undefined) return { label: `$(pass) ${label}`, description };
      return {
        label: `$(dash) ${label}`,
        description,
        detail: asLabel(describeFault(fault, local).headline),
      };
    }),
  ];
}

/** Returns rows for the new settings, each with its previous value; selecting any of them applies all. */
export function foundItems(
  found: Found,
  changes: readonly Difference[],
  otherBaseUrl: string | undefined,
): DiagnosisItem[] {
  const choice = { kind: 'found', found } as const;
  const baseUrl = {
    name: t('the base URL'),
    after: otherBaseUrl,
    detail: t('Changes the base URL of the connection.'),
  };
  const conventions = changes.map(({ path, before, after }) => ({
    name: path,
    after,
    detail: t('Sets it in partnerLogs.conventions for this base URL. Previous value: {0}', valueText(before)),
  }));
  const values = otherBaseUrl ? [baseUrl, ...conventions] : conventions;
  return values.map(({ name, after, detail }, index) => ({
    iconPath: new vscode.ThemeIcon(index === 0 ? 'wrench' : 'blank'),
    label: index === 0 ? t('Apply working settings: {0}', name) : t('and {0}', name),
    description: asLabel(valueText(after)),
    detail: asLabel(detail),
    alwaysShow: true,
    choice,
  }));
}

/** Returns a row that shows one of the logs that were read with the new settings. */
export function sampleItem(row: LogRow): DiagnosisItem {
  const texts = [row.time, row.rule, row.action, row.address, row.uri].flatMap((text) => text ?? []);
  return {
    iconPath: new vscode.ThemeIcon('list-flat'),
    label: t('Log {0}', String(row.idx)),
    description: asLabel(texts.join(' · ')),
    detail: t('A sample row, read with these settings.'),
    alwaysShow: true,
  };
}

/** Returns the row for any choice except applying the new settings. */
export function choiceItem(choice: Exclude<DiagnosisChoice, { kind: 'found' }>): DiagnosisItem {
  return { ...choiceTexts(choice), alwaysShow: true, choice };
}

function choiceTexts(choice: Parameters<typeof choiceItem>[0]) {
  switch (choice.kind) {
    case 'key':
      return {
        iconPath: new vscode.ThemeIcon('key'),
        label: t('Replace the key…'),
        detail: t('The service does not accept the stored key.'),
      };
    case 'path': {
      const label =
        choice.list === 'logs'
          ? t('Enter the path of the list of detection logs…')
          : t('Enter the path of the list of domains…');
      return {
        iconPath: new vscode.ThemeIcon('wrench'),
        label,
        detail: t('Sets {0} in partnerLogs.conventions for this base URL.', `${choice.list}.path`),
      };
    }
    case 'question':
      return {
        iconPath: new vscode.ThemeIcon('mail'),
        label: t('Copy Question for Service Provider'),
        detail: t(
          'No setting was found that fixes the remaining failures. The text lists what was tried and what information is needed.',
        ),
      };
    case 'support':
      return {
        iconPath: new vscode.ThemeIcon('clippy'),
        label: t('Copy for Support…'),
        detail: t(
          "Includes versions, network routes, request results, settings, and recent output. Doesn't include keys or logs.",
        ),
      };
  }
}

export function separator(label: string): DiagnosisItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function findingItem({ read, outcome }: RouteFinding): DiagnosisItem {
  const name = local(READ_NAMES[read]);
  switch (outcome.kind) {
    case 'works':
      return { label: `$(pass) ${name}`, description: local(outcome.what) };
    case 'doubtful':
      return { label: `$(warning) ${name}`, detail: asLabel(local(outcome.what)) };
    case 'not-tried':
      return { label: `$(circle-slash) ${name}`, detail: local(NOT_TRIED[outcome.why]) };
    case 'fault': {
      const { headline, cause } = describeFault(outcome.fault, local);
      return { label: `$(error) ${name}`, detail: sentences(asLabel(headline), asLabel(cause)) };
    }
  }
}
