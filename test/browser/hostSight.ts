/**
 * Inspects a window of the editor: its visible content, as determined by `page/inSight.js`, and all text that it
 * contains.
 */
import { readFile } from 'node:fs/promises';
import { until } from '../until.ts';
import type { EditorWindow } from './hostWindow.ts';

/** The visible content of a window. */
export interface Seen {
  readonly prompt?: {
    readonly says: string;
    readonly value: string;
    readonly rows: readonly string[];
    readonly isBusy: boolean;
  };
  readonly dialog: string;
  /** Messages since `forget`, including closed ones. */
  readonly toasts: readonly string[];
  readonly statuses: readonly string[];
  /** The item of the status bar. */
  readonly attackers: string;
  /** The tabs of editors. */
  readonly tabs: readonly string[];
  readonly active: string;
  /** The texts of panels. */
  readonly pages: readonly string[];
  /** The lines of text editors. */
  readonly lines: readonly string[];
  readonly output: string;
  /** The rows in the views. */
  readonly domains: readonly string[];
  readonly recent: readonly string[];
  readonly clipboard?: string;
  /** The number of requests since `forget`. */
  readonly requests: number;
}

/** A condition to wait for. */
export interface Sight {
  readonly name: string;
  readonly holds: (seen: Seen) => boolean;
}

/** All text in a window, by location. */
export type WindowTexts = Readonly<Record<string, readonly string[]>>;

/** Inspects a single window. */
export class WindowSight {
  readonly #editor: EditorWindow;
  readonly #requested: () => number;
  #before = 0;

  /** @param requested returns the number of requests so far */
  constructor(editor: EditorWindow, requested: () => number) {
    this.#editor = editor;
    this.#requested = requested;
  }

  /** Prepares the page, including after a reload. */
  async install(): Promise<void> {
    await this.#editor.page.evaluate(await readFile(new URL('page/inSight.js', import.meta.url), 'utf8'));
  }

  /** Waits until a sight is visible. */
  async see({ name, holds }: Sight, when: string): Promise<void> {
    await until(`${name} (${when})`, () => this.#seen(), holds);
  }

  async #seen(): Promise<Seen> {
    const seen = (await this.#editor.page.evaluate('inSight.seen()')) as Omit<Seen, 'requests'>;
    return { ...seen, requests: this.#requested() - this.#before };
  }

  /** Returns all text in the window that has not been returned since `install`. */
  async everything(): Promise<WindowTexts> {
    const look = () => this.#editor.page.evaluate<WindowTexts | undefined>('inSight.everything()');
    return (await until('the texts of the window', look)) ?? {};
  }

  /** Returns everything in the databases of the window. */
  databases(): Promise<string> {
    return this.#editor.page.evaluate('inSight.databases()');
  }

  /** Forgets all messages and requests so far, so that only new ones are reported. */
  async forget(): Promise<void> {
    await this.#editor.page.evaluate('inSight.forget()');
    this.#before = this.#requested();
  }
}

export function sight(name: string, holds: (seen: Seen) => boolean): Sight {
  return { name, holds };
}

export function both(one: Sight, other: Sight): Sight {
  return sight(`${one.name}, ${other.name}`, (seen) => one.holds(seen) && other.holds(seen));
}

export function prompt(text: string, row: string): Sight {
  const name = `the prompt “${text}”${row && ` with “${row}”`}`;
  return sight(name, ({ prompt: shown }) =>
    Boolean(shown?.says.includes(text) && (row === '' || shown.rows.some((each) => each.includes(row)))),
  );
}

export const closed = sight('the prompt to be closed', ({ prompt: shown }) => shown === undefined);

export function toast(text: string): Sight {
  return sight(`the message “${text}”`, ({ toasts }) => toasts.some((each) => each.includes(text)));
}

export function status(text: string): Sight {
  return sight(`“${text}” in the status bar`, ({ statuses }) => statuses.some((each) => each.includes(text)));
}

export function clipboard(pattern: RegExp): Sight {
  return sight(`${pattern} on the clipboard`, (seen) => pattern.test(seen.clipboard ?? ''));
}

export function requests(count: number): Sight {
  return sight(`${count} requests`, (seen) => seen.requests >= count);
}

/**
 * Returns a condition on the panel in front: its title and part of its text.
 * @param title the start of its tab's title, or a pattern that matches the title
 */
export function tab(title: string | RegExp, part: string): Sight {
  return sight(`“${title}” on top, with “${part}”`, ({ active, pages }) => {
    const isOnTop = typeof title === 'string' ? active.startsWith(title) : title.test(active);
    return isOnTop && pages.some((page) => page.includes(part));
  });
}

/** Returns a pattern for the tab of a log, which has the domain's name before the log's number. */
export function logTab(idx: number): RegExp {
  return new RegExp(` ${idx}(?!\\d)`);
}

/** Returns a condition on the text editor in front: part of its title, and the number of editors that show text. */
export function text(title: string, count: number): Sight {
  return sight(
    `“${title}” on top, with text in ${count} editors`,
    ({ active, lines }) => active.includes(title) && lines.filter((each) => each !== '').length === count,
  );
}

export function domainRow(pattern: RegExp): Sight {
  return sight(`${pattern} among the domains`, ({ domains }) => domains.some((row) => pattern.test(row)));
}

export function firstDomain(name: string): Sight {
  return sight(`“${name}” above the domains`, ({ domains }) => Boolean(domains[0]?.startsWith(name)));
}

/** Returns a condition on a prompt: its first row must be the given one. */
export function firstRow(text: string): Sight {
  return sight(`“${text}” as the first row`, ({ prompt: shown }) => Boolean(shown?.rows[0]?.includes(text)));
}

export const answered = sight(
  'the prompt to have its answer',
  ({ prompt: shown }) => shown?.isBusy === false,
);
