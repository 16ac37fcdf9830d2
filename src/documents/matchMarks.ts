import * as vscode from 'vscode';
import { asLabel } from '../report/label.ts';
import { describeMatch, mainMatch, type RuleMatch, type RuleMatches } from '../report/ruleMatch.ts';
import type { FindOpen, OpenDocument } from './openLog.ts';

/** Marks what the rule matched, in raw and in decoded data, and says at the end of its line where and how. */
export class MatchMarks implements vscode.Disposable {
  readonly #find: FindOpen;
  readonly #matched = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px solid',
    borderColor: new vscode.ThemeColor('editorWarning.foreground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.warningForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
  readonly #note = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 2em' },
  });
  readonly #subscription: vscode.Disposable;

  constructor(find: FindOpen) {
    this.#find = find;
    this.#subscription = vscode.window.onDidChangeVisibleTextEditors((editors) => this.#mark(editors));
    this.#mark(vscode.window.visibleTextEditors);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#matched.dispose();
    this.#note.dispose();
  }

  #mark(editors: readonly vscode.TextEditor[]): void {
    for (const editor of editors) {
      const document = this.#find(editor.document);
      const found = document?.open.reading.matches;
      if (!document || !found) continue;
      const main = mainMatch(found);
      editor.setDecorations(
        this.#matched,
        found.matches.flatMap((match) =>
          rangesOf(document, match).map((range) => ({ range, hoverMessage: hover(match, found) })),
        ),
      );
      const [first] = main ? rangesOf(document, main) : [];
      editor.setDecorations(this.#note, first && main ? [noteAt(first.end.line, editor.document, main)] : []);
    }
  }
}

function rangesOf({ open, side }: OpenDocument, match: RuleMatch): vscode.Range[] {
  const shown = side === 'raw' ? [match] : open.reading.decoded.fromRaw(match);
  return shown.map((range) => open.rangeOf(side, range));
}

function noteAt(line: number, document: vscode.TextDocument, match: RuleMatch): vscode.DecorationOptions {
  const { end } = document.lineAt(line).range;
  return {
    range: new vscode.Range(end, end),
    renderOptions: { after: { contentText: `rule match: ${describeMatch(match)}` } },
  };
}

function hover(match: RuleMatch, { source }: RuleMatches): vscode.MarkdownString {
  const text = `${asLabel(match.place)}: the ${source}, ${describeMatch(match)}.`;
  return new vscode.MarkdownString().appendText(text);
}
