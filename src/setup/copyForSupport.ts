import { arch, platform, release } from 'node:os';
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import type { Connection } from '../connections/connection.ts';
import { fencedBlock } from '../formats/markdown.ts';
import { joined } from '../redaction/segments.ts';
import { t } from '../text/l10n.ts';
import type { Finding } from './diagnosis.ts';

/** Maximum length, in UTF-16 units, of the text. */
const LONGEST = 10_000;

/** Shows the text for support and copies it if the user confirms. */
export async function copyForSupport(
  { previews, version }: App,
  connection: Connection,
  findings: readonly Finding[],
): Promise<void> {
  const text = supportText(connection.baseUrl, findings, version);
  previews.showText(t('Text for Support'), text);
  const copy = t('Copy');
  const chosen = await vscode.window.showInformationMessage(
    t('This text contains no API key or log data. Review it, then copy it for your support contact.'),
    copy,
  );
  if (chosen === copy) await vscode.env.clipboard.writeText(text);
}

/** Contains nothing from the service except statuses, so neither a key nor log data. */
function supportText(baseUrl: string, findings: readonly Finding[], version: string): string {
  const { appName, uiKind, remoteName } = vscode.env;
  const host = uiKind === vscode.UIKind.Web ? 'web' : 'desktop';
  const lines = [
    `Partner Logs ${version}`,
    `${appName} ${vscode.version}, ${host}${remoteName ? `, remote: ${remoteName}` : ''}`,
    `${platform()} ${release()} ${arch()}, Node ${process.versions.node}`,
    URL.canParse(baseUrl) ? new URL(baseUrl).origin : '',
    ...findings.map(({ read, outcome }) => `${read}: ${resultText(outcome)}`),
  ];
  return `${joined(fencedBlock([lines.join('\n')], LONGEST))}\n`;
}

function resultText(outcome: Finding['outcome']): string {
  if (outcome.kind === 'not-tried') return 'not tried';
  if (outcome.kind === 'works') return '200';
  if (outcome.kind === 'wrong') return '200, but not what was requested';
  const { fault } = outcome;
  if (!isServiceError(fault)) return 'an error of the extension';
  return [fault.facts.status, fault.code].filter((each) => each !== undefined).join(' ');
}
