/** A story as a screen reader gets it: after each step, the announcements, the focused element, and the changed parts. */
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { assertKept } from '../kept.ts';
import { until } from '../until.ts';

const folder = path.join(import.meta.dirname, 'transcripts');

/** Texts that depend on the time, the port of the service, or the version of the extension, and their replacements. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d\b/g, 'DATE'],
  [/\((?:\d+ [\w.]+ ago|now)\)/g, '(AGO)'],
  [/(?<=127\.0\.0\.1(?::|%3A))\d+/g, 'PORT'],
  [/(?<=Partner Logs )\d+\.\d+\.\d+/g, 'VERSION'],
];

/** Seconds after which a result must be steady, even on a busy computer. */
const LONGEST = 150;

/** Icons of the editor's font. */
const ICONS = /[\ue000-\uf8ff] ?/g;

/**
 * Returns the announcements in a document since the last call: each text that a live region of the editor or of a panel
 * got. The first call returns the current texts. Whether loading is announced depends on its duration, so it is omitted.
 */
const ANNOUNCED = `(() => {
  const LIVE = '.monaco-aria-container > *, #announcements, #panel [role=alert]';
  const known = (globalThis.knownAnnouncements ??= new Map());
  const news = (globalThis.newAnnouncements ??= []);
  const look = () => {
    for (const live of document.querySelectorAll(LIVE)) {
      const text = live.textContent.trim();
      if (known.get(live) === live.textContent) continue;
      known.set(live, live.textContent);
      if (text !== '' && !text.startsWith('Loading ')) news.push(text);
    }
  };
  if (known.size === 0) new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  look();
  return news.splice(0);
})()`;

export class Transcript {
  readonly #page: Page;
  readonly #name: string;
  readonly #steps: string[] = [];

  /** @param name the name of the file */
  constructor(page: Page, name: string) {
    this.#page = page;
    this.#name = name;
  }

  /**
   * Adds a step that was performed, once its result does not change anymore.
   * @param step The user's action
   * @param shown The changed parts by name
   */
  async add(step: string, shown: Readonly<Record<string, Locator>> = {}): Promise<void> {
    const announced: string[] = [];
    let before = '';
    const look = async () => {
      for (const frame of this.#page.frames())
        announced.push(...(await frame.evaluate<string[]>(ANNOUNCED).catch(() => [])));
      const parts = [await focused(this.#page)];
      for (const [name, part] of Object.entries(shown)) parts.push(`${name}:\n${await snapshot(part)}`);
      return [...announced.map((text) => `Announced: ${text}`), ...parts].join('\n');
    };
    const isSteady = (now: string) => {
      const isSame = now === before && !now.includes(NO_FOCUS);
      before = now;
      return isSame;
    };
    const steady = await until(`the steady result of “${step}”`, look, isSteady, LONGEST);
    this.#steps.push(`${step}\n\n${steady}`);
  }

  /** Compares the story with the kept one. */
  async check(): Promise<void> {
    const text = CHANGING.reduce((all, [find, by]) => all.replace(find, by), this.#steps.join('\n\n\n'));
    await assertKept(path.join(folder, `${this.#name}.txt`), `${text.replace(ICONS, '')}\n`);
  }
}

const NO_FOCUS = 'Focus: nothing';

/** Describes the focused element, or the one inside it that its `aria-activedescendant` refers to. */
async function focused(place: Page | Frame): Promise<string> {
  if (!(await place.evaluate<boolean>('document.hasFocus()'))) return NO_FOCUS;
  const element = (await place.evaluateHandle('document.activeElement ?? document.body')).asElement();
  const frame = await element?.contentFrame();
  if (frame) return focused(frame);
  if (await place.evaluate('document.activeElement === document.body')) return 'Focus: the page';
  const active = await element?.getAttribute('aria-activedescendant');
  const descendant = place.locator(`[id="${active}"]`);
  return `Focus:\n${await snapshot((await descendant.count()) > 0 ? descendant : place.locator(':focus'))}`;
}

async function snapshot(part: Locator): Promise<string> {
  const all = await Promise.all((await part.all()).map((each) => each.ariaSnapshot()));
  return all
    .flatMap((text) => text.split('\n'))
    .map((line) => `  ${line}`)
    .join('\n');
}
