import * as vscode from 'vscode';
import { overridden } from './overridden.ts';

/** Replaces the user at input boxes: records each one that opens, types the next answer, and presses Enter. */
export class AnsweredInputs implements vscode.Disposable {
  readonly all: vscode.InputBox[] = [];
  readonly #original = vscode.window.createInputBox;

  /** @param meanwhile called before the last answer */
  constructor(answers: readonly string[], meanwhile: () => Promise<unknown> = async () => {}) {
    const left = [...answers];
    Object.assign(vscode.window, {
      createInputBox: () => {
        const accepted = new vscode.EventEmitter<void>();
        const box = overridden(this.#original(), {
          onDidAccept: accepted.event,
          show: async () => {
            const next = left.shift();
            if (next === undefined) throw new Error(`No answer to “${box.prompt}”.`);
            if (left.length === 0) await meanwhile();
            box.value = next;
            accepted.fire();
          },
        });
        this.all.push(box);
        return box;
      },
    });
  }

  dispose(): void {
    Object.assign(vscode.window, { createInputBox: this.#original });
    for (const box of this.all) box.dispose();
  }
}
