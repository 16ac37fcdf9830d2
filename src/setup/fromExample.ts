/**
 * From an Example Call…: reads the calls in the active editor or on the clipboard, and the conventions in them.
 */
import * as vscode from 'vscode';
import { isServiceError } from '../base/errors.ts';
import { conventionsOf } from '../connections/conventionsSetting.ts';
import { baseUrlProblem } from '../service/baseUrl.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { type Choice, promptChoice } from '../ui/prompts.ts';
import { type Difference, differences, overrideOf, valueText } from './conventionsDifference.ts';
import { conventionsOfExamples, type Understood } from './conventionsOfExamples.ts';
import { LONGEST_EXAMPLE, readExamples } from './exampleCalls.ts';
import { withConventions } from './prober.ts';

/**
 * Prompts for the source of example calls, and shows the conventions in them; undefined if the user does not
 * accept them.
 */
export async function promptExample(): Promise<Understood | undefined> {
  const editor = vscode.window.activeTextEditor;
  const choices: Choice<'editor' | 'clipboard'>[] = [
    ...(editor ? [{ label: `$(file) ${t('Active Editor')}`, value: 'editor' as const }] : []),
    { label: `$(clippy) ${t('Clipboard')}`, value: 'clipboard' },
  ];
  const chosen = await promptChoice({
    title: t('From an Example Call'),
    placeholder: t('cURL or PowerShell commands, URLs, or an OpenAPI document in JSON. Nothing in it is run'),
    choices,
  });
  if (typeof chosen !== 'object') return undefined;
  const selected = editor && !editor.selection.isEmpty ? editor.selection : undefined;
  const text =
    chosen.value === 'editor' ? editor?.document.getText(selected) : await vscode.env.clipboard.readText();
  return confirmExample(text ?? '');
}

/** Returns true for a typed text that is an example call, not a base URL. */
export function isExample(text: string): boolean {
  const typed = text.trim();
  if (/^(?:curl|irm|iwr|invoke-)/i.test(typed)) return true;
  if (!/\?|\/partner\//.test(typed) || !URL.canParse(typed)) return false;
  if (baseUrlProblem(new URL(typed).origin)) return false;
  return (conventionsOfExamples(readExamples(typed).calls)?.reads.length ?? 0) > 0;
}

/**
 * Shows the conventions in the calls of a text before anything is sent; undefined if there are none, or the user
 * does not accept them.
 */
export async function confirmExample(text: string): Promise<Understood | undefined> {
  const { calls, ignored, notGet, isCut } = readExamples(text);
  const cut = isCut ? [t('Only its first {0} characters were read.', LONGEST_EXAMPLE)] : [];
  let understood: Understood | undefined;
  let changes: readonly Difference[] = [];
  try {
    understood = conventionsOfExamples(calls);
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
  const rows: Choice<boolean>[] = [
    { label: t('Base URL'), description: asLabel(baseUrl), value: true },
    ...changes.map(({ path, after }) => ({
      label: path,
      description: asLabel(valueText(after)),
      value: true,
    })),
    {
      label: t('API key'),
      description:
        key === undefined
          ? t('not in the example')
          : t('found in the example. The next prompt shows it masked'),
      value: true,
    },
    ...(others + notGet + ignored.length + cut.length > 0 || reads.length === 0
      ? [
          {
            label: t("Part of the example isn't used"),
            description: asLabel([...cut, ...ignored].join(' ')),
            value: true,
          },
        ]
      : []),
  ];
  const accepted = await promptChoice({
    title: t('From an Example Call'),
    placeholder: t('Press Enter to use these settings. Nothing has been sent yet'),
    choices: rows,
  });
  return typeof accepted === 'object' ? { ...understood, override: overrideOf(changes) } : undefined;
}
