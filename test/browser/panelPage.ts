/**
 * A panel's page in plain Chromium: the built bundle, its style sheet, and its policy, with the editor's colors and a
 * stand-in for the editor's side of the messages. Loads nothing from the network.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { FromPanel, PageState } from '../../src/detection/detectionMessages.ts';
import { type Language, useLanguage } from '../../src/text/l10n.ts';
import { panelHtml } from '../../src/ui/panelHtml.ts';
import { until } from '../until.ts';
import { watch } from './browsers.ts';
import { EDITOR_THEMES, type EditorTheme } from './editorTheme.ts';
import { readLines } from './lines.ts';

/** The colors of each theme, as the editor sets them. */
export const themeColors = new Map(
  readLines<{ readonly name: ThemeName }>('editorThemes.jsonl').map(({ name, ...colors }) => [name, colors]),
);
export type ThemeName = EditorTheme;
/** The default themes. */
export const THEMES: readonly ThemeName[] = EDITOR_THEMES;

const ORIGIN = 'https://panel.example';
const root = path.join(import.meta.dirname, '../..');
export type PanelName = 'detectionPanel' | 'tablePanel' | 'countsPanel' | 'reportPanel';

export interface PanelPageOptions {
  /** The panel to open; defaults to the detection panel. */
  readonly panel?: PanelName;
  readonly theme?: ThemeName;
  /** Width in CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Device pixels per CSS pixel. 2 corresponds to a zoom of 200% in a window twice as wide. */
  readonly zoom?: number;
  /** Defaults to English. */
  readonly language?: Language;
}

/** The messages that the page sent to the editor, and its policy violations. */
interface Recorded<Sent, Stored> {
  readonly sent: Sent[];
  readonly stored: Stored[];
  readonly violations: string[];
}

export class PanelPage {
  readonly page: Page;
  /** Addresses that the page requested. */
  readonly requests: string[] = [];
  /** Uncaught errors and errors on the console. */
  readonly errors: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.errors.push(message.text()));
    page.on('dialog', (dialog) => {
      this.errors.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  static async open(browser: Browser, options: PanelPageOptions = {}): Promise<PanelPage> {
    const {
      panel: name = 'detectionPanel',
      theme = 'dark',
      width = 1280,
      height = 800,
      zoom = 1,
      language,
    } = options;
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: zoom,
      locale: 'en-GB',
      timezoneId: 'Europe/Amsterdam',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    watch(page);
    const panel = new PanelPage(context, page);
    await panel.#serve(name, language);
    const standIn = await readFile(path.join(import.meta.dirname, 'page/panelStandIn.js'), 'utf8');
    await page.addInitScript({ content: `${standIn}\ncolour(${JSON.stringify(themeColors.get(theme))});` });
    await page.goto(`${ORIGIN}/`);
    await until('the page to be ready', async () =>
      (await panel.recorded()).sent.some(({ type }) => type === 'ready'),
    );
    return panel;
  }

  /** Sends a message as the extension does, and waits until it is rendered. */
  async send(message: object): Promise<void> {
    // Only ASCII is passed, so that a lone surrogate arrives as one.
    const json = JSON.stringify(message).replace(
      /[^\x20-\x7e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    await this.page.evaluate(`deliver(${JSON.stringify(json)})`);
  }

  /** Scrolls an element to a position in CSS pixels, and waits until the page has rendered it. */
  async scroll(selector: string, top: number): Promise<void> {
    await this.page.evaluate(`new Promise((resolve) => {
      document.querySelector('${selector}').scrollTop = ${top};
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    })`);
  }

  async useTheme(theme: ThemeName): Promise<void> {
    await this.page.evaluate(`colour(${JSON.stringify(themeColors.get(theme))})`);
  }

  /** Returns the messages and states from the page, and its policy violations. */
  recorded<Sent = FromPanel, Stored = PageState>(): Promise<Recorded<Sent, Stored>> {
    return this.page.evaluate('recorded');
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  async #serve(name: PanelName, language: Language | undefined): Promise<void> {
    const pathOf = (file: string) => path.join(root, 'dist/webview', file);
    const built = (file: string) => readFile(pathOf(file), 'utf8');
    const files = [`${name}.js`, 'panel.css', `${name}.css`];
    const [script = '', ...styles] = await Promise.all(files.map(built));
    const style = styles.join('');
    useLanguage(language);
    const html = panelHtml(name, script, style);
    useLanguage(undefined);
    await this.page.route('**', async (route) => {
      const url = new URL(route.request().url());
      if (url.href === `${ORIGIN}/`) return route.fulfill({ body: html, contentType: 'text/html' });
      this.requests.push(url.href);
      return route.abort();
    });
  }
}
