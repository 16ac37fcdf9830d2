import type { EditorWindow } from './hostWindow.ts';

/** The editor's own themes: the name in its list → the class that its window then has. */
const THEMES = {
  dark: ['Dark 2026', 'vs-dark'],
  light: ['Light 2026', 'vs'],
  'high-contrast': ['Dark High Contrast', 'hc-black'],
  'high-contrast-light': ['Light High Contrast', 'hc-light'],
} as const;
export type EditorTheme = keyof typeof THEMES;
export const EDITOR_THEMES = Object.keys(THEMES) as EditorTheme[];

/** Chooses a colour theme by keyboard, and waits until the window has it. */
export async function useTheme(editor: EditorWindow, theme: EditorTheme): Promise<void> {
  const [name, windowClass] = THEMES[theme];
  const { page, quickInput } = editor;
  await editor.panelsSettled();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+t');
  await quickInput.type(name);
  await quickInput.pick(name);
  await page.locator(`.monaco-workbench.${windowClass}`).waitFor();
}
