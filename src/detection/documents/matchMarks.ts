import * as vscode from 'vscode';
import type { TextRange } from '../../http/decode/mappedText.ts';
import {
  describeMatch,
  describeMatching,
  isFound,
  isNamed,
  type Matching,
  mainMatch,
  type RuleMatch,
  type RuleMatches,
} from '../../http/match.ts';
import { local, type Message, message, t } from '../../text/l10n.ts';
import { asMarkdown } from '../../text/label.ts';
import { Disposables } from '../../ui/disposables.ts';
import { rangesOf } from './decodedDocument.ts';
import { type FindOpen, isShown, rangeIn } from './openLog.ts';

/** The text of the hover on a match, by the source of the match. */
const DESCRIPTIONS: Readonly<Record<RuleMatches['source'], (place: Message, how: Message) => Message>> = {
  'detected value': (place, how) => message('{0}: the detected value, {1}.', place, how),
  description: (place, how) => message('{0}: the description, {1}.', place, how),
  'text quoted in the description': (place, how) =>
    message('{0}: the text quoted in the description, {1}.', place, how),
};

/** Marks the rule's match in raw and decoded data, and shows at the end of the line where and how it matched. */
export class MatchMarks extends Disposables {
  readonly #find: FindOpen;
  readonly #matched = this.register(
    vscode.window.createTextEditorDecorationType({
      backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
      border: '1px solid',
      borderColor: new vscode.ThemeColor('editorWarning.foreground'),
      overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.warningForeground'),
      overviewRulerLane: vscode.OverviewRulerLane.Right,
    }),
  );
  readonly #note = this.register(
    vscode.window.createTextEditorDecorationType({
      after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 2em' },
    }),
  );

  constructor(find: FindOpen) {
    super();
    this.#find = find;
    this.register(vscode.window.onDidChangeVisibleTextEditors((editors) => this.#markAll(editors)));
    this.#markAll(vscode.window.visibleTextEditors);
  }

  #markAll(editors: readonly vscode.TextEditor[]): void {
    for (const editor of editors) void this.#mark(editor);
  }

  async #mark(editor: vscode.TextEditor): Promise<void> {
    const document = this.#find(editor.document);
    if (!document) return;
    const raw = await document.open.raw();
    const decoded = document.side === 'decoded' ? await document.open.decoded() : undefined;
    // Reading might have taken a while. By now, the editor might be closed or show another log.
    if (!isShown(editor) || this.#find(editor.document)?.open !== document.open) return;
    if ('problem' in raw) {
      const note = t('rule match: unknown, because the search did not finish. {0}', raw.problem);
      editor.setDecorations(this.#note, [noteAt(0, editor.document, note)]);
      return;
    }
    const { matches, lines } = raw.result;
    if (!matches || (decoded && 'problem' in decoded)) return;
    const rangesIn = (range: TextRange): vscode.Range[] =>
      decoded
        ? rangesOf(decoded.result.document, range).map((each) => rangeIn(decoded.result.lines, each))
        : [rangeIn(lines, range)];
    const all = isFound(matches) ? matches.matches : [];
    editor.setDecorations(
      this.#matched,
      isFound(matches)
        ? all.flatMap((match) =>
            rangesIn(match).map((range) => ({ range, hoverMessage: hover(match, matches) })),
          )
        : [],
    );
    const place = isFound(matches) ? all[matches.main] : isNamed(matches) ? matches : undefined;
    const [first] = place ? rangesIn(place) : [];
    const note = noteOn(matches);
    const isHere = note && (place === undefined || first !== undefined);
    editor.setDecorations(
      this.#note,
      isHere ? [noteAt(first?.end.line ?? 0, editor.document, t('rule match: {0}', note))] : [],
    );
  }
}

/** Describes the main match without its location, at which the note is shown. */
function noteOn(matches: NonNullable<Matching>): Message | undefined {
  const main = isFound(matches) ? mainMatch(matches) : undefined;
  return main ? describeMatch(main) : describeMatching(matches);
}

function noteAt(line: number, document: vscode.TextDocument, note: string): vscode.DecorationOptions {
  const { end } = document.lineAt(line).range;
  return { range: new vscode.Range(end, end), renderOptions: { after: { contentText: note } } };
}

function hover(match: RuleMatch, { source }: RuleMatches): vscode.MarkdownString {
  const description = DESCRIPTIONS[source](match.place, describeMatch(match));
  return new vscode.MarkdownString(asMarkdown(local(description)));
}
