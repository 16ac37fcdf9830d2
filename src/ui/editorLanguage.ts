import * as vscode from 'vscode';
import type { Language } from '../text/l10n.ts';

/** Returns the editor's language if the extension is translated into it. */
export function editorLanguage(): Language | undefined {
  const texts = vscode.l10n.bundle;
  return texts && { tag: vscode.env.language, texts };
}
