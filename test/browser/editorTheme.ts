import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/run.mjs';
import { until } from '../until.ts';
import type { EditorWindow } from './hostWindow.ts';

/** The names of the editor's own themes in settings, in the order in which the key selects them. */
const THEMES = {
  dark: 'Dark 2026',
  light: 'Light 2026',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
} as const;
export type EditorTheme = keyof typeof THEMES;
export const EDITOR_THEMES = Object.keys(THEMES) as EditorTheme[];

const KEY = 'F9';

/**
 * Settings and a key binding that select the next theme with a single key press and no prompt. The command toggles
 * between the preferred themes: from the preferred dark theme to a light one, and so on. Here, they form a cycle.
 */
export const cycle = {
  settings: {
    'workbench.colorTheme': THEMES.dark,
    'workbench.preferredLightColorTheme': THEMES.light,
    'workbench.preferredDarkColorTheme': THEMES['high-contrast'],
    'workbench.preferredHighContrastLightColorTheme': THEMES['high-contrast-light'],
    'workbench.preferredHighContrastColorTheme': THEMES.dark,
  },
  keybindings: [{ key: KEY, command: 'workbench.action.toggleLightDarkThemes' }],
};

/** Selects a theme with the keyboard and waits until the window and the panel in front use it. */
export async function useTheme(editor: EditorWindow, theme: EditorTheme): Promise<void> {
  const body = editor.panel().locator('body');
  const shown = () => body.getAttribute('data-vscode-theme-id');
  for (let now = await shown(); now !== THEMES[theme]; now = await shown()) {
    const before = now;
    await editor.page.keyboard.press(KEY);
    await until(`a panel that is not in ${before} any more`, shown, (name) => name !== before);
  }
}

const styles = path.join(root, 'media');
/** The names of the theme's variables that the panels use. */
const VARIABLES = [
  ...new Set(
    readdirSync(styles)
      .filter((name) => name.endsWith('.css'))
      .flatMap((name) =>
        readFileSync(path.join(styles, name), 'utf8').match(/--(?:vscode|text-link)-[\w-]+/g),
      ),
  ),
]
  .filter((name) => name !== null)
  .sort();

/** Returns the class and the variables that the editor sets for a theme in the panel in front. */
export function colorsOf(editor: EditorWindow): Promise<object> {
  return editor
    .panel()
    .locator('body')
    .evaluate((body, names) => {
      const { style } = body.ownerDocument.documentElement;
      const values = names.map((name) => [name, style.getPropertyValue(name)] as const);
      return {
        bodyClass: [...body.classList].filter((name) => /^vscode-(?:light|dark|high)/.test(name)).join(' '),
        variables: Object.fromEntries(values.filter(([, value]) => value !== '')),
      };
    }, VARIABLES);
}
