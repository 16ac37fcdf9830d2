/** Asks what an export holds and where it goes. */
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { ExportContent, ExportKind } from '../../formats/exportFormat.ts';
import { type Choice, promptChoice } from '../../ui/prompts.ts';
import { steps } from '../../ui/steps.ts';

export interface ExportChoices extends ExportContent {
  readonly kind: ExportKind;
}

const KINDS: readonly Choice<ExportKind>[] = [
  { label: 'CSV', description: 'for spreadsheets', value: 'csv' },
  { label: 'NDJSON', description: 'one JSON object a line, for scripts', value: 'ndjson' },
  { label: 'HAR', description: 'for tools that show HTTP traffic; always in full', value: 'har' },
];

const DETAILS: readonly Choice<boolean>[] = [
  {
    label: 'Rows only',
    description: 'what the list holds, raw requests too where it has them; one request for 100 logs',
    value: false,
  },
  {
    label: 'In full',
    description: 'headers, response and raw data of each log too; one request for each log',
    value: true,
  },
];

const REDACTIONS: readonly Choice<boolean>[] = [
  { label: 'Redacted', description: 'cookies, keys, passwords and tokens replaced', value: true },
  { label: 'Exact', description: 'nothing redacted: the file may hold secrets', value: false },
];

/** Undefined when cancelled. `before`: what was chosen last, offered first. */
export async function askExport(
  title: string,
  before: ExportChoices | undefined,
): Promise<ExportChoices | undefined> {
  let { kind, detail, redacted }: ExportChoices = {
    kind: before?.kind ?? 'csv',
    detail: before?.detail ?? false,
    redacted: true,
  };
  const done = await steps([
    async (step) => {
      const placeholder = 'Which format?';
      const answer = await promptChoice({ ...step, title, placeholder, choices: KINDS, active: kind });
      if (typeof answer === 'object') kind = answer.value;
      return answer;
    },
    async (step) => {
      if (kind === 'har') return 'skip';
      const placeholder = 'How much of each log?';
      const answer = await promptChoice({ ...step, title, placeholder, choices: DETAILS, active: detail });
      if (typeof answer === 'object') detail = answer.value;
      return answer;
    },
    async (step) => {
      const placeholder = 'With or without secrets?';
      const choices = REDACTIONS;
      const answer = await promptChoice({ ...step, title, placeholder, choices, active: redacted });
      if (typeof answer === 'object') redacted = answer.value;
      return answer;
    },
  ]);
  return done ? { kind, detail: detail || kind === 'har', redacted } : undefined;
}

const KIND_NAMES: Readonly<Record<ExportKind, string>> = { csv: 'CSV', ndjson: 'NDJSON', har: 'HAR' };

/**
 * Undefined when cancelled.
 *
 * @param name offered for the file
 * @param folder where the file before went; undefined: the workspace's, else the person's own
 */
export async function askTarget(
  name: string,
  kind: ExportKind,
  folder: vscode.Uri | undefined,
): Promise<vscode.Uri | undefined> {
  const standing = folder ?? vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.window.showSaveDialog({
    title: 'Export Logs',
    saveLabel: 'Export',
    defaultUri: vscode.Uri.joinPath(standing, name),
    filters: { [KIND_NAMES[kind]]: [kind] },
  });
}
