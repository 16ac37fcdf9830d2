/**
 * Windows without an editor. Each contains the whole extension with its own modules, as an extension host does, with
 * `vscode.ts` in place of the editor. Windows can share stored state and keys, as windows of one profile do.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as modules from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import manifest from '../../package.json' with { type: 'json' };
import type { activate } from '../../src/extension.ts';
import type { Limits } from '../../src/service/limits.ts';
import type { Language } from '../../src/text/l10n.ts';
import { Secrets } from './secrets.ts';
import type * as Editor from './vscode.ts';

type Parts = NonNullable<Awaited<ReturnType<typeof activate>>>;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const source = new URL('../../src/', import.meta.url);
const here = new URL('./', import.meta.url);

interface Resolved {
  readonly url: string;
}
type Resolve = (specifier: string, context: { readonly parentURL?: string }) => Resolved;

// Node 24 supports this, but the types are those of the oldest editor's Node.
const { registerHooks } = modules as unknown as {
  registerHooks(hooks: {
    resolve(specifier: string, context: { readonly parentURL?: string }, next: Resolve): Resolved;
  }): void;
};

registerHooks({
  resolve(specifier, context, nextResolve) {
    const [window] = /\?window=\d+$/.exec(context.parentURL ?? '') ?? [];
    if (window === undefined) return nextResolve(specifier, context);
    if (specifier === 'vscode') return nextResolve(new URL(`vscode.ts${window}`, here).href, context);
    const found = nextResolve(specifier, context);
    const isOurs = [source, here].some(({ href }) => found.url.startsWith(href));
    return isOurs && !found.url.includes('?') ? { ...found, url: `${found.url}${window}` } : found;
  },
});

const extension = mkdtempSync(path.join(tmpdir(), 'partner-logs-fake-'));
process.once('exit', () => rmSync(extension, { recursive: true, force: true }));
mkdirSync(path.join(extension, 'dist', 'webview'), { recursive: true });
writeFileSync(path.join(extension, 'dist', 'webview', 'panel.css'), '');
for (const panel of ['counts', 'detection', 'report', 'table'])
  for (const kind of ['js', 'css'])
    writeFileSync(path.join(extension, 'dist', 'webview', `${panel}Panel.${kind}`), '');
const worker = JSON.stringify(new URL('worker.ts', source).href);
writeFileSync(path.join(extension, 'dist', 'worker.cjs'), `import(${worker});`);

/** The state shared by the windows of one profile. */
export interface Profile {
  /** Returns the stored state for another window. */
  readonly open: () => vscode.Memento;
  readonly secrets: Secrets;
  /** Values of settings, by full name. */
  readonly settings: Record<string, unknown>;
  /** The configuration events of the open windows. */
  readonly configurations: Set<(typeof Editor.fake)['configuration']>;
}

/** Returns a profile in which changes are immediately visible in every window. */
export function plainProfile(): Profile {
  const values = new Map<string, string>();
  const state: vscode.Memento = {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => {
      const text = values.get(key);
      return (text === undefined ? fallback : JSON.parse(text)) as T;
    },
    update: async (key: string, value: unknown) => {
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.stringify(value));
    },
  };
  return { open: () => state, secrets: new Secrets(), settings: {}, configurations: new Set() };
}

/** A window, from opening to closing. */
export class FakeWindow {
  readonly fake: typeof Editor.fake;
  readonly parts: Parts;
  /** The limits of this window's requests, which a test can change. */
  readonly limits: Writable<Limits>;
  /** Loads a module from `src` for this window. */
  readonly load: <Module>(file: string) => Promise<Module>;
  readonly #subscriptions: { dispose(): unknown }[];
  /** The limits before a test changed them. */
  readonly #usual: Limits;

  private constructor(
    fake: typeof Editor.fake,
    parts: Parts,
    limits: Limits,
    load: FakeWindow['load'],
    subscriptions: { dispose(): unknown }[],
  ) {
    this.load = load;
    this.fake = fake;
    this.parts = parts;
    this.limits = limits;
    this.#usual = { ...limits };
    this.#subscriptions = subscriptions;
  }

  /**
   * Activates the extension. Windows that are open at the same time must have different numbers.
   * @param language the editor's language; defaults to English
   */
  static async open(profile: Profile, number = 1, language?: Language): Promise<FakeWindow> {
    const load = (file: string, folder: URL) => import(new URL(`${file}?window=${number}`, folder).href);
    const { fake, Uri, l10n, env }: typeof Editor = await load('vscode.ts', here);
    Object.assign(l10n, { bundle: language?.texts });
    env.language = language?.tag ?? 'en';
    const { defaultLimits }: typeof import('../../src/service/limits.ts') = await load(
      'service/limits.ts',
      source,
    );
    const module: typeof import('../../src/extension.ts') = await load('extension.ts', source);
    const subscriptions: { dispose(): unknown }[] = [];
    const { settings, configurations } = profile;
    configurations.add(fake.configuration);
    subscriptions.push({ dispose: () => configurations.delete(fake.configuration) });
    Object.assign(fake, { settings, configurations });
    const context = {
      subscriptions,
      extensionUri: Uri.file(extension),
      globalStorageUri: Uri.file(path.join(extension, 'storage')),
      globalState: profile.open(),
      workspaceState: plainProfile().open(),
      secrets: profile.secrets.open(),
      extension: { packageJSON: manifest },
      extensionMode: 3,
    };
    const parts = await module.activate(context as unknown as vscode.ExtensionContext);
    if (!parts) throw new Error('The extension gave no parts.');
    return new FakeWindow(fake, parts, defaultLimits, (file) => load(file, source), subscriptions);
  }

  /** Adds a connection with the ID `c`. */
  async connect(baseUrl: string, key: string): Promise<void> {
    const connection = { id: 'c', name: 'c', baseUrl };
    await this.parts.keys.store(connection, key);
    await this.parts.connections.save(connection);
  }

  /** Sets the differences of the connection with an ID. */
  async differ(id: string, differences: unknown): Promise<void> {
    const { connections } = this.parts;
    const connection = connections.get(id);
    if (connection) await connections.change(connection, { ...connection, differences });
  }

  /** Runs a command as a user would. */
  async run(id: string, ...args: readonly unknown[]): Promise<unknown> {
    const command = this.fake.commands.get(id);
    if (!command) throw new Error(`There is no command ${id}.`);
    return command(...args);
  }

  /** Closes the window, and clears everything that was recorded or set, because the next test file uses the same copy. */
  close(): void {
    Object.assign(this.limits, this.#usual);
    const { picks, inputs, panels, messages, statuses, trees, lines, opened, offered } = this.fake;
    for (const input of [...picks, ...inputs]) input.hide();
    for (const panel of [...panels]) panel.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const list of [picks, inputs, panels, messages, statuses, lines, opened, offered]) list.splice(0);
    trees.clear();
    Object.assign(this.fake, { settings: {}, takes: undefined, saveTo: undefined, clipboard: '' });
  }
}
