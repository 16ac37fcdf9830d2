/**
 * The part of the editor's API that the extension uses, without an editor. It records the displayed content so that
 * tests can read it, and performs user actions for tests. `window.ts` gives each window a separate copy of this module,
 * and `bundles.ts` gives one to each test of the built extension.
 */
import path from 'node:path';
import type * as api from 'vscode';
import { Disposable, EventEmitter, listeners } from './events.ts';
import { QuickInput, QuickPick } from './quickInput.ts';
import { Uri } from './uri.ts';
import { WebviewPanel } from './webviewPanel.ts';

export { Disposable, EventEmitter, Uri };

type Command = (...args: unknown[]) => unknown;

/** Parts of a namespace of the editor's API, with functions where it has functions. */
type PartOf<Namespace> = {
  readonly [Name in keyof Namespace]?: Namespace[Name] extends (...args: never) => unknown
    ? (...args: never) => unknown
    : unknown;
};

/** A message as displayed. */
export interface Message {
  readonly severity: 'error' | 'warning' | 'information';
  readonly text: string;
  readonly detail: string;
  readonly actions: readonly string[];
}

interface Tree {
  readonly provider: TreeProvider;
  readonly view: TreeViewStub;
}

export interface TreeProvider {
  readonly onDidChangeTreeData?: (listener: (node: unknown) => void) => Disposable;
  getChildren(node?: unknown): Promise<readonly unknown[]>;
  getTreeItem(node: unknown): TreeItem | Promise<TreeItem>;
}

export interface TreeViewStub {
  /** Selects rows as a user would. */
  readonly select: (...rows: unknown[]) => void;
  reveal(row: unknown): Promise<void>;
  selection: readonly unknown[];
  visible: boolean;
}

/** A language model tool. */
export interface Tool {
  invoke(options: { readonly input: unknown }, token: Token): Promise<LanguageModelToolResult>;
  prepareInvocation(options: { readonly input: unknown }): Promise<{
    readonly confirmationMessages: { readonly message: MarkdownString };
  }>;
}

interface Token {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): Disposable;
}

type ConfigurationEvent = EventEmitter<{ affectsConfiguration(section: string): boolean }>;

/** Everything that the window shows, and the actions of the user. */
export const fake = {
  messages: [] as Message[],
  statuses: [] as string[],
  picks: [] as QuickPick[],
  inputs: [] as QuickInput[],
  panels: [] as WebviewPanel[],
  progress: [] as { readonly title: string; readonly cancel: () => void; message: string }[],
  trees: new Map<string, Tree>(),
  tools: new Map<string, Tool>(),
  commands: new Map<string, Command>(),
  providers: new Map<string, { provideTextDocumentContent(uri: Uri, token: Token): Promise<string> }>(),
  lines: [] as string[],
  clipboard: '',
  /** The addresses that were opened externally. */
  opened: [] as string[],
  /** Values of settings, by full name. */
  settings: {} as Record<string, unknown>,
  /** The events of all windows with these settings. */
  configurations: undefined as ReadonlySet<ConfigurationEvent> | undefined,
  /** The button that the user presses on any message that has it, at once or later. */
  takes: undefined as string | Promise<string> | undefined,
  /** The file that the user saves to. */
  saveTo: undefined as string | undefined,
  /** The open folders. */
  folders: undefined as readonly object[] | undefined,
  /** The file names that were suggested. */
  offered: [] as string[],
  /** The number of listeners of all events. */
  get listeners(): number {
    return listeners.size;
  },
  windowState: new EventEmitter<{ focused: boolean }>(),
  /** Gives the focus to the window or removes it. */
  focus(focused: boolean): void {
    window.state.focused = focused;
    fake.windowState.fire({ focused });
  },
  configuration: new EventEmitter() as ConfigurationEvent,
  /** A token that a test can cancel. */
  token(): Token & { cancel(): void; dispose(): void } {
    const event = new EventEmitter<void>();
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: event.event,
      cancel() {
        token.isCancellationRequested = true;
        event.fire();
      },
      dispose: () => event.dispose(),
    };
    return token;
  },
};

const never: (listener: never) => Disposable = () => new Disposable(() => {});

export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeColor extends ThemeIcon {}

export class TreeItem {
  label: string;
  collapsibleState: number;
  id?: string;
  description?: string;
  tooltip?: string;
  contextValue?: string;
  accessibilityInformation?: { readonly label: string };
  constructor(label: string, collapsibleState = 0) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class MarkdownString {
  value: string;
  constructor(value = '') {
    this.value = value;
  }
  /** Does not escape anything, because the extension passes only its own sentences. */
  appendText(text: string): this {
    return this.appendMarkdown(text);
  }
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}

export class LanguageModelTextPart {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelToolResult {
  readonly content: readonly LanguageModelTextPart[];
  constructor(content: readonly LanguageModelTextPart[]) {
    this.content = content;
  }
}

export class TabInputText {}
export class TabInputTextDiff {}
export class FileSystemError extends Error {}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 } satisfies Partial<
  typeof api.TreeItemCollapsibleState
>;
export const QuickPickItemKind = { Separator: -1, Default: 0 } satisfies Partial<
  typeof api.QuickPickItemKind
>;
export const QuickInputButtons = { Back: { iconPath: new ThemeIcon('arrow-left') } };
export const ViewColumn = { Active: -1, Beside: -2 } satisfies Partial<typeof api.ViewColumn>;
export const StatusBarAlignment = { Left: 1, Right: 2 } satisfies Partial<typeof api.StatusBarAlignment>;
export const ProgressLocation = { Notification: 15, Window: 10 } satisfies Partial<
  typeof api.ProgressLocation
>;
export const ExtensionMode = { Production: 1, Development: 2, Test: 3 } satisfies Partial<
  typeof api.ExtensionMode
>;
export const ConfigurationTarget = { Global: 1, Workspace: 2 } satisfies Partial<
  typeof api.ConfigurationTarget
>;
export const UIKind = { Desktop: 1, Web: 2 } satisfies Partial<typeof api.UIKind>;
export const OverviewRulerLane = { Right: 4 } satisfies Partial<typeof api.OverviewRulerLane>;
export const FileType = { Unknown: 0, File: 1, Directory: 2 } satisfies Partial<typeof api.FileType>;

async function message(
  severity: Message['severity'],
  text: string,
  rest: readonly (string | { readonly detail?: string })[],
): Promise<string | undefined> {
  const actions = rest.filter((each) => typeof each === 'string');
  const options = rest.find((each) => typeof each === 'object');
  fake.messages.push({ severity, text, detail: options?.detail ?? '', actions });
  const taken = await fake.takes;
  return actions.find((action) => action === taken);
}

type Rest = (string | { readonly detail?: string })[];

export const window = {
  state: { focused: true },
  activeTextEditor: undefined,
  activeTerminal: {},
  visibleTextEditors: [],
  tabGroups: {
    all: [],
    activeTabGroup: { activeTab: undefined },
    close: async () => true,
    onDidChangeTabs: () => ({ dispose() {} }),
  },
  showErrorMessage: (text: string, ...rest: Rest) => message('error', text, rest),
  showWarningMessage: (text: string, ...rest: Rest) => message('warning', text, rest),
  showInformationMessage: (text: string, ...rest: Rest) => message('information', text, rest),
  setStatusBarMessage(text: string): Disposable {
    fake.statuses.push(text);
    return new Disposable(() => {});
  },
  createQuickPick(): QuickPick {
    const pick = new QuickPick();
    fake.picks.push(pick);
    return pick;
  },
  createInputBox(): QuickInput {
    const input = new QuickInput();
    fake.inputs.push(input);
    return input;
  },
  showQuickPick(items: QuickPick['items'], options: { readonly title?: string } = {}): Promise<unknown> {
    const pick = Object.assign(window.createQuickPick(), options, { items });
    return new Promise((resolve) => {
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0]);
        pick.hide();
      });
      pick.onDidHide(() => {
        resolve(undefined);
        pick.dispose();
      });
      pick.show();
      void Promise.resolve(fake.takes).then((taken) => pick.take(({ label }) => label === taken));
    });
  },
  async showInputBox(): Promise<string | undefined> {
    return undefined;
  },
  async showSaveDialog({ defaultUri }: { readonly defaultUri: Uri }): Promise<Uri | undefined> {
    fake.offered.push(path.basename(defaultUri.path));
    return fake.saveTo === undefined ? undefined : Uri.file(fake.saveTo);
  },
  async withProgress<T>(
    { title = '' }: { readonly title?: string },
    work: (progress: { report(value: { message?: string }): void }, token: Token) => Promise<T>,
  ): Promise<T> {
    const token = fake.token();
    const shown = { title, cancel: token.cancel, message: '' };
    fake.progress.push(shown);
    try {
      return await work({ report: ({ message = '' }) => Object.assign(shown, { message }) }, token);
    } finally {
      fake.progress.splice(fake.progress.indexOf(shown), 1);
      token.dispose();
    }
  },
  createTreeView(id: string, { treeDataProvider }: { readonly treeDataProvider: TreeProvider }) {
    const selected = new EventEmitter<{ readonly selection: unknown[] }>();
    const view = {
      selection: [] as unknown[],
      visible: true,
      onDidChangeSelection: selected.event,
      select(...selection: unknown[]) {
        view.selection = selection;
        selected.fire({ selection });
      },
      reveal: async (element: unknown) => view.select(element),
      dispose: () => void fake.trees.delete(id),
    };
    fake.trees.set(id, { provider: treeDataProvider, view });
    const drawn = treeDataProvider.onDidChangeTreeData?.(() => {});
    return Object.assign(view, {
      dispose() {
        drawn?.dispose();
        fake.trees.delete(id);
      },
    });
  },
  createStatusBarItem: () => ({ show() {}, hide() {}, dispose() {} }),
  createOutputChannel() {
    const write = (line: string) => void fake.lines.push(line);
    return { info: write, warn: write, error: write, show: () => write('shown'), dispose: () => {} };
  },
  createWebviewPanel(viewType: string, title: string, column?: unknown, options?: object): WebviewPanel {
    const { preserveFocus }: { preserveFocus?: boolean } = Object(column);
    const panel = new WebviewPanel(viewType, title, preserveFocus, options);
    fake.panels.push(panel);
    return panel;
  },
  createTextEditorDecorationType: () => ({ dispose: () => {} }),
  registerUriHandler: () => new Disposable(() => {}),
  registerWebviewPanelSerializer: () => new Disposable(() => {}),
  onDidChangeWindowState: fake.windowState.event,
  onDidChangeVisibleTextEditors: never,
} satisfies PartOf<typeof api.window>;

export const workspace = {
  get workspaceFolders() {
    return fake.folders;
  },
  fs: { stat: async () => undefined, delete: async () => {} },
  getConfiguration(section?: string) {
    const name = (key: string) => (section ? `${section}.${key}` : key);
    return {
      get: (key: string, fallback?: unknown) => fake.settings[name(key)] ?? fallback,
      inspect: (key: string) => ({ globalValue: fake.settings[name(key)] }),
      async update(key: string, value: unknown) {
        fake.settings[name(key)] = value;
        for (const event of fake.configurations ?? [fake.configuration])
          event.fire({ affectsConfiguration: (each) => name(key).startsWith(each) });
      },
    };
  },
  onDidChangeConfiguration: fake.configuration.event,
  onDidOpenTextDocument: never,
  onDidCloseTextDocument: never,
  registerTextDocumentContentProvider(
    scheme: string,
    provider: { provideTextDocumentContent(uri: Uri, token: Token): Promise<string> },
  ) {
    fake.providers.set(scheme, provider);
    return new Disposable(() => void fake.providers.delete(scheme));
  },
} satisfies PartOf<typeof api.workspace>;

export const commands = {
  registerCommand(id: string, command: Command): Disposable {
    if (fake.commands.has(id)) throw new Error(`The command ${id} is registered already.`);
    fake.commands.set(id, command);
    return new Disposable(() => void fake.commands.delete(id));
  },
  /** The editor's own commands do nothing. */
  async executeCommand(id: string, ...args: unknown[]): Promise<unknown> {
    return fake.commands.get(id)?.(...args);
  },
} satisfies PartOf<typeof api.commands>;

/** Translations into the editor's language; there are none for English. */
export const l10n = { bundle: undefined as Readonly<Record<string, string>> | undefined } satisfies PartOf<
  typeof api.l10n
>;

export const env = {
  uriScheme: 'vscode',
  language: 'en',
  uiKind: UIKind.Desktop,
  shell: '/bin/bash',
  clipboard: {
    readText: async () => fake.clipboard,
    writeText: async (text: string) => {
      fake.clipboard = text;
    },
  },
  async openExternal(address: unknown): Promise<boolean> {
    fake.opened.push(String(address));
    return true;
  },
} satisfies PartOf<typeof api.env>;

export const lm = {
  registerTool(id: string, tool: Tool): Disposable {
    fake.tools.set(id, tool);
    return new Disposable(() => void fake.tools.delete(id));
  },
} satisfies PartOf<typeof api.lm>;

const registered = () => new Disposable(() => {});

export const languages = {
  setTextDocumentLanguage: async () => {},
  registerDocumentLinkProvider: registered,
} satisfies PartOf<typeof api.languages>;
