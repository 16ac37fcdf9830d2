import type * as vscode from 'vscode';

/**
 * Shows a quick pick or an input box, and disposes of it once it is hidden.
 *
 * @param listen called before it is shown, with the function that answers and hides it
 * @param hidden called when it is hidden, answered or not
 * @returns the answer; undefined when it was hidden without one
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
