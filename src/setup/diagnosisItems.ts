/** Creates the rows shown by the Diagnose Connection command. */
import * as vscode from 'vscode';
import { isServiceError } from '../base/errors.ts';
import type { RouteName } from '../service/baseUrl.ts';
import { describeFault } from '../service/faults.ts';
import type { Read } from '../service/requests.ts';
import { local, type Message, message, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import type { Finding } from './runDiagnosis.ts';

/** The choices available to the user. */
export type DiagnosisChoice =
  | { readonly kind: 'key' | 'support' }
  /** No list exists at the path in the conventions. */
  | { readonly kind: 'path'; readonly list: 'domains' | 'logs' };

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

/** Returns rows for the results of the reads, each with the request that was sent. */
export function findingItems(findings: readonly Finding[]): DiagnosisItem[] {
  return findings.flatMap((finding, index) => {
    const { route, read, sent, outcome } = finding;
    const item = {
      label: `${ICONS[outcome.kind]} ${local(READ_NAMES[read])}`,
      ...(sent !== undefined && { description: asLabel(`GET ${sent}`) }),
      detail: detailOf(outcome),
    };
    return findings[index - 1]?.route === route ? [item] : [separator(local(ROUTE_NAMES[route])), item];
  });
}

const ICONS = { works: '$(pass)', fault: '$(error)', 'not-tried': '$(circle-slash)' } as const;

function detailOf(outcome: Finding['outcome']): string {
  if (outcome.kind === 'works') return local(outcome.what);
  if (outcome.kind === 'not-tried') return local(outcome.why);
  const { headline, cause } = describeFault(outcome.fault, local);
  return sentences(asLabel(headline), asLabel(cause));
}

const OF_PATH = ['not-found', 'not-json', 'bad-shape', 'redirected', 'unexpected-status'] as const;

/** Returns rows for the changes that might fix the failures, with a separator. */
export function remedyItems(findings: readonly Finding[]): DiagnosisItem[] {
  const choices = findings.flatMap(({ read, outcome }): DiagnosisChoice[] => {
    if (outcome.kind !== 'fault') return [];
    if (isServiceError(outcome.fault, 'unauthorized')) return [{ kind: 'key' }];
    const isPath = OF_PATH.some((code) => isServiceError(outcome.fault, code));
    return isPath && (read === 'domains' || read === 'logs') ? [{ kind: 'path', list: read }] : [];
  });
  const distinct = [...new Map(choices.map((choice) => [choice.kind, choice])).values()];
  return distinct.length === 0 ? [] : [separator(t('How to fix it')), ...distinct.map(choiceItem)];
}

export function choiceItem(choice: DiagnosisChoice): DiagnosisItem {
  return { ...choiceTexts(choice), alwaysShow: true, choice };
}

function choiceTexts(choice: DiagnosisChoice) {
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
        detail: t('Sets {0} in partnerLogs.connections.', `${choice.list}Path`),
      };
    }
    case 'support':
      return {
        iconPath: new vscode.ThemeIcon('clippy'),
        label: t('Copy for Support…'),
        detail: t(
          "Includes versions, the service's origin, and the status of each request. Doesn't include keys or logs.",
        ),
      };
  }
}

export function separator(label: string): DiagnosisItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
