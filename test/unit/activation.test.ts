import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { activationLimit } from '../../scripts/package.mjs';
import { builtBundles, freshEditor, loadExtension } from '../fakeEditor/bundles.ts';
import { Uri } from '../fakeEditor/uri.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const TEST_MODE = 3;

type Editor = Awaited<ReturnType<typeof freshEditor>>['vscode'];
type Context = ReturnType<typeof contextStub>;
interface Case {
  readonly editor?: (vscode: Editor) => object;
  readonly context?: (context: Context) => object;
  /** Patterns for the output lines that report missing features, in order. */
  readonly lines?: readonly RegExp[];
}

const refuse = () => {
  throw new Error('unreachable');
};
const tools = Array.from({ length: 3 }, () => /language-model tool partnerLogs_/);
const panels = ['detection', 'counts', 'report', 'table'].map(
  (name) => new RegExp(`restored panels partnerLogs.${name}`),
);

const cases: Readonly<Record<string, Case>> = {
  'has all': {},
  'has no vscode.lm': { editor: (vscode) => ({ ...vscode, lm: undefined }), lines: tools },
  'throws at vscode.lm': {
    editor: (vscode) => Object.defineProperty({ ...vscode }, 'lm', { get: refuse }),
    lines: tools,
  },
  'throws at panel serializers': {
    editor: (vscode) => withWindow(vscode, { registerWebviewPanelSerializer: refuse }),
    lines: panels,
  },
  'has no links': {
    editor: (vscode) => withWindow(vscode, { registerUriHandler: undefined }),
    lines: [/links/],
  },
  'has no tabs': {
    editor: (vscode) => withWindow(vscode, { tabGroups: undefined }),
    lines: [/Restored tabs/],
  },
  'has given a command to another extension': {
    editor: (vscode) => {
      vscode.commands.registerCommand('partnerLogs.copyValue', () => {});
      return vscode;
    },
    lines: [/command partnerLogs\.copyValue/],
  },
  'rejects writing state': {
    context: (context) => ({
      ...context,
      globalState: { ...context.globalState, update: async () => refuse() },
    }),
  },
  'throws at the keyring': {
    context: (context) => ({
      ...context,
      secrets: { get: refuse, store: refuse, delete: refuse, onDidChange: refuse },
    }),
    lines: [/keys/],
  },
  'has no keyring': { context: (context) => ({ ...context, secrets: undefined }), lines: [/keys/] },
  'knows no contributions of the manifest': {
    context: (context) => ({ ...context, extension: { packageJSON: { version: '1.0.0' } } }),
  },
};

/** What the activations of a test created. */
const subscriptions: { dispose(): void }[] = [];

describe('activate', () => {
  let bundles: ReadonlyMap<string, string>;

  afterEach(() => {
    for (const each of subscriptions.splice(0)) each.dispose();
  });

  before(async () => {
    bundles = await builtBundles();
  });

  for (const [what, { editor, context, lines = [] }] of Object.entries(cases)) {
    it(`succeeds in an editor that ${what}`, async () => {
      const { vscode, fake } = await freshEditor();
      const { activate } = loadExtension(bundles, editor?.(vscode) ?? vscode);
      const standing = contextStub();
      const given = context?.(standing) ?? standing;
      const parts = (await activate(given)) as { keys: { get(connection: object): Promise<unknown> } };
      assert.equal(fake.lines.length, lines.length, fake.lines.join('\n'));
      for (const [index, line] of lines.entries()) assert.match(fake.lines[index] ?? '', line);
      const { contributes } = (given as Context).extension.packageJSON;
      for (const { command } of contributes?.commands ?? []) assert.ok(fake.commands.has(command), command);
      const connection = { id: 'one', name: 'one', baseUrl: 'https://api.example.com' };
      if (what.endsWith('keyring'))
        await assert.rejects(parts.keys.get(connection), { code: 'key-unreadable' });
      else assert.equal(await parts.keys.get(connection), undefined);
      if (contributes) {
        await vscode.commands.executeCommand('partnerLogs.showOutput');
        assert.equal(fake.lines.at(-1), 'shown');
      }
    });
  }

  it('loads the parts again for a command after a load that failed', async () => {
    const { vscode, fake } = await freshEditor();
    const { activate } = loadExtension(bundles, vscode, new Set(['main.cjs']));
    activate({ ...contextStub(), extensionMode: 1 });
    await assert.rejects(vscode.commands.executeCommand('partnerLogs.showOutput'), { code: 'EMFILE' });
    await vscode.commands.executeCommand('partnerLogs.showOutput');
    assert.equal(fake.lines.at(-1), 'shown');
  });

  it('loads one bundle, of at most 32 KB', async () => {
    const { activate, loaded } = loadExtension(bundles, (await freshEditor()).vscode);
    activate({ ...contextStub(), extensionMode: 1 });
    assert.deepEqual(loaded(), ['extension.cjs']);
    assert.ok(Buffer.byteLength(bundles.get('extension.cjs') ?? '') <= activationLimit);
  });

  it('has nothing in the bundle of the thread that needs the editor', () => {
    assert.doesNotMatch(bundles.get('worker.cjs') ?? assert.fail(), /require\("vscode"\)/);
  });

  it('loads the rest a while later when there is a connection', async () => {
    const { activate, loaded } = loadExtension(bundles, (await freshEditor()).vscode);
    activate({ ...contextStub({ opened: ['sample:'] }), extensionMode: 1 });
    assert.deepEqual(loaded(), ['extension.cjs']);
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.deepEqual(loaded().sort(), ['extension.cjs', 'main.cjs']);
  });
});

function withWindow(vscode: Editor, changed: object): object {
  return { ...vscode, window: { ...vscode.window, ...changed } };
}

function contextStub(state: Record<string, unknown> = {}) {
  return {
    subscriptions,
    extensionUri: Uri.file('/extension'),
    globalStorageUri: Uri.file('/storage'),
    extensionMode: TEST_MODE,
    extension: { packageJSON: manifest },
    globalState: {
      keys: () => Object.keys(state),
      get: (key: string, standing: unknown) => state[key] ?? standing,
      update: async () => {},
    },
    secrets: {
      get: async () => undefined,
      store: async () => {},
      delete: async () => {},
      onDidChange: () => ({ dispose: () => {} }),
    },
  };
}
