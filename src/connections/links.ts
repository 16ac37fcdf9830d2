import * as vscode from 'vscode';
import { ServiceError } from '../base/errors.ts';
import { formatLink, parseLink } from '../formats/link.ts';
import { normalBaseUrl } from '../service/baseUrl.ts';
import type { StoredDomain } from '../ui/panelMessages.ts';
import type { Connection } from './connection.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { DomainRef } from './domainRef.ts';
import { checkCurrent, type LogTarget } from './logTarget.ts';

/** Creates links to logs in the user's connections, and finds the connections of links. */
export class Links {
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
}
