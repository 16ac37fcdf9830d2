import type * as vscode from 'vscode';
import { type LogTarget, targetId } from './logTarget.ts';
import { storedName } from './sharedList.ts';
import { ConnectionEntries } from './storedEntries.ts';

/** A log that was opened: its reference, its domain's name, and its row's rule and time; no other content. */
export interface RecentLog extends Omit<LogTarget, 'row'> {
  readonly domainName: string | undefined;
  readonly rule?: string;
  /** As sent, in the service's time zone. */
  readonly time?: string;
}

interface StoredLog extends RecentLog {
  /** Determines the order of the logs: a log with a larger number was opened later. */
  readonly opened: number;
}

const MOST = 50;

/** The recently opened logs, in global state, latest first. */
export class RecentLogs extends ConnectionEntries<StoredLog> {
  readonly #isKept: (connectionId: string) => boolean;

  /**
   * @param isKept returns whether a connection is restored after a reload; logs of other connections are not recorded
   */
  constructor(state: vscode.Memento, isKept: (connectionId: string) => boolean = () => true) {
    super({ state, key: 'recentLogs', idOf: targetId });
    this.#isKept = isKept;
  }

  list(): readonly RecentLog[] {
    return this.#sorted()
      .slice(0, MOST)
      .map(({ opened: _, ...log }) => log);
  }

  /** Returns the most recently opened log of the `known` connections. */
  latest(known: (connectionId: string) => boolean): RecentLog | undefined {
    return this.list().find(({ connectionId }) => known(connectionId));
  }

  /**
   * Removes everything except the references from a connection's stored logs, because the references might identify
   * different logs after the base URL changes.
   */
  async forgetRows(connectionId: string): Promise<void> {
    const logs = this.stored.list().filter((each) => each.connectionId === connectionId);
    await this.forgetConnection(connectionId);
    for (const { rule: _, time: __, ...log } of logs)
      await this.stored.set(targetId(log), { ...log, domainName: undefined });
  }

  /** Adds a log at the front. If there are too many logs, drops the oldest one. */
  async add({ connectionId, key, row }: LogTarget, domainName: string | undefined): Promise<void> {
    if (!this.#isKept(connectionId)) return;
    const { rule, time } = row ?? {};
    const known = { ...(rule && { rule: storedName(rule) }), ...(time && { time: storedName(time) }) };
    const log = { connectionId, key, domainName: storedName(domainName), ...known, opened: this.#next() };
    await this.stored.set(targetId(log), log);
    const over = new Set(this.#sorted().slice(MOST).map(targetId));
    if (over.size > 0) await this.stored.remove((each) => over.has(targetId(each)));
  }

  async remove(target: LogTarget): Promise<void> {
    await this.stored.remove((each) => targetId(each) === targetId(target));
  }

  async clear(): Promise<void> {
    await this.stored.remove(() => true);
  }

  #sorted(): StoredLog[] {
    return [...this.stored.list()].sort((one, other) => other.opened - one.opened);
  }

  #next(): number {
    return Math.max(0, ...this.stored.list().map(({ opened }) => opened)) + 1;
  }
}
