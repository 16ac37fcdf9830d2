import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { truncate } from '../text/strings.ts';
import {
  type Entry,
  fieldsSet,
  isThere,
  joinedEntries,
  latestStamp,
  mayHaveForgotten,
  valueIn,
} from './entries.ts';

export interface SharedListOptions<T> {
  readonly state: vscode.Memento;
  /** The key of the list in `state`. */
  readonly key: string;
  /** Returns a value's ID. Values that represent the same entry have equal IDs. */
  readonly idOf: (value: T) => string;
  /** Called when the list has changed in this window or when `reread` detects a change from another one. */
  readonly onChange: () => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Runs a task later; calling the returned function cancels it. */
  readonly after?: (milliseconds: number, task: () => void) => () => void;
}

/**
 * Milliseconds after which a window checks that its known entries still exist. A window writes its entire copy of
 * global state and receives the other windows' copies a moment later, so one of two simultaneous writes is lost. A
 * window that was opened with an old copy can even overwrite entries that have been known for a long time.
 */
const CHECKS = [300, 1_500, 6_000];

/**
 * Milliseconds after which a window rewrites the changes it received from another one. The editor might store an old
 * copy of this window's state after sending it a newer one. The other window's change then exists only in this window's
 * memory, and windows opened later don't have it. No event reports this.
 */
const ECHO = 6_000;

/** A list in global state that several windows can change at once without losing each other's changes. */
export class SharedList<T extends object> implements vscode.Disposable {
  readonly #options: SharedListOptions<T>;
  readonly #after: (milliseconds: number, task: () => void) => () => void;
  /** The recent changes of this window, which might still be overwritten. */
  #own: readonly Entry[] = [];
  /** The entries that this window has read or changed, which a window with an old copy might have overwritten. */
  #known: readonly Entry[] = [];
  #list: { readonly stored: unknown; readonly known: unknown; readonly values: readonly T[] } | undefined;
  #seen: readonly T[];
  #cancelCheck: (() => void) | undefined;
  #cancelEcho: (() => void) | undefined;

  constructor(options: SharedListOptions<T>) {
    this.#options = options;
    this.#after = options.after ?? later;
    this.#seen = this.list();
  }

  /**
   * Returns the values in the order they were added. Until something changes, returns the same array and value objects.
   */
  list(): readonly T[] {
    const stored = this.#stored();
    const before = this.#list;
    if (before && before.stored === stored && before.known === this.#known) return before.values;
    const entries = this.#entries();
    if (before && !isDeepStrictEqual(entries, joinedEntries(this.#known))) this.#echo();
    this.#known = entries;
    if (!this.#cancelCheck && !this.#isStored(entries)) this.#check(CHECKS);
    const values = entries.filter(isThere).map((entry) => {
      const value = valueIn(entry) as T;
      return before?.values.find((known) => isDeepStrictEqual(known, value)) ?? value;
    });
    const isSame =
      before?.values.length === values.length && values.every((value, at) => value === before.values[at]);
    this.#list = { stored, known: entries, values: isSame ? before.values : values };
    return this.#list.values;
  }

  get(id: string): T | undefined {
    return this.list().find((value) => this.#options.idOf(value) === id);
  }

  /** True if the list has never had an entry. */
  get isUnused(): boolean {
    return this.#entries().length === 0;
  }

  /**
   * Sets fields of an entry, adding the entry if it does not exist. Other fields, including those set in other windows
   * in the meantime, are kept.
   */
  async set(id: string, fields: Partial<T>): Promise<void> {
    const entries = this.#entries();
    const at = this.#stamp(entries);
    const known = entries.find((entry) => entry.id === id);
    const entry = known && isThere(known) ? known : { id, since: at, fields: {} };
    await this.#change([{ ...entry, fields: { ...entry.fields, ...fieldsSet(fields, at) } }]);
  }

  async remove(isGone: (value: T) => boolean): Promise<void> {
    const entries = this.#entries();
    const removed = this.#stamp(entries);
    const gone = entries.filter((entry) => isThere(entry) && isGone(valueIn(entry) as T));
    if (gone.length > 0)
      await this.#change(gone.map(({ id, since }) => ({ id, since, removed, fields: {} })));
  }

  /** Notifies listeners if another window has changed the list, because the editor does not report such changes. */
  reread(): void {
    const now = this.list();
    if (now === this.#seen || isDeepStrictEqual(now, this.#seen)) return;
    this.#seen = now;
    this.#options.onChange();
  }

  dispose(): void {
    this.#cancelCheck?.();
    this.#cancelEcho?.();
  }

  async #change(entries: readonly Entry[]): Promise<void> {
    this.#own = joinedEntries(this.#own, entries);
    this.#known = joinedEntries(this.#known, entries);
    this.#check(CHECKS);
    await this.#write();
    this.reread();
  }

  /** Rewrites changes that another window has overwritten, until they are likely to persist. */
  #check([next, ...others]: readonly number[]): void {
    this.#cancelCheck?.();
    this.#cancelCheck = undefined;
    if (next === undefined) {
      this.#own = [];
      return;
    }
    this.#cancelCheck = this.#after(next, () => {
      if (this.#isStored(this.#entries())) this.#check(others);
      else {
        this.#check(CHECKS);
        this.#write().catch(() => {});
      }
      this.reread();
    });
  }

  /** Rewrites another window's changes later. The editor ignores writes that change nothing. */
  #echo(): void {
    this.#cancelEcho?.();
    this.#cancelEcho = this.#after(ECHO, () => {
      this.#cancelEcho = undefined;
      this.#write({ echo: `${this.#now()} ${Math.random()}` }).catch(() => {});
    });
  }

  async #write(more: { readonly echo?: string } = {}): Promise<void> {
    await this.#options.state.update(this.#options.key, { entries: this.#entries(), ...more });
  }

  #entries(): Entry[] {
    const parsed = this.#parsed();
    return joinedEntries(parsed, mayHaveForgotten(parsed) ? this.#own : this.#known);
  }

  #isStored(entries: readonly Entry[]): boolean {
    return isDeepStrictEqual(entries, joinedEntries(this.#parsed()));
  }

  #stored(): unknown {
    return this.#options.state.get(this.#options.key);
  }

  #parsed(): readonly Entry[] {
    const stored = this.#stored() as { readonly entries: readonly Entry[] } | undefined;
    return stored?.entries ?? [];
  }

  /** Returns a stamp that is later than any change this window has seen. */
  #stamp(entries: readonly Entry[]): number {
    return Math.max(this.#now(), ...entries.map((entry) => latestStamp(entry) + 1));
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

function later(milliseconds: number, task: () => void): () => void {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
}

/**
 * Maximum length, in UTF-16 units, of a stored name. A DNS name has at most 253 characters, but a service can send any
 * text.
 */
const STORED_NAME_LIMIT = 300;

/**
 * Returns a name sent by a service in the form stored in the editor's state: a long name is truncated and followed by
 * `…`.
 */
export function storedName(name: string): string;
export function storedName(name: string | undefined): string | undefined;
export function storedName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : truncate(name, STORED_NAME_LIMIT);
}

/**
 * A memento that writes values one at a time. The editor reports every write to the extension, including its own
 * writes, and then replaces the state with the reported one. A value set in the meantime would be lost, both in memory
 * and on disk.
 */
export class OrderedMemento implements vscode.Memento {
  readonly #state: vscode.Memento;
  /** The values that have not been written yet, by key. */
  readonly #pending = new Map<string, { readonly value: unknown }>();
  #written: Promise<void> = Promise.resolve();

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  keys(): readonly string[] {
    return [...new Set([...this.#state.keys(), ...this.#pending.keys()])];
  }

  get<T>(key: string): T | undefined;
  get<T>(key: string, defaultValue: T): T;
  get<T>(key: string, defaultValue?: T): T | undefined {
    const pending = this.#pending.get(key);
    if (pending === undefined) return this.#state.get<T | undefined>(key, defaultValue);
    return pending.value === undefined ? defaultValue : (pending.value as T);
  }

  /** Resolves when the value is written; `get` returns it immediately. */
  update(key: string, value: unknown): Promise<void> {
    const pending = { value };
    this.#pending.set(key, pending);
    const written = this.#written.then(async () => {
      try {
        await this.#state.update(key, value);
      } finally {
        if (this.#pending.get(key) === pending) this.#pending.delete(key);
      }
    });
    this.#written = written.catch(() => {});
    return written;
  }
}
