import * as vscode from 'vscode';
import { type Conventions, type ConventionsOverride, resolveConventions } from '../service/conventions.ts';

/** The user's value of `partnerLogs.conventions`; a workspace has no say in it. */
function setting(): unknown {
  return vscode.workspace.getConfiguration('partnerLogs').inspect('conventions')?.globalValue;
}

/** The conventions of a base URL; throws a `ServiceError` of code `bad-conventions`. */
export function conventionsOf(baseUrl: string): Conventions {
  return resolveConventions(setting(), baseUrl);
}

/** The headers that the setting names for keys, of all base URLs; as it was typed, so perhaps no text. */
export function keyHeaders(): unknown[] {
  return Object.values(Object(setting()))
    .flatMap((conventions) => Object(conventions).keyHeader ?? [])
    .map((keyHeader) => (typeof keyHeader === 'string' ? keyHeader.split(':')[0] : keyHeader));
}

/** Adds to what the setting says of a base URL; what it says already stays, part by part. */
export async function changeConventions(
  baseUrl: string,
  part: 'domains' | 'logs',
  change: ConventionsOverride['logs'] & object,
): Promise<void> {
  const all = (setting() ?? {}) as Record<string, ConventionsOverride>;
  const own = all[baseUrl] ?? {};
  await vscode.workspace
    .getConfiguration('partnerLogs')
    .update(
      'conventions',
      { ...all, [baseUrl]: { ...own, [part]: { ...own[part], ...change } } },
      vscode.ConfigurationTarget.Global,
    );
}
