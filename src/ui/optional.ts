import type * as vscode from 'vscode';

/** Registers something that an editor might not support; `what` names it in the plural, for the output. */
export type RegisterOptional = (what: string, register: () => vscode.Disposable) => vscode.Disposable;

/** Makes registrations optional: if one throws, only that one is lost, and the output reports it. */
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
