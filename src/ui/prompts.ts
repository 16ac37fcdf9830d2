import * as vscode from 'vscode';
import { acceptedItem } from './acceptedItem.ts';
import { shownInput } from './shownInput.ts';

export interface TextPrompt {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Position in a row of prompts. */
  readonly step?: number;
  readonly totalSteps?: number;
  /** Whether there is a Back button. */
  readonly canGoBack?: boolean;
  /** Called on Enter: undefined to accept. `signal` aborts when the person types on or goes away. */
  readonly check?: (value: string, signal: AbortSignal) => Problem | undefined | Promise<Problem | undefined>;
}

/** A problem with an answer, safe to show; `override` is the title of a button that accepts the answer anyway. */
export type Problem = string | { readonly message: string; readonly override: string };

export type TypedAnswer = { readonly value: string } | 'back' | undefined;

/** Asks for one line of text. What was typed stays after a failed check; the answer is undefined when cancelled. */
export function promptText(options: TextPrompt): Promise<TypedAnswer> {
  const input = vscode.window.createInputBox();
  input.title = options.title;
  input.prompt = options.prompt;
  input.placeholder = options.placeholder;
  input.value = options.value ?? '';
  input.password = options.password ?? false;
  input.step = options.step;
  input.totalSteps = options.totalSteps;
  input.ignoreFocusOut = true;
  const back = options.canGoBack ? [vscode.QuickInputButtons.Back] : [];
  input.buttons = back;

  let controller = new AbortController();
  const listen = (answer: (given: TypedAnswer) => void) => {
    input.onDidChangeValue(() => {
      controller.abort();
      input.busy = false;
      input.validationMessage = undefined;
      input.buttons = back;
    });
    input.onDidTriggerButton((button) =>
      answer(button === vscode.QuickInputButtons.Back ? 'back' : { value: input.value }),
    );
    input.onDidAccept(async () => {
      const { value } = input;
      controller.abort();
      const attempt = new AbortController();
      controller = attempt;
      input.busy = true;
      const problem = await options.check?.(value, attempt.signal);
      if (attempt.signal.aborted) return;
      input.busy = false;
      if (problem === undefined) return answer({ value });
      if (typeof problem === 'string') {
        input.validationMessage = problem;
        return;
      }
      input.validationMessage = problem.message;
      input.buttons = [...back, { iconPath: new vscode.ThemeIcon('save'), tooltip: problem.override }];
    });
  };
  return shownInput(input, listen, () => controller.abort());
}

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export interface ChoicePrompt<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly Choice<T>[];
  /** The choice that Enter takes at once; the first unless given. */
  readonly active?: T;
  readonly step?: number;
  readonly totalSteps?: number;
  readonly canGoBack?: boolean;
}

/** Asks for one of several; undefined when cancelled. */
export function promptChoice<T>(
  options: ChoicePrompt<T>,
): Promise<{ readonly value: T } | 'back' | undefined> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  pick.title = options.title;
  pick.placeholder = options.placeholder;
  pick.items = options.choices;
  if ('active' in options) pick.activeItems = options.choices.filter(({ value }) => value === options.active);
  pick.step = options.step;
  pick.totalSteps = options.totalSteps;
  pick.ignoreFocusOut = true;
  pick.buttons = options.canGoBack ? [vscode.QuickInputButtons.Back] : [];
  return shownInput<{ readonly value: T } | 'back'>(pick, (answer) => {
    pick.onDidTriggerButton(() => answer('back'));
    pick.onDidAccept(() => {
      const chosen = acceptedItem(pick);
      if (chosen) answer({ value: chosen.value });
    });
  });
}
