import * as vscode from 'vscode';
import type { RegisterOptional } from './optional.ts';

/**
 * Stands in for commands until one of them is first run; then the stand-ins make way for what `load` registers, and the
 * command is run again.
 *
 * @param optional registers a stand-in; another extension may have taken its id
 */
export function lazyCommands(
  ids: readonly string[],
  optional: RegisterOptional,
  load: () => Promise<() => vscode.Disposable[]>,
): vscode.Disposable {
  let loading: Promise<void> | undefined;
  const standIns = ids.map((id) =>
    optional(`the command ${id}`, () =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        loading ??= makeWay();
        await loading;
        return vscode.commands.executeCommand(id, ...args);
      }),
    ),
  );
  let registered = standIns;

  async function makeWay(): Promise<void> {
    try {
      const register = await load();
      for (const standIn of standIns) standIn.dispose();
      registered = register();
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }

  return { dispose: () => registered.forEach((each) => void each.dispose()) };
}
