import { arch, platform, release } from 'node:os';
import * as vscode from 'vscode';
import { type Connection, isSample } from '../connections/connection.ts';
import type { KeyStore } from '../connections/keyStore.ts';
import { isProxied } from '../connections/services.ts';
import { t } from '../text/l10n.ts';
import type { RecordedOutput } from '../ui/recordedOutput.ts';
import type { Diagnosis } from './runDiagnosis.ts';
import { supportText } from './supportText.ts';

export interface SupportOptions {
  readonly keys: KeyStore;
  readonly output: RecordedOutput;
  readonly previews: () => Promise<{ showText(title: string, text: string): void }>;
  /** The extension's version. */
  readonly version: string;
}

/** Shows the text for support and copies it if the user confirms. */
export async function copyForSupport(
  connection: Connection,
  { findings, tries }: Diagnosis,
  { keys, output, previews, version }: SupportOptions,
): Promise<void> {
  const { appName, uiKind, remoteName } = vscode.env;
  const host = uiKind === vscode.UIKind.Web ? 'web' : 'desktop';
  const text = supportText({
    version,
    editor: `${appName} ${vscode.version}, ${host}${remoteName ? `, remote: ${remoteName}` : ''}`,
    platform: `${platform()} ${release()} ${arch()}, Node ${process.versions.node}`,
    baseUrl: connection.baseUrl,
    proxied: isProxied(),
    findings,
    tries,
    settings: settingsThatHoldNoSecret(),
    lines: output.latest(),
    key: isSample(connection) ? undefined : await keys.get(connection),
  });
  (await previews()).showText(t('Text for Support'), text);
  const copy = t('Copy');
  const chosen = await vscode.window.showInformationMessage(
    t('This text contains no API key or log data. Review it, then copy it for your support contact.'),
    copy,
  );
  if (chosen === copy) await vscode.env.clipboard.writeText(text);
}

const SHARED_SETTINGS = [
  ...['pageSize', 'refreshInterval', 'statusBar', 'redaction', 'conventions', 'timeZone'].map(
    (name) => ['partnerLogs', name] as const,
  ),
  ['http', 'proxySupport'] as const,
  ['http', 'proxyStrictSSL'] as const,
];

/**
 * Returns the user's settings. Custom names to redact might reveal internals of the service, so only their number is
 * included.
 */
function settingsThatHoldNoSecret(): Record<string, unknown> {
  const values = SHARED_SETTINGS.map(([section, name]) => {
    const value: unknown = vscode.workspace.getConfiguration(section).get(name);
    const { names } = Object(value);
    const count = Array.isArray(names) ? names.length : 0;
    return [`${section}.${name}`, names === undefined ? value : { ...Object(value), names: count }];
  });
  return Object.fromEntries(values);
}
