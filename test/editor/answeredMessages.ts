import * as vscode from 'vscode';

export interface Message {
  readonly text: string;
  readonly actions: readonly string[];
}

/** Stands in for the person: notes the messages and takes the action named last with `take`, once it is offered. */
export class AnsweredMessages implements vscode.Disposable {
  readonly all: Message[] = [];
  readonly #takes: string[] = [];
  readonly #restore: (() => void)[] = [];

  constructor() {
    for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const) {
      const original = vscode.window[name];
      this.#restore.push(() => Object.assign(vscode.window, { [name]: original }));
      Object.assign(vscode.window, {
        [name]: async (text: string, ...actions: string[]) => {
          this.all.push({ text, actions });
          const [next] = this.#takes;
          if (next === undefined || !actions.includes(next)) return undefined;
          this.#takes.shift();
          return next;
        },
      });
    }
  }

  take(action: string): void {
    this.#takes.push(action);
  }

  /** The latest message, which there has to be. */
  get last(): Message {
    return this.all.at(-1) ?? { text: '(no message)', actions: [] };
  }

  dispose(): void {
    for (const restore of this.#restore) restore();
  }
}
