import * as vscode from 'vscode';
import type { Connection } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import { asLabel } from '../report/label.ts';
import { formatLink, type LogAddress, parseLink } from '../report/link.ts';

/** Links to logs, in terms of this person's connections. */
export class Links {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  /** The link that opens `target` in anybody's editor who has a connection to the same base URL. */
  toLink({ connectionId, key }: LogTarget): string {
    const baseUrl = this.#connections.get(connectionId)?.baseUrl;
    if (baseUrl === undefined) throw new Error('The connection of this log was removed.');
    return formatLink({ uriScheme: vscode.env.uriScheme, baseUrl, key });
  }

  /** The log of a link, or undefined after telling why there is none. Asks when several connections have the base URL. */
  async fromLink(link: string): Promise<LogTarget | undefined> {
    const parsed = parseLink(link);
    if (parsed.ok) return this.fromAddress(parsed);
    void vscode.window.showErrorMessage(`This link cannot be opened. ${asLabel(parsed.problem)}`);
    return undefined;
  }

  /** As `fromLink`, for an address that was read from a link or a report. */
  async fromAddress({ baseUrl, key }: LogAddress): Promise<LogTarget | undefined> {
    const matching = this.#connections.list().filter((connection) => connection.baseUrl === baseUrl);
    const connection = matching.length > 1 ? await choose(matching) : matching[0];
    if (connection) return { connectionId: connection.id, key };
    if (matching.length === 0) await this.#offerConnection(baseUrl);
    return undefined;
  }

  async #offerConnection(baseUrl: string): Promise<void> {
    const sample = baseUrl === 'sample:';
    const action = sample ? 'Explore Sample Data' : 'Add Connection…';
    const chosen = await vscode.window.showWarningMessage(
      sample
        ? 'This log is one of the sample data.'
        : `This log belongs to ${asLabel(baseUrl)}, to which there is no connection. Add one only if you know this address.`,
      action,
    );
    if (chosen !== action) return;
    await vscode.commands.executeCommand(sample ? 'partnerLogs.useSampleData' : 'partnerLogs.addConnection');
  }
}

async function choose(connections: readonly Connection[]): Promise<Connection | undefined> {
  const picked = await vscode.window.showQuickPick(
    connections.map((connection) => ({ label: asLabel(connection.name), connection })),
    { placeHolder: 'Several connections lead to this service. Open the log with…' },
  );
  return picked?.connection;
}
