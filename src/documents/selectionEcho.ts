import * as vscode from 'vscode';
import type { FindOpen, OpenDocument } from './openLog.ts';

/** What is selected in the raw data is marked where it is shown decoded, and the other way round. */
export class SelectionEcho implements vscode.Disposable {
  readonly #find: FindOpen;
  readonly #echoed = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.wordHighlightStrongBackground'),
    border: '1px solid',
    borderColor: new vscode.ThemeColor('editorBracketMatch.border'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.wordHighlightStrongForeground'),
  });
  readonly #subscription: vscode.Disposable;

  constructor(find: FindOpen) {
    this.#find = find;
    this.#subscription = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) =>
      this.#echo(textEditor),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#echoed.dispose();
  }

  #echo(selected: vscode.TextEditor): void {
    const from = this.#find(selected.document);
    if (!from) return;
    selected.setDecorations(this.#echoed, []);
    for (const editor of vscode.window.visibleTextEditors) {
      const to = this.#find(editor.document);
      if (editor === selected || to?.slot !== from.slot || to.side === from.side) continue;
      const ranges = selected.selections.flatMap((selection) => counterparts(from, selection, to));
      editor.setDecorations(this.#echoed, ranges);
      const [first] = ranges;
      if (first) editor.revealRange(first, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }
}

/** Of a caret, what the character after it is. */
function counterparts(from: OpenDocument, selection: vscode.Selection, to: OpenDocument): vscode.Range[] {
  const { start, end } = from.open.offsetsOf(from.side, selection);
  const range = { start, end: Math.max(end, start + 1) };
  const { decoded } = from.open.reading;
  const ranges = from.side === 'raw' ? decoded.fromRaw(range) : decoded.toRaw(range);
  return ranges.map((each) => to.open.rangeOf(to.side, each));
}
