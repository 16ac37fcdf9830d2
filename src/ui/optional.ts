import type * as vscode from 'vscode';

/**
 * Registers a feature that an editor might not support. `what` is the feature's name, as a plural noun, for messages in
 * the output channel.
 */
export type RegisterOptional = (what: string, register: () => vscode.Disposable) => vscode.Disposable;

/**
 * Returns a function for optional registrations. If one throws, the error is written to the output, and the others are
 * not affected.
 */
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
