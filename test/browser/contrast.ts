import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';

const script = readFileSync(path.join(import.meta.dirname, 'page/contrast.js'), 'utf8');
/** Loads the script into a page, unless it is loaded. */
const LOAD = `globalThis.contrasts ?? eval(${JSON.stringify(script)});`;

/** An element and its text, and the contrast ratio of that text with its background, from 1 to 21. */
export interface Contrast {
  readonly text: string;
  readonly ratio: number;
}

/** The minimum contrasts of texts, and of icons, lines, and focus indicators (WCAG 1.4.3, 1.4.6, and 1.4.11). */
export function leastContrasts(theme: string): { readonly texts: number; readonly graphics: number } {
  return { texts: theme.startsWith('high-contrast') ? 7 : 4.5, graphics: 3 };
}

/** Measures the contrasts in the document of `body`. */
export async function contrastsIn(
  body: Locator,
): Promise<{ readonly texts: readonly Contrast[]; readonly graphics: readonly Contrast[] }> {
  return body.evaluate(`${LOAD}({ texts: contrasts.ofTexts(), graphics: contrasts.ofGraphics() })`);
}

/** Returns the contrast of the focus indicator, or undefined if nothing is focused. */
export async function focusContrast(body: Locator): Promise<Contrast | undefined> {
  return body.evaluate(`${LOAD}contrasts.ofFocus()`);
}

/** Returns the elements whose contrast is less than `least`, each once. */
export function lowContrasts(contrasts: readonly Contrast[], least: number): string[] {
  return [
    ...new Set(
      contrasts
        .filter(({ ratio }) => ratio < least)
        .map(({ text, ratio }) => `${text}: ${ratio.toFixed(2)} of ${least}`),
    ),
  ];
}
