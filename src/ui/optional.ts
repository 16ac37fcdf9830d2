import type * as vscode from 'vscode';

/** Registers something that an editor may lack; `what` is named in the plural, for a line in the output. */
export type RegisterOptional = (what: string, register: () => vscode.Disposable) => vscode.Disposable;

/** Makes registrations optional: one that throws is all that is lost, and a line in the output says what. */
export function optionalIn(output: vscode.LogOutputChannel): RegisterOptional {
  return (what, register) => {
    try {
      return register();
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      output.warn(`Not available in this editor: ${what} (${why})`);
      return { dispose: () => {} };
    }
  };
}
