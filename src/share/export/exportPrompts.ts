/** Prompts for an export's content and file. */

import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { ExportContent } from '../../formats/exportedLog.ts';
import { EXPORT_KINDS, type ExportKind, exportFormats } from '../../formats/exportFormats.ts';
import type { Detail } from '../../redaction/redact.ts';
import { local, t } from '../../text/l10n.ts';
import { type Choice, promptChoice } from '../../ui/prompts.ts';
import { type Step, steps } from '../../ui/steps.ts';

export interface ExportChoices extends ExportContent {
  readonly kind: ExportKind;
}

function kinds(): readonly Choice<ExportKind>[] {
  return EXPORT_KINDS.map((value) => {
    const { name, description } = exportFormats[value];
    return { label: name, description: local(description), value };
  });
}

function details(): readonly Choice<boolean>[] {
  return [
    {
      label: t('Rows only'),
      description: t(
        'Includes the columns of the list, and raw requests if the list has them. Sends one request per 100 logs',
      ),
      value: false,
    },
    {
      label: t('Full details'),
      description: t(
        'Also includes the headers, response, and raw data of each log. Sends one request per log',
      ),
      value: true,
    },
  ];
}

function levels(kind: ExportKind): readonly Choice<Detail>[] {
  return [
    {
      label: t('Essential'),
      description: t('Names, ordinary values, and the match are shown. Other values are hidden'),
      value: 'essential',
    },
    {
      label: t('Exact'),
      description:
        kind === 'csv'
          ? t(
              'Nothing is redacted. The file might contain secrets. Cells that begin with =, +, -, or @ get an apostrophe',
            )
          : t('Nothing is redacted. The file might contain secrets'),
      value: 'exact',
    },
  ];
}

/**
 * Prompts for an export's options. Returns undefined if the user cancels. `before` contains the previous choices, which
 * are preselected, except the level of detail.
 */
export async function askExport(
  title: string,
  before: ExportChoices | undefined,
): Promise<ExportChoices | undefined> {
  let kind = before?.kind ?? 'csv';
  let detail = before?.detail ?? false;
  let level: Detail = 'essential';
  const prompt =
    <T>(
      placeholder: string,
      choices: () => readonly Choice<T>[],
      active: () => T,
      choose: (value: T) => void,
    ): Step =>
    async (step) => {
      const answer = await promptChoice({
        ...step,
        title,
        placeholder,
        choices: choices(),
        active: active(),
      });
      if (typeof answer === 'object') choose(answer.value);
      return answer;
    };
  const done = await steps([
    prompt(
      t('Select a format'),
      kinds,
      () => kind,
      (value) => (kind = value),
    ),
    prompt(
      t('Select how much of each log to export'),
      details,
      () => detail,
      (value) => (detail = value),
    ),
    prompt(
      t('Select the level of detail'),
      () => levels(kind),
      () => level,
      (value) => (level = value),
    ),
  ]);
  return done ? { kind, detail, level } : undefined;
}

/**
 * Prompts for the file. Returns undefined if the user cancels.
 * @param name the default file name
 * @param folder the folder of the previous export; if undefined, the workspace folder is used or, if there is none, the
 * user's home folder
 */
export async function askTarget(
  name: string,
  kind: ExportKind,
  folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir()),
): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({
    title: t('Export Logs'),
    saveLabel: t('Export'),
    defaultUri: vscode.Uri.joinPath(folder, name),
    filters: { [exportFormats[kind].name]: [kind] },
  });
}
