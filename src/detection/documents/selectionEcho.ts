import * as vscode from 'vscode';
import { Disposables } from '../../ui/disposables.ts';
import {
  type DecodedSide,
  type FindOpen,
  isShown,
  type OpenDocument,
  type RawSide,
  rangeIn,
  type Side,
} from './openLog.ts';

/** Marks the decoded form of the text selected in the raw data, and vice versa. */
export class SelectionEcho extends Disposables {
  readonly #find: FindOpen;
  readonly #echoed = this.register(
    vscode.window.createTextEditorDecorationType({
      backgroundColor: new vscode.ThemeColor('editor.wordHighlightStrongBackground'),
      border: '1px solid',
      borderColor: new vscode.ThemeColor('editorBracketMatch.border'),
      overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.wordHighlightStrongForeground'),
    }),
  );

  constructor(find: FindOpen) {
    super();
    this.#find = find;
    this.register(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => void this.#echo(textEditor)),
    );
  }

  async #echo(selected: vscode.TextEditor): Promise<void> {
    const from = this.#find(selected.document);
    if (!from || this.#counterparts(from).length === 0) return;
    const [raw, decoded] = await Promise.all([from.open.raw(), from.open.decoded()]);
    // Reading might have taken a while, so this uses the current editors and selection.
    if ('problem' in raw || 'problem' in decoded || !isShown(selected)) return;
    selected.setDecorations(this.#echoed, []);
    const ranges = selected.selections.flatMap((selection) =>
      echoes(from.side, selection, raw.result, decoded.result),
    );
    for (const editor of this.#counterparts(from)) {
      editor.setDecorations(this.#echoed, ranges);
      const [first] = ranges;
      if (first) editor.revealRange(first, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  /** Returns the visible editors that show the other side of the same log. */
  #counterparts({ open, side }: OpenDocument): vscode.TextEditor[] {
    return vscode.window.visibleTextEditors.filter((editor) => {
      const other = this.#find(editor.document);
      return other?.open === open && other.side !== side;
    });
  }
}

/**
 * Returns the ranges on the other side that correspond to a selection; for a caret, the ranges that correspond to the
 * character after it.
 */
function echoes(side: Side, selection: vscode.Selection, raw: RawSide, decoded: DecodedSide): vscode.Range[] {
  const [here, there] = side === 'raw' ? [raw, decoded] : [decoded, raw];
  const { start, end } = here.lines.rangeOf(selection.start, selection.end);
  const range = { start, end: Math.max(end, start + 1) };
  const found = side === 'raw' ? decoded.document.fromRaw(range) : decoded.document.toRaw(range);
  return found.map((each) => rangeIn(there.lines, each));
}
