import * as vscode from 'vscode';

export interface Message {
  readonly text: string;
  readonly actions: readonly string[];
}

/** Replaces the user: records the messages and selects the action last passed to `take` when it is offered. */
export class AnsweredMessages implements vscode.Disposable {
  readonly all: Message[] = [];
  readonly #takes: { readonly action: string; readonly when: () => Promise<unknown> }[] = [];
  readonly #restore: (() => void)[] = [];

  constructor() {
    for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const) {
      const original = vscode.window[name];
      this.#restore.push(() => Object.assign(vscode.window, { [name]: original }));
      Object.assign(vscode.window, {
        [name]: async (text: string, ...actions: string[]) => {
          this.all.push({ text, actions });
          const [next] = this.#takes;
          if (next === undefined || !actions.includes(next.action)) return undefined;
          this.#takes.shift();
          await next.when();
          return next.action;
        },
      });
    }
  }

  /** @param when resolves when the user selects it */
  take(action: string, when: () => Promise<unknown> = async () => {}): void {
    this.#takes.push({ action, when });
  }

  /** Returns the latest message, which must exist. */
  get last(): Message {
    return this.all.at(-1) ?? { text: '(no message)', actions: [] };
  }

  dispose(): void {
    for (const restore of this.#restore) restore();
  }
}
