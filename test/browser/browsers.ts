/**
 * The browsers of this process. They stay open across files, because a browser that has cached the editor's code opens
 * a window in a quarter of the time.
 */
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumAdvice, chromiumArguments, findChromium } from '../../scripts/chromium.mjs';
import { screenshots } from '../../scripts/run.mjs';
import { until } from '../until.ts';
import { QuickInput } from './hostQuickInput.ts';

/** The page of one window of the editor. */
export interface WindowPage {
  readonly page: Page;
  /** Clears all stored data and keeps the page for another window. */
  readonly release: () => Promise<void>;
}

/** The kinds of stored data to clear: all except the caches of files and code. */
const STORED = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage';

const pages = new Set<Page>();
const free = new Map<string, Page[]>();
const folders: string[] = [];
let plain: Promise<Browser> | undefined;

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** Returns an available page that showed `origin` before, or a page in a new browser. It has no stored data. */
export async function pageFor(origin: string): Promise<WindowPage> {
  const page = free.get(origin)?.pop() ?? (await newPage());
  pages.add(page);
  return {
    page,
    release: async () => {
      pages.delete(page);
      const context = page.context();
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      context.removeAllListeners();
      page.removeAllListeners();
      // Stays on the same origin, so that the process that has loaded the editor's code is kept.
      await page.goto(`${origin}/healthz`);
      for (const other of context.pages()) if (other !== page) await other.close();
      const devTools = await context.newCDPSession(page);
      await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
      await devTools.detach();
      free.set(origin, [...(free.get(origin) ?? []), page]);
    },
  };
}

/** Returns the browser for pages other than the editor's. Each page opens its own context. */
export function plainBrowser(): Promise<Browser> {
  plain ??= chromium.launch({ executablePath: executable(), args: chromiumArguments });
  return plain;
}

/** Stores the visible content of `page` if a test fails, until the page is closed. */
export function watch(page: Page): void {
  pages.add(page);
  page.once('close', () => pages.delete(page));
}

/** Stores screenshots and the text of all open pages, with the name of a test. The last opened page is the first. */
export async function keepPages(file: string, title: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  const name = `${path.basename(file, '.test.ts')} ${title}`.replaceAll(/[^\w]+/g, '-').slice(0, 100);
  for (const [number, page] of [...pages].reverse().entries()) {
    const target = path.join(screenshots, number === 0 ? name : `${name}-${number + 1}`);
    await page.screenshot({ path: `${target}.png`, timeout: 10_000 }).catch(() => {});
    const texts = page.frames().map(async (frame) => {
      const text = await frame.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
      return `── ${frame.url()}\n${text}\n`;
    });
    await writeFile(`${target}.txt`, (await Promise.all(texts)).join('\n'));
  }
}

/** Closes everything that a failed test left open in the editor's windows, so that it does not affect the next test. */
export async function clearWindows(): Promise<void> {
  for (const page of pages)
    if (await page.locator('.monaco-workbench').isVisible()) await clear(page).catch(() => {});
}

async function clear(page: Page): Promise<void> {
  const prompt = new QuickInput(page);
  for (const open of ['.monaco-menu', '.monaco-dialog-box', '.quick-input-widget'])
    if (await page.locator(open).first().isVisible()) await page.keyboard.press('Escape');
  if (await prompt.input.isVisible()) await prompt.input.press('Escape', { timeout: 10_000 });
  for (const command of ['Notifications: Clear All Notifications', 'View: Close All Editors']) {
    await page.keyboard.press('F1');
    await prompt.input.fill(`>${command}`, { timeout: 10_000 });
    await prompt.row(command).first().click({ timeout: 10_000 });
  }
  const discard = page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" });
  const tabs = page.locator('.tabs-container').getByRole('tab');
  await until('no open editor', async () => {
    if (await discard.isVisible()) await discard.click({ timeout: 10_000 });
    return (await tabs.count()) === 0;
  });
}

async function newPage(): Promise<Page> {
  const folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-browser-'));
  folders.push(folder);
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: executable(),
    args: chromiumArguments,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  return context.pages()[0] ?? context.newPage();
}

function executable(): string {
  const found = findChromium();
  if (!found) throw new Error(`No Chromium: ${chromiumAdvice}.`);
  return found;
}
