/** The lists in global state. */
import * as vscode from 'vscode';
import { KnownKeys } from '../redaction/knownKeys.ts';
import { truncate } from '../text/strings.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { type DomainRef, domainId } from './domainRef.ts';
import { type LogTarget, targetId } from './logTarget.ts';
import type { Services } from './services.ts';

/**
 * The last write to global state. The editor reports every write to the extension, including its own writes, and then
 * replaces the state with the reported one. A value set in the meantime would be lost, so values are written one at a
 * time.
 */
let lastWrite: Promise<void> = Promise.resolve();

/** Writes to global state after the writes before it, whether or not they succeeded. */
export function writeInOrder(write: () => PromiseLike<void>): Promise<void> {
  const written = lastWrite.then(write);
  lastWrite = written.catch(() => {});
  return written;
}

/** A list in global state. It is read again before each change; if two windows change it at once, the last one wins. */
export class StoredList<T> {
  readonly #state: vscode.Memento;
  readonly #key: string;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires after a change in this window, or when `reread` finds another window's change. */
  readonly onDidChange = this.#changed.event;
  #seen: string;

  constructor(state: vscode.Memento, key: string) {
    this.#state = state;
    this.#key = key;
    this.#seen = this.#text();
  }

  list(): readonly T[] {
    return this.stored();
  }

  protected stored(): readonly T[] {
    return this.#state.get<readonly T[]>(this.#key, []);
  }

  /** True if nothing was ever stored. */
  get isUnused(): boolean {
    return this.#state.get(this.#key) === undefined;
  }

  change(change: (list: readonly T[]) => readonly T[]): Promise<void> {
    return writeInOrder(async () => {
      await this.#state.update(this.#key, change(this.stored()));
      this.reread();
    });
  }

  /**
   * Notifies listeners if the list has changed. The editor does not report other windows' changes, so this is called when
   * the window gets the focus.
   */
  reread(): void {
    const text = this.#text();
    if (text === this.#seen) return;
    this.#seen = text;
    this.#changed.fire();
  }

  #text(): string {
    return JSON.stringify(this.stored());
  }
}

/** A list of references to data of connections. */
class ConnectionList<T extends { readonly connectionId: string }> extends StoredList<T> {
  async renameConnection(before: string, after: string): Promise<void> {
    await this.change((list) =>
      list.map((each) => (each.connectionId === before ? { ...each, connectionId: after } : each)),
    );
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.change((list) => list.filter((each) => each.connectionId !== connectionId));
  }
}

/**
 * Maximum length, in UTF-16 units, of a stored name. A DNS name has at most 253 characters, but a service can send any
 * text.
 */
const STORED_NAME_LIMIT = 300;

/**
 * The domains that are first in the tree and whose attackers are counted in the status bar, each with the name it had
 * when it was pinned. Stored in global state, in the order they were pinned.
 */
export class PinnedDomains extends ConnectionList<DomainRef> {
  constructor(state: vscode.Memento) {
    super(state, 'pinnedDomains');
  }

  of(connectionId: string): readonly DomainRef[] {
    return this.list().filter((each) => each.connectionId === connectionId);
  }

  has(domain: DomainRef): boolean {
    return this.list().some((each) => domainId(each) === domainId(domain));
  }

  async pin(domain: DomainRef): Promise<void> {
    if (this.has(domain)) return;
    const { connectionId, index, name } = domain;
    const stored = { connectionId, index, name: name && truncate(name, STORED_NAME_LIMIT) };
    await this.change((list) => [...list, stored]);
  }

  async unpin(domain: DomainRef): Promise<void> {
    await this.change((list) => list.filter((each) => domainId(each) !== domainId(domain)));
  }

  /** Pins `domain`, the first one in the list, if no domain has ever been pinned. */
  async pinFirst(domain: DomainRef): Promise<void> {
    if (this.isUnused) await this.pin(domain);
  }
}

/** A log that was opened: its reference, its domain's name, and its row's rule and time; no other content. */
export interface RecentLog extends Omit<LogTarget, 'row'> {
  /** The connection's base URL at that time. At another one, the reference might identify a different log. */
  readonly baseUrl: string;
  readonly domainName?: string | undefined;
  readonly rule?: string | undefined;
  /** As sent, in the service's time zone. */
  readonly time?: string | undefined;
}

/** Maximum number of recent logs. */
const MOST_RECENT = 50;

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
    const stored = (text: string | undefined) =>
      text && isSafe(text) ? truncate(text, STORED_NAME_LIMIT) : undefined;
    const id = targetId({ connectionId, key });
    await this.change((list) => {
      const known = list.find((each) => targetId(each) === id && each.baseUrl === baseUrl);
      const log: RecentLog = {
        connectionId,
        baseUrl,
        key,
        domainName: stored(domainName) ?? known?.domainName,
        rule: stored(row?.rule) ?? known?.rule,
        time: stored(row?.time) ?? known?.time,
      };
      return [log, ...list.filter((each) => targetId(each) !== id)].slice(0, MOST_RECENT);
    });
  }

  async remove(target: LogTarget): Promise<void> {
    await this.change((list) => list.filter((each) => targetId(each) !== targetId(target)));
  }

  async clear(): Promise<void> {
    await this.change(() => []);
  }
}
