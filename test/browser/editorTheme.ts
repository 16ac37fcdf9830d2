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

/**
 * Chooses a colour theme as a person does, and waits until the window has it. By its keys: after the palette, a panel that
 * gets the focus back may close the list of themes.
 */
export async function useTheme(editor: EditorWindow, theme: EditorTheme): Promise<void> {
  const [name, windowClass] = THEMES[theme];
  await editor.page.keyboard.press('Control+k');
  await editor.page.keyboard.press('Control+t');
  await editor.quickInput.type(name);
  await editor.quickInput.pick(name);
  await editor.page.locator(`.monaco-workbench.${windowClass}`).waitFor();
}
