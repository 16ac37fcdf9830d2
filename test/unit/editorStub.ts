/** A stand-in for the editor, of which a test can take parts away, and the built extension running in it. */
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { builds } from '../../esbuild.js';

type Listener = (...given: unknown[]) => unknown;

/** The bundles of the package by file name, built as for production. */
export async function builtBundles(): Promise<ReadonlyMap<string, string>> {
  const [host] = builds;
  const { outputFiles = [] } = await esbuild.build({
    ...host,
    minify: true,
    sourcemap: false,
    write: false,
    logLevel: 'silent',
  });
  return new Map(outputFiles.map(({ path: file, text }) => [path.basename(file), text]));
}

/** Loads bundles with `vscode` as their editor; gives the exports of `extension.cjs`, and tells which were loaded. */
export function loadExtension(bundles: ReadonlyMap<string, string>, vscode: unknown) {
  const node = createRequire(import.meta.url);
  const modules = new Map<string, { exports: Record<string, unknown> }>();
  const load = (request: string): unknown => {
    if (request === 'vscode') return vscode;
    const name = request.replace('./', '');
    const text = bundles.get(name);
    if (text === undefined) return node(request);
    const module = modules.get(name) ?? { exports: {} };
    if (modules.has(name)) return module.exports;
    modules.set(name, module);
    new Function('require', 'module', 'exports', text)(load, module, module.exports);
    return module.exports;
  };
  const { activate } = load('./extension.cjs') as { activate: (context: unknown) => unknown };
  return { activate, loaded: () => [...modules.keys()] };
}

class EventEmitter {
  readonly #listeners = new Set<Listener>();
  readonly event = (listener: Listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: unknown): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

/** An editor with what the extension uses of it until a command has run; `lines` is its output. */
export function editorStub() {
  const lines: string[] = [];
  const commands = new Map<string, Listener>();
  const disposable = { dispose: () => {} };
  const register = () => disposable;
  const write = (line: unknown) => void lines.push(String(line));
  const output = { info: write, warn: write, error: write, show: () => write('shown'), dispose: () => {} };
  const vscode = {
    EventEmitter,
    Disposable: class {
      readonly dispose = () => {};
    },
    ExtensionMode: { Production: 1, Test: 3 },
    StatusBarAlignment: { Left: 1 },
    TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
    ThemeColor: class {},
    ThemeIcon: class {},
    TabInputText: class {},
    TabInputTextDiff: class {},
    Uri: { joinPath: (...parts: unknown[]) => ({ fsPath: parts.join('/') }) },
    window: {
      state: { focused: true },
      tabGroups: { all: [], close: async () => true },
      createOutputChannel: () => output,
      createTreeView: () => ({
        ...disposable,
        selection: [],
        visible: false,
        onDidExpandElement: register,
        onDidCollapseElement: register,
      }),
      createStatusBarItem: () => ({ ...disposable, hide() {}, show() {} }),
      registerUriHandler: register,
      registerWebviewPanelSerializer: register,
      onDidChangeWindowState: register,
      onDidChangeActiveTextEditor: register,
    },
    workspace: {
      registerTextDocumentContentProvider: register,
      onDidChangeConfiguration: register,
      getConfiguration: () => ({ get: (_: string, standing: unknown) => standing }),
    },
    languages: {},
    env: { uriScheme: 'vscode', language: 'en' },
    l10n: { bundle: undefined },
    commands: {
      registerCommand: (id: string, handler: Listener) => {
        if (commands.has(id)) throw new Error(`command '${id}' already exists`);
        commands.set(id, handler);
        return { dispose: () => commands.delete(id) };
      },
      executeCommand: async (id: string, ...given: unknown[]) => commands.get(id)?.(...given),
    },
    lm: { registerTool: register },
  };
  return { vscode, lines, commands };
}
