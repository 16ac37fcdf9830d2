import * as vscode from 'vscode';
import { type LogTarget, targetId } from './logTarget.ts';

/** A log that was opened: its reference and its domain's name, nothing of what is in it. */
export interface RecentLog extends Omit<LogTarget, 'row'> {
  readonly domainName: string | undefined;
  readonly pinned?: boolean;
}

const STATE_KEY = 'recentLogs';
const MOST = 50;

/** The last opened logs, latest first, pinned ones before the others; in global state. */
export class RecentLogs implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  list(): readonly RecentLog[] {
    return this.#state.get<readonly RecentLog[]>(STATE_KEY, []);
  }

  /** The log that was opened last, a pinned one only if there is no other, of the connections that are `known`. */
  latest(known: (connectionId: string) => boolean): RecentLog | undefined {
    const logs = this.list().filter(({ connectionId }) => known(connectionId));
    return logs.find(({ pinned }) => !pinned) ?? logs[0];
  }

  async forgetConnection(connectionId: string): Promise<void> {
    await this.#write(this.list().filter((each) => each.connectionId !== connectionId));
  }

  /** Puts a log in front; the oldest that is not pinned gives way. */
  async add({ connectionId, key }: LogTarget, domainName: string | undefined): Promise<void> {
    const known = this.#find({ connectionId, key });
    const entry = { ...known, connectionId, key, domainName: domainName ?? known?.domainName };
    await this.#write([entry, ...this.#without(entry)]);
  }

  async setPinned(target: LogTarget, pinned: boolean): Promise<void> {
    const known = this.#find(target);
    if (known) await this.#write([{ ...known, pinned }, ...this.#without(known)]);
  }

  async remove(target: LogTarget): Promise<void> {
    await this.#write(this.#without(target));
  }

  async clear(): Promise<void> {
    await this.#write(this.list().filter(({ pinned }) => pinned));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #find(target: LogTarget): RecentLog | undefined {
    return this.list().find((each) => targetId(each) === targetId(target));
  }

  #without(target: LogTarget): RecentLog[] {
    return this.list().filter((each) => targetId(each) !== targetId(target));
  }

  async #write(list: readonly RecentLog[]): Promise<void> {
    const pinned = list.filter((each) => each.pinned);
    const others = list.filter((each) => !each.pinned);
    await this.#state.update(STATE_KEY, [...pinned, ...others].slice(0, MOST));
    this.#changed.fire();
  }
}
