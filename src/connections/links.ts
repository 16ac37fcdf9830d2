import * as vscode from 'vscode';
import { ServiceError } from '../base/errors.ts';
import type { CommandId } from '../commandIds.ts';
import { formatLink, isFileBase, parseLink, SAMPLE_BASE } from '../formats/link.ts';
import { normalBaseUrl } from '../service/baseUrl.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { runCommand } from '../ui/ownCommands.ts';
import type { StoredDomain } from '../ui/panelMessages.ts';
import type { Connection } from './connection.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { DomainRef } from './domainRef.ts';
import { checkCurrent, type LogTarget } from './logTarget.ts';

const PARAMETERS = new Set(['base', 'domain', 'idx', 'type']);

/** Creates links to logs in the user's connections, and handles links that are opened in the editor. */
export class Links implements vscode.UriHandler {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  /** Returns a link that opens `target` for anyone who has a connection with the same base URL. */
  toLink(target: LogTarget): string {
    checkCurrent(target);
    const { connectionId, key } = target;
    const baseUrl = this.#connections.get(connectionId)?.baseUrl;
    if (baseUrl === undefined)
      throw new ServiceError('connection-removed', 'The connection of this log was removed.');
    return formatLink({ uriScheme: vscode.env.uriScheme, baseUrl, key });
  }

  /** Returns a link for `fromStored`, which also contains the connection's name. */
  toStored(target: LogTarget): string {
    return `${this.toLink(target)}&connection=${encodeURIComponent(target.connectionId)}`;
  }

  async handleUri(uri: vscode.Uri): Promise<void> {
    const target = await this.fromUri(uri);
    if (target) await runCommand('partnerLogs.openDetectionLog', target);
  }

  /**
   * Returns the log for a link that the editor passes to the extension. If several connections have the link's base
   * URL, prompts for one of them. Shows a message and returns undefined if there is no log.
   */
  async fromUri(uri: vscode.Uri): Promise<LogTarget | undefined> {
    const parsed = parseLink(linkText(uri));
    if (!parsed) {
      void vscode.window.showErrorMessage(
        t('This link cannot be opened, because it is damaged. Copy it again from the log.'),
      );
      return undefined;
    }
    const matching = this.connectionsOf(parsed.baseUrl);
    if (matching.length === 0) await this.offerConnection(parsed.baseUrl);
    const items = matching.map((connection) => ({ label: asLabel(connection.name), connection }));
    const placeHolder = t('Several connections use this service. Select a connection to open the log from');
    const item = items.length < 2 ? items[0] : await vscode.window.showQuickPick(items, { placeHolder });
    return item && { connectionId: item.connection.id, key: parsed.key };
  }

  /**
   * Returns the log for a link that `toStored` created, without showing prompts or messages. If the connection was
   * renamed, returns the log in the only other connection with its base URL.
   */
  fromStored(link: string): LogTarget | undefined {
    const parsed = parseLink(link);
    const name = parsed && new URL(link).searchParams.get('connection');
    const connection = parsed && this.#storedConnection(parsed.baseUrl, name);
    return connection && { connectionId: connection.id, key: parsed.key };
  }

  /** Like `fromStored`, but for the domain of a stored panel. */
  storedDomain({ base, connectionId, domain }: StoredDomain): DomainRef | undefined {
    const connection = this.#storedConnection(base, connectionId);
    return connection && { connectionId: connection.id, index: domain };
  }

  #storedConnection(baseUrl: string, name: string | null | undefined): Connection | undefined {
    const matching = this.connectionsOf(baseUrl);
    return matching.find(({ id }) => id === name) ?? (matching.length === 1 ? matching[0] : undefined);
  }

  /** Returns the connections with a base URL; hosts are compared case-insensitively. */
  connectionsOf(baseUrl: string): readonly Connection[] {
    const wanted = normalBaseUrl(baseUrl);
    return this.#connections.list().filter((connection) => normalBaseUrl(connection.baseUrl) === wanted);
  }

  /** Reports that no connection has the base URL, and offers to add one. */
  async offerConnection(baseUrl: string): Promise<void> {
    const [text, action, command] = missing(baseUrl);
    if ((await vscode.window.showWarningMessage(text, action)) === action) await runCommand(command);
  }
}

/** Returns a message that no connection has the base URL, the title of an action that adds one, and its command. */
function missing(baseUrl: string): [text: string, action: string, command: CommandId] {
  if (isFileBase(baseUrl)) {
    const text = t('This log is from a file of exported logs that is not open.');
    return [text, t('Open Exported Logs…'), 'partnerLogs.openExport'];
  }
  if (baseUrl === SAMPLE_BASE)
    return [t('This log is part of the sample data.'), t('Explore Sample Data'), 'partnerLogs.useSampleData'];
  const text = t(
    'This log belongs to {0}, for which there is no connection. Add one only if you trust this address.',
    asLabel(baseUrl),
  );
  return [text, t('Add Connection…'), 'partnerLogs.addConnection'];
}

/**
 * Returns the link as text. The editor has already decoded the query once, so an `&` inside a value looks like the
 * start of another parameter. If a value seems to contain an `&`, the link is returned without its query, because it
 * might otherwise open the wrong log.
 */
function linkText({ scheme, authority, path, query }: vscode.Uri): string {
  const parameters = query.split('&').map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')];
  });
  const known = parameters.every(([name]) => PARAMETERS.has(name));
  return `${scheme}://${authority}${path}${known ? `?${new URLSearchParams(parameters)}` : ''}`;
}
