/** The rows of Diagnose Connection. */
import * as vscode from 'vscode';
import type { DiagnosisFinding, Remedy } from '../connections/diagnosis.ts';
import type { Conventions } from '../service/conventions.ts';
import { describeFault } from '../service/faults.ts';
import { local } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import type { Try } from './attempts.ts';
import { type Difference, valueText } from './conventionsDifference.ts';
import type { Found } from './findConventions.ts';
import { isInUse } from './runDiagnosis.ts';

/** What a person can choose. */
export type DiagnosisChoice =
  | Remedy
  /** Conventions under which more works. */
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'question'; readonly text: string }
  | { readonly kind: 'support' };

export type DiagnosisItem = vscode.QuickPickItem & { readonly choice?: DiagnosisChoice };

const READ_NAMES = {
  domains: 'Domains',
  logs: 'Detection logs',
  detail: 'One detection log',
  counts: 'Counts',
};
const ROUTE_NAMES = { direct: 'Direct', editor: 'Through the editor (its proxy and certificates)' };

export function findingItems(
  findings: readonly DiagnosisFinding[],
  conventions: Conventions,
): DiagnosisItem[] {
  return findings.flatMap((finding, index) => {
    const item = findingItem(finding, isInUse(finding, conventions));
    if (findings[index - 1]?.route === finding.route) return [item];
    return [separator(ROUTE_NAMES[finding.route]), item];
  });
}

/** The requests that looked for what differs. */
export function tryItems(tries: readonly Try[]): DiagnosisItem[] {
  if (tries.length === 0) return [];
  return [
    separator('Looking for what differs'),
    ...tries.map(({ read, what, fault }): DiagnosisItem => {
      const label = READ_NAMES[read];
      const description = asLabel(what);
      if (fault === undefined) return { label: `$(pass) ${label}`, description };
      return {
        label: `$(dash) ${label}`,
        description,
        detail: asLabel(describeFault(fault, local).headline),
      };
    }),
  ];
}

/** What would fix it, most likely first. */
export function remedyItems(remedies: readonly Remedy[]): DiagnosisItem[] {
  return remedies.map((remedy) => ({ ...remedyLabel(remedy), alwaysShow: true, choice: remedy }));
}

/** The settings that were found, each with the value before; choosing any of them takes all. */
export function foundItems(
  found: Found,
  changes: readonly Difference[],
  otherBaseUrl: string | undefined,
): DiagnosisItem[] {
  const choice = { kind: 'found', found } as const;
  const values = otherBaseUrl
    ? [{ path: 'the base URL', before: '', after: otherBaseUrl }, ...changes]
    : changes;
  return values.map(({ path, before, after }, index) => ({
    label: index === 0 ? `$(wrench) Use what works: ${path}` : `$(blank) and ${path}`,
    description: asLabel(valueText(after)),
    detail:
      path === 'the base URL'
        ? 'Changes the base URL of the connection.'
        : asLabel(`Sets it in partnerLogs.conventions for this base URL. Before: ${valueText(before)}`),
    alwaysShow: true,
    choice,
  }));
}

export function questionItem(text: string): DiagnosisItem {
  return {
    label: '$(mail) Copy a question for the provider',
    detail:
      'No setting was found for what still fails. The text says what was tried and what has to be known.',
    alwaysShow: true,
    choice: { kind: 'question', text },
  };
}

export function supportItem(): DiagnosisItem {
  return {
    label: '$(clippy) Copy for Support…',
    detail:
      'Versions, routes, what each request gave, settings and the last lines of the output; without keys and logs.',
    alwaysShow: true,
    choice: { kind: 'support' },
  };
}

export function separator(label: string): DiagnosisItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
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
      const { headline, cause } = describeFault(outcome.fault, local);
      return {
        label: `$(${inUse ? 'error' : 'dash'}) ${name}`,
        description,
        detail: `${asLabel(headline)} ${asLabel(cause)}`,
      };
    }
  }
}
