import * as vscode from 'vscode';
import { type Conventions, type Differences, resolveDifferences } from '../service/differences.ts';

/** Returns the user's value of `partnerLogs.conventions`; a workspace cannot set it. */
function setting(): unknown {
  return vscode.workspace.getConfiguration('partnerLogs').inspect('conventions')?.globalValue;
}

/** Returns the conventions for a base URL; throws a `ServiceError` with the code `bad-setting`. */
export function conventionsOf(baseUrl: string): Conventions {
  const place = `partnerLogs.conventions["${baseUrl}"]`;
  return resolveDifferences(settingByBase()[baseUrl] ?? settingByBase()['*'], place);
}

/**
 * Merges changes into the setting for a base URL; keeps existing values.
 * @returns a function that restores the previous setting
 */
export async function changeConventions(baseUrl: string, change: Differences): Promise<() => Promise<void>> {
  const before = settingByBase()[baseUrl];
  await writeOwn(baseUrl, { ...before, ...change });
  return () => writeOwn(baseUrl, before);
}

function settingByBase(): Readonly<Record<string, object>> {
  return (setting() ?? {}) as Record<string, object>;
}

async function writeOwn(baseUrl: string, own: object | undefined): Promise<void> {
  const { [baseUrl]: _, ...others } = settingByBase();
  const all = own === undefined ? others : { ...others, [baseUrl]: own };
  const value = Object.keys(all).length === 0 ? undefined : all;
  await vscode.workspace
    .getConfiguration('partnerLogs')
    .update('conventions', value, vscode.ConfigurationTarget.Global);
}
