/** The rows of Diagnose Connection. */
import * as vscode from 'vscode';
import type { DiagnosisFinding, NotTried, Read, Remedy } from '../connections/diagnosis.ts';
import type { Conventions } from '../service/conventions.ts';
import { describeFault } from '../service/faults.ts';
import type { RouteName } from '../service/network/route.ts';
import { local, type Message, message, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
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
const NOT_TRIED: Readonly<Record<NotTried, Message>> = {
  'key-refused': message('Not tried: the service did not accept the key.'),
  'no-domain': message('Not tried: no domain to read.'),
  'no-log': message('Not tried: no log to read.'),
};

export function findingItems(
  findings: readonly DiagnosisFinding[],
  conventions: Conventions,
): DiagnosisItem[] {
  return findings.flatMap((finding, index) => {
    const item = findingItem(finding, isInUse(finding, conventions));
    if (findings[index - 1]?.route === finding.route) return [item];
    return [separator(local(ROUTE_NAMES[finding.route])), item];
  });
}

/** The requests that looked for what differs. */
export function tryItems(tries: readonly Try[]): DiagnosisItem[] {
  if (tries.length === 0) return [];
  return [
    separator(t('Looking for what differs')),
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
  const baseUrl = {
    name: t('the base URL'),
    after: otherBaseUrl,
    detail: t('Changes the base URL of the connection.'),
  };
  const conventions = changes.map(({ path, before, after }) => ({
    name: path,
    after,
    detail: t('Sets it in partnerLogs.conventions for this base URL. Before: {0}', valueText(before)),
  }));
  const values = otherBaseUrl ? [baseUrl, ...conventions] : conventions;
  return values.map(({ name, after, detail }, index) => ({
    label: index === 0 ? `$(wrench) ${t('Use what works: {0}', name)}` : `$(blank) ${t('and {0}', name)}`,
    description: asLabel(valueText(after)),
    detail: asLabel(detail),
    alwaysShow: true,
    choice,
  }));
}

export function questionItem(text: string): DiagnosisItem {
  return {
    label: `$(mail) ${t('Copy a question for the provider')}`,
    detail: t(
      'No setting was found for what still fails. The text says what was tried and what has to be known.',
    ),
    alwaysShow: true,
    choice: { kind: 'question', text },
  };
}

export function supportItem(): DiagnosisItem {
  return {
    label: `$(clippy) ${t('Copy for Support…')}`,
    detail: t(
      'Versions, routes, what each request gave, settings and the last lines of the output; without keys and logs.',
    ),
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
        label: `$(key) ${t('Replace the key…')}`,
        detail: t('The service does not accept the stored key.'),
      };
    case 'paging':
      return {
        label: `$(wrench) ${
          remedy.list === 'logs'
            ? t('Use the paging “{0}” for detection logs', remedy.paging)
            : t('Use the paging “{0}” for domains', remedy.paging)
        }`,
        detail: sets(`${remedy.list}.paging`),
      };
    case 'path':
      return {
        label: `$(wrench) ${
          remedy.list === 'logs'
            ? t('Enter the path of the list of detection logs…')
            : t('Enter the path of the list of domains…')
        }`,
        detail: sets(`${remedy.list}.path`),
      };
  }
}

function sets(path: string): string {
  return t('Sets {0} in partnerLogs.conventions for this base URL.', path);
}

function findingItem({ read, paging, outcome }: DiagnosisFinding, inUse: boolean): DiagnosisItem {
  const name = local(READ_NAMES[read]);
  const description = !paging
    ? ''
    : inUse
      ? t('paging “{0}”', paging)
      : t('paging “{0}”, not in use', paging);
  switch (outcome.kind) {
    case 'works':
      return {
        label: `$(pass) ${name}`,
        description: [description, local(outcome.what)].filter(Boolean).join(' · '),
      };
    case 'ignores-paging':
      return { label: `$(warning) ${name}`, description, detail: t('The second page repeats the first.') };
    case 'not-tried':
      return { label: `$(circle-slash) ${name}`, description, detail: local(NOT_TRIED[outcome.why]) };
    case 'fault': {
      const { headline, cause } = describeFault(outcome.fault, local);
      return {
        label: `$(${inUse ? 'error' : 'dash'}) ${name}`,
        description,
        detail: sentences(asLabel(headline), asLabel(cause)),
      };
    }
  }
}
