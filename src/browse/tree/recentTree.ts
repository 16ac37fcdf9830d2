import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { domainOf } from '../../connections/logTarget.ts';
import type { RecentLog } from '../../connections/storedList.ts';
import { Disposables } from '../../ui/disposables.ts';
import { recentItem } from './treeItems.ts';

/** The recently opened logs. The rule and the time are the only log content that is stored on disk. */
export class RecentTree extends Disposables implements vscode.TreeDataProvider<RecentLog> {
  readonly #app: Pick<App, 'recent' | 'connections' | 'timeStyle'>;
  readonly #changed = this.register(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(app: Pick<App, 'recent' | 'connections' | 'timeStyle'>) {
    super();
    this.#app = app;
    this.register(app.recent.onDidChange(() => this.redraw()));
    this.register(app.connections.onDidChange(() => this.redraw()));
  }

  redraw(): void {
    this.#changed.fire(undefined);
  }

  getChildren(node?: RecentLog): RecentLog[] {
    return node ? [] : [...this.#app.recent.list()];
  }

  getTreeItem(log: RecentLog): vscode.TreeItem {
    const { connections, timeStyle } = this.#app;
    const several = connections.list().length > 1;
    return recentItem(
      log,
      several ? connections.get(log.connectionId)?.name : undefined,
      timeStyle(domainOf(log)),
    );
  }
}
