import type * as vscode from 'vscode';
import type { TablePanels } from './tablePanels.ts';

/** The tables of this window, loaded when the first is opened or restored. */
export interface TableFeature {
  readonly tables: () => Promise<TablePanels>;
  /** Does something with the tables, if any was opened. */
  readonly ifLoaded: <T>(work: (tables: TablePanels) => T) => Promise<T | undefined>;
}

/** @param make loads the tables */
export function registerTable(
  { subscriptions }: vscode.ExtensionContext,
  make: () => Promise<TablePanels>,
): TableFeature {
  let loading: Promise<TablePanels> | undefined;
  const tables = () => {
    loading ??= make().then((loaded) => {
      subscriptions.push(loaded);
      return loaded;
    });
    return loading;
  };
  return { tables, ifLoaded: async (work) => loading && work(await loading) };
}
