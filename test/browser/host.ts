/**
 * The editor for browser tests: the packaged extension (`npm run package`) installed in a real editor that runs in
 * Chromium. One server is shared by all test files of a process; every window has its own storage, settings, and
 * workspace.
 */
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EditorServer, quietSettings, startPackagedServer } from '../../scripts/editor-server.mjs';
import { vsix } from '../../scripts/package.mjs';
import { pageFor } from './browsers.ts';
import { addLanguages, addPseudoLanguage, setLanguage } from './displayLanguages.ts';
import { EditorWindow } from './hostWindow.ts';

type Environment = Readonly<Record<string, string>>;

export interface EditorOptions {
  /**
   * User settings, in addition to those for a quiet and steady editor. They belong to the server, so the last opened
   * windows determine them.
   */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Rows of the user's `keybindings.json`. */
  readonly keybindings?: readonly { readonly key: string; readonly command: string }[];
  /** Environment variables of the extension host. Each different set requires another server. */
  readonly env?: Environment;
  /** Additional `.vsix` files to install, which also require another server. */
  readonly extensions?: readonly string[];
  /** The display language; defaults to English. It belongs to the server, like settings. */
  readonly language?: string;
  /** Files in the workspace folder: path → text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Size in CSS pixels; defaults to 1280 × 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Settings that avoid waiting and animations, and that keep prompts open if a panel takes the focus late. */
const steadySettings = {
  'editor.minimap.enabled': false,
  'git.enabled': false,
  'workbench.quickOpen.closeOnFocusLost': false,
  // Animations take a sixth of the processor time.
  'workbench.reduceMotion': 'on',
};

interface RunningServer extends EditorServer {
  /** The folder of the server's profile. */
  readonly data: string;
}

const servers = new Map<string, Promise<RunningServer>>();
let current: EditorWindow | undefined;

/** Returns the window that is open, if any. */
export function openWindow(): EditorWindow | undefined {
  return current;
}

/**
 * Opens a window with an empty profile, in place of the previous one: a second one would need another browser, with
 * empty caches. The first window can take 60 s.
 */
export async function openEditor({
  settings = {},
  keybindings = [],
  env = {},
  extensions = [],
  language = 'en',
  files = {},
  viewport = { width: 1280, height: 800 },
}: EditorOptions = {}): Promise<EditorWindow> {
  await current?.close();
  const server = await serverWith(env, extensions);
  const user = path.join(server.data, 'User');
  await mkdir(user, { recursive: true });
  await writeFile(
    path.join(user, 'settings.json'),
    JSON.stringify({ ...quietSettings, ...steadySettings, ...settings }, undefined, 2),
  );
  await writeFile(path.join(user, 'keybindings.json'), JSON.stringify(keybindings));
  await setLanguage(server.data, language);
  const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-window-'));
  const workspace = path.join(folder, 'workspace');
  await mkdir(workspace);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(workspace, name)), { recursive: true });
    await writeFile(path.join(workspace, name), text);
  }
  const { page, release } = await pageFor(server.url);
  const close = async () => {
    current = undefined;
    await release();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await page.setViewportSize(viewport);
    page.setDefaultTimeout(60_000);
    const window = new EditorWindow(page, { workspace, profile: server.data }, close);
    current = window;
    await page.goto(`${server.url}/?folder=${encodeURIComponent(workspace)}`);
    await window.ready();
    await page.evaluate("focus(); navigator.clipboard.writeText('')");
    return window;
  } catch (error) {
    await close();
    throw error;
  }
}

function serverWith(env: Environment, extensions: readonly string[]): Promise<RunningServer> {
  const key = JSON.stringify([env, extensions]);
  const server = servers.get(key) ?? startServer(env, extensions);
  servers.set(key, server);
  return server;
}

async function startServer(env: Environment, extensions: readonly string[]): Promise<RunningServer> {
  if (!existsSync(vsix)) throw new Error(`${vsix} is missing: run "npm run package" first.`);
  const data = await mkdtemp(path.join(tmpdir(), 'partner-logs-editor-'));
  await addLanguages(data);
  const server = await startPackagedServer({ data, vsix: [vsix, ...extensions], env });
  // The server, which is ended first, might still be writing.
  process.once('exit', () => rmSync(data, { recursive: true, force: true, maxRetries: 20 }));
  await addPseudoLanguage(data);
  return { ...server, data };
}
