import type * as vscode from 'vscode';
import { KnownKeys } from '../redaction/knownKeys.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { type LogTarget, targetId } from './logTarget.ts';
import type { Services } from './services.ts';
import { ConnectionList, storedName } from './storedList.ts';

/** A log that was opened: its reference, its domain's name, and its row's rule and time; no other content. */
export interface RecentLog extends Omit<LogTarget, 'row'> {
  /** The connection's base URL at that time. At another one, the reference might identify a different log. */
  readonly baseUrl: string;
  readonly domainName?: string | undefined;
  readonly rule?: string;
  /** As sent, in the service's time zone. */
  readonly time?: string;
}

const MOST = 50;

/** The recently opened logs, latest first. They are stored in global state, without texts that contain a connection's key. */
export class RecentLogs extends ConnectionList<RecentLog> {
  readonly #connections: ConnectionStore;
  readonly #services: Services;

  constructor(state: vscode.Memento, connections: ConnectionStore, services: Services) {
    super(state, 'recentLogs');
    this.#connections = connections;
    this.#services = services;
  }

  /** Returns the logs whose connections still exist and have the same base URL. */
  override list(): readonly RecentLog[] {
    return this.stored()
      .filter(({ connectionId, baseUrl }) => this.#connections.get(connectionId)?.baseUrl === baseUrl)
      .map((log) => ({ ...log, ending: this.#services.ending(log.connectionId) }));
  }

  /** Adds a log at the front. If there are too many logs, drops the oldest one. */
  async add({ connectionId, key, row }: LogTarget, domainName: string | undefined): Promise<void> {
    const baseUrl = this.#connections.get(connectionId)?.baseUrl;
    if (baseUrl === undefined) return;
    const keys = new KnownKeys((await this.#services.redaction()).keys);
    const isSafe = (text: string) => keys.find(text).length === 0;
    if (!isSafe(key.detectedType)) return;
    const stored = (text: string | undefined) => (text && isSafe(text) ? storedName(text) : undefined);
    const id = targetId({ connectionId, key });
    await this.change((list) => {
      const known = list.find((each) => targetId(each) === id && each.baseUrl === baseUrl);
      const rule = stored(row?.rule) ?? known?.rule;
      const time = stored(row?.time) ?? known?.time;
      const log: RecentLog = {
        connectionId,
        baseUrl,
        key,
        domainName: stored(domainName) ?? known?.domainName,
        ...(rule && { rule }),
        ...(time && { time }),
      };
      return [log, ...list.filter((each) => targetId(each) !== id)].slice(0, MOST);
    });
  }

  async remove(target: LogTarget): Promise<void> {
    await this.change((list) => list.filter((each) => targetId(each) !== targetId(target)));
  }

  async clear(): Promise<void> {
    await this.change(() => []);
  }
}
