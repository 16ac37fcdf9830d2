/**
 * Implements the action From an Example Call…, which reads calls from the active editor or the clipboard, and
 * determines the conventions that these calls use.
 */
import * as vscode from 'vscode';
import { isServiceError } from '../base/errors.ts';
import { conventionsOf } from '../connections/conventionsSetting.ts';
import type { Services } from '../connections/services.ts';
import { baseUrlProblem, parseBaseUrl } from '../service/baseUrl.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { type Choice, promptChoice } from '../ui/prompts.ts';
import { showFault } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import { type Difference, differences, overrideOf, valueText } from './conventionsDifference.ts';
import { conventionsOfExamples, type Understood } from './conventionsOfExamples.ts';
import { LONGEST_EXAMPLE, type ReadExamples, readExamples } from './exampleCalls.ts';
import { documentPlaces, findOpenApi } from './openApi.ts';
import { withConventions } from './prober.ts';

/**
 * Prompts for the source of example calls and shows the conventions found in them. Returns undefined if the user does
 * not accept them.
 * @param baseUrl the base URL as typed, which might not be usable
 */
export async function promptExample(services: Services, baseUrl: string): Promise<Understood | undefined> {
  const editor = vscode.window.activeTextEditor;
  const choices: Choice<'editor' | 'clipboard' | 'service'>[] = [
    ...(editor
      ? [{ iconPath: new vscode.ThemeIcon('file'), label: t('Active Editor'), value: 'editor' as const }]
      : []),
    { iconPath: new vscode.ThemeIcon('clippy'), label: t('Clipboard'), value: 'clipboard' },
    ...(baseUrlProblem(baseUrl) ? [] : [{ ...documentRow(baseUrl), value: 'service' as const }]),
  ];
  const chosen = await promptChoice({
    title: t('From an Example Call'),
    placeholder: t('cURL or PowerShell commands, URLs, or an OpenAPI document in JSON. Nothing in it is run'),
    choices,
  });
  if (typeof chosen !== 'object') return undefined;
  if (chosen.value === 'service') return lookForDocument(services, baseUrl);
  const selected = editor && !editor.selection.isEmpty ? editor.selection : undefined;
  const text =
    chosen.value === 'editor' ? editor?.document.getText(selected) : await vscode.env.clipboard.readText();
  return confirmExample(readExamples(text ?? ''));
}

/** Returns the label and detail of the row that looks for a service's OpenAPI document. */
export function documentRow(baseUrl: string): vscode.QuickPickItem {
  const origin = asLabel(parseBaseUrl(baseUrl).origin);
  return {
    iconPath: new vscode.ThemeIcon('search'),
    label: t('Look for an OpenAPI Document at {0}…', origin),
    detail: t('Sends up to {0} requests without the API key.', documentPlaces(baseUrl).length),
  };
}

/**
 * Looks for a service's OpenAPI document and shows the conventions found in it. Returns undefined if there is no
 * document or the user does not accept the conventions.
 */
export async function lookForDocument(services: Services, baseUrl: string): Promise<Understood | undefined> {
  const origin = asLabel(parseBaseUrl(baseUrl).origin);
  try {
    const probes = await services.keylessProbes(baseUrl);
    const work = (signal: AbortSignal) => findOpenApi(baseUrl, probes, signal);
    const title = t('Looking for an OpenAPI document at {0}…', origin);
    const calls = await withProgress(title, work, new AbortController().signal);
    if (calls.length > 0) {
      return await confirmExample(
        { calls, ignored: [], notGet: 0, isCut: false },
        parseBaseUrl(baseUrl).text,
      );
    }
    void vscode.window.showInformationMessage(
      t('No OpenAPI document in JSON that describes this service was found at {0}.', origin),
    );
  } catch (fault) {
    await showFault(t('The OpenAPI document could not be read.'), fault, { targets: [] });
  }
  return undefined;
}

/** Returns true if the user typed an example call instead of a base URL. */
export function isExample(text: string): boolean {
  const typed = text.trim();
  if (/^(?:curl|irm|iwr|invoke-)|\shttps?:\/\/|["'(]https?:\/\//i.test(typed)) return true;
  if (!/\?|\/partner\//.test(typed) || !URL.canParse(typed)) return false;
  if (baseUrlProblem(new URL(typed).origin)) return false;
  return (conventionsOfExamples(readExamples(typed).calls)?.reads.length ?? 0) > 0;
}

/**
 * Shows the conventions found in example calls before anything else is sent. Returns undefined if there are none or the
 * user does not accept them.
 * @param known the base URL of the service whose document contains the calls
 */
export async function confirmExample(
  { calls, ignored, notGet, isCut }: ReadExamples,
  known?: string,
): Promise<Understood | undefined> {
  const cut = isCut ? [t('Only its first {0} characters were read.', LONGEST_EXAMPLE)] : [];
  let understood: Understood | undefined;
  let changes: readonly Difference[] = [];
  try {
    understood = conventionsOfExamples(calls, known);
    if (understood) {
      const place = { baseUrl: understood.baseUrl, conventions: conventionsOf(understood.baseUrl) };
      changes = differences(place.conventions, withConventions(place, understood.override).conventions);
    }
  } catch (fault) {
    if (!isServiceError(fault)) throw fault;
    void vscode.window.showWarningMessage(asLabel(describeFault(fault, local).headline));
    return undefined;
  }
  if (!understood) {
    void vscode.window.showWarningMessage(
      sentences(
        notGet > 0
          ? t('The example sends data. Only GET calls that read data can be used.')
          : t('The text contains no example call with an address that starts with https://.'),
        ...cut,
      ),
    );
    return undefined;
  }
  const { baseUrl, key, reads, others } = understood;
  const keyText =
    key === undefined ? t('not in the example') : t('found in the example. The next prompt shows it masked');
  const isPartial = others + notGet + ignored.length + cut.length > 0 || reads.length === 0;
  const rows: (readonly [label: string, description: string])[] = [
    [t('Base URL'), asLabel(baseUrl)],
    ...changes.map(({ path, after }) => [path, asLabel(valueText(after))] as const),
    [t('API key'), keyText],
    ...(isPartial
      ? [[t("Part of the example isn't used"), asLabel([...cut, ...ignored].join(' '))] as const]
      : []),
  ];
  const accepted = await promptChoice({
    title: t('From an Example Call'),
    placeholder: known
      ? t('Press Enter to use these settings')
      : t('Press Enter to use these settings. Nothing has been sent yet'),
    choices: rows.map(([label, description]) => ({ label, description, value: true })),
  });
  return typeof accepted === 'object' ? { ...understood, override: overrideOf(changes) } : undefined;
}
