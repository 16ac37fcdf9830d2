/** Prompts for an export's content and file. */

import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { ExportContent } from '../../formats/exportedLog.ts';
import type { Detail } from '../../redaction/redact.ts';
import { local, t } from '../../text/l10n.ts';
import { type Choice, promptChoice } from '../../ui/prompts.ts';
import { steps } from '../../ui/steps.ts';
import { EXPORT_KINDS, type ExportKind, fileFormat } from './fileFormats.ts';

export interface ExportChoices extends ExportContent {
  readonly kind: ExportKind;
}

function kinds(): readonly Choice<ExportKind>[] {
  return EXPORT_KINDS.map((value) => {
    const { name, description } = fileFormat(value);
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

function levels(): readonly Choice<Detail>[] {
  return [
    {
      label: t('Essential'),
      description: t('Names, ordinary values, and the match are shown. Other values are hidden'),
      value: 'essential',
    },
    {
      label: t('Exact'),
      description: t('Nothing is redacted. The file might contain secrets'),
      value: 'exact',
    },
  ];
}

/**
 * Prompts for an export's options. Returns undefined if the user cancels. `before` contains the previous choices, which
 * are listed first.
 */
export async function askExport(
  title: string,
  before: ExportChoices | undefined,
): Promise<ExportChoices | undefined> {
  let { kind, detail, level }: ExportChoices = {
    kind: before?.kind ?? 'csv',
    detail: before?.detail ?? false,
    level: 'essential',
  };
  const done = await steps([
    async (step) => {
      const placeholder = t('Select a format');
      const answer = await promptChoice({ ...step, title, placeholder, choices: kinds(), active: kind });
      if (typeof answer === 'object') kind = answer.value;
      return answer;
    },
    async (step) => {
      const placeholder = t('Select how much of each log to export');
      const answer = await promptChoice({ ...step, title, placeholder, choices: details(), active: detail });
      if (typeof answer === 'object') detail = answer.value;
      return answer;
    },
    async (step) => {
      const placeholder = t('Select the level of detail');
      const answer = await promptChoice({ ...step, title, placeholder, choices: levels(), active: level });
      if (typeof answer === 'object') level = answer.value;
      return answer;
    },
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
  folder: vscode.Uri | undefined,
): Promise<vscode.Uri | undefined> {
  const standing = folder ?? vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.window.showSaveDialog({
    title: t('Export Logs'),
    saveLabel: t('Export'),
    defaultUri: vscode.Uri.joinPath(standing, name),
    filters: { [fileFormat(kind).name]: [kind] },
  });
}
