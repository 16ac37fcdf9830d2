import * as vscode from 'vscode';
import { composed } from '../text/strings.ts';

/** The position in a series of prompts. */
export interface Position {
  /** 1-based. */
  readonly step: number;
  readonly totalSteps: number;
  /** True to show a Back button, which returns to an earlier prompt. */
  readonly canGoBack: boolean;
}

/** One of several prompts. If it returns an answer or `skip`, the next prompt follows; undefined cancels the series. */
export type Step = (position: Position) => Promise<{ readonly value: unknown } | 'back' | 'skip' | undefined>;

/** Runs prompts in order. Back returns to the last one that was answered. Returns false if the user cancels. */
export async function steps(prompts: readonly Step[]): Promise<boolean> {
  const answered: number[] = [];
  for (let index = 0; index < prompts.length; index++) {
    const position = { step: index + 1, totalSteps: prompts.length, canGoBack: answered.length > 0 };
    const answer = await prompts[index]?.(position);
    if (answer === undefined) return false;
    if (answer === 'back') index = (answered.pop() ?? index) - 1;
    else if (answer !== 'skip') answered.push(index);
  }
  return true;
}

export interface TextPrompt extends Partial<Position> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Returns true for a text to mask while it is entered. */
  readonly isSecret?: (value: string) => boolean;
  /** A problem with `value` to show from the start. */
  readonly problem?: Problem | undefined;
  /**
   * Called when the user presses Enter. Returns undefined to accept the text, or a problem to show. `signal` is aborted
   * when the user continues typing or closes the prompt.
   */
  readonly check?: (value: string, signal: AbortSignal) => Problem | undefined | Promise<Problem | undefined>;
}

/**
 * A problem with an answer, sanitized for display. `override` is the label of a button that accepts the answer anyway.
 */
export type Problem = string | { readonly message: string; readonly override: string };

/** `isOverridden` is true if the user accepted the text despite its problem. */
export type TypedAnswer = { readonly value: string; readonly isOverridden?: true } | 'back' | undefined;

/** Prompts for one line of text. The text is kept if a check fails. Resolves to undefined if the user cancels. */
export function promptText(prompt: TextPrompt): Promise<TypedAnswer> {
  const { canGoBack, isSecret, problem: first, check, ...shown } = prompt;
  const input = Object.assign(vscode.window.createInputBox(), shown, { ignoreFocusOut: true });
  const back = canGoBack ? [vscode.QuickInputButtons.Back] : [];
  const showProblem = (problem: Problem | undefined) => {
    const { message, override } = typeof problem === 'object' ? problem : { message: problem };
    const save = override && { iconPath: new vscode.ThemeIcon('save'), tooltip: override };
    input.validationMessage = message;
    input.buttons = save ? [...back, save] : back;
  };
  showProblem(first);

  let controller = new AbortController();
  const listen = (answer: (given: TypedAnswer) => void) => {
    input.onDidChangeValue(() => {
      controller.abort();
      input.busy = false;
      if (isSecret) input.password = isSecret(input.value);
      showProblem(undefined);
    });
    input.onDidTriggerButton((button) =>
      answer(button === vscode.QuickInputButtons.Back ? 'back' : { value: input.value, isOverridden: true }),
    );
    input.onDidAccept(async () => {
      controller.abort();
      const attempt = new AbortController();
      controller = attempt;
      input.busy = true;
      const problem = await check?.(input.value, attempt.signal);
      if (attempt.signal.aborted) return;
      input.busy = false;
      if (problem === undefined) return answer({ value: input.value });
      showProblem(problem);
    });
  };
  return shownInput(input, listen, () => controller.abort());
}

/**
 * Returns the row that Enter accepts in a quick pick. Enter can arrive before VS Code has selected a row or marked one
 * as active. In that case, returns the first row, which the user has seen, unless text was typed.
 */
export function acceptedItem<Item extends vscode.QuickPickItem>(
  pick: Pick<vscode.QuickPick<Item>, 'selectedItems' | 'activeItems' | 'items' | 'value'>,
): Item | undefined {
  return pick.selectedItems[0] ?? (pick.value === '' ? (pick.activeItems[0] ?? pick.items[0]) : undefined);
}

/**
 * Shows a quick pick or an input box, and disposes of it once it is hidden.
 *
 * @param listen called before it is shown, with a function that submits the answer and hides it
 * @param hidden called when it is hidden, whether or not there is an answer
 * @returns the answer, or undefined if the input was hidden without one
 */
export function shownInput<Answer>(
  input: vscode.QuickInput,
  listen: (answer: (given: Answer) => void) => void,
  hidden = () => {},
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    listen((given) => {
      resolve(given);
      input.hide();
    });
    input.onDidHide(() => {
      hidden();
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

/**
 * Shows a quick pick that accepts either a listed item or typed text. Resolves to undefined if the user cancels.
 * @param typed returns the item for the typed text, which is always shown, as the first item
 */
export function pickOrType<Item extends vscode.QuickPickItem>(
  title: string,
  placeholder: string,
  items: readonly Item[],
  typed: (text: string) => Item,
): Promise<Item | undefined> {
  const pick = vscode.window.createQuickPick<Item | vscode.QuickPickItem>();
  Object.assign(pick, { title, placeholder, matchOnDescription: true });
  const none = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const typedItem = () => {
    const text = pick.value.trim();
    return text === '' ? undefined : { ...typed(text), alwaysShow: true };
  };
  // The editor reports the position of the accepted item, even if it does not show the latest items yet. Each item
  // therefore keeps its position.
  const list = () => {
    pick.items = [typedItem() ?? none, ...items];
  };
  list();
  return shownInput<Item>(pick, (answer) => {
    pick.onDidChangeValue((value) => {
      // The editor does not normalize the text when it matches rows, so the text must be composed.
      if (composed(value) !== value) pick.value = composed(value);
      list();
    });
    pick.onDidAccept(() => {
      const accepted = acceptedItem(pick);
      // The row for the typed text might not reflect the last keystroke yet.
      const item = items.find((each) => each === accepted) ?? typedItem();
      if (item) answer(item);
    });
  });
}
