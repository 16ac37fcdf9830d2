import * as vscode from 'vscode';
import type { ConnectionStore } from '../../connections/connectionStore.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf } from '../../connections/logTarget.ts';
import type { RecentLog, RecentLogs } from '../../connections/recentLogs.ts';
import { t } from '../../text/l10n.ts';
import type { TimeStyle } from '../../text/zonedTime.ts';
import { Disposables } from '../../ui/disposables.ts';
import { recentItem } from './treeRows.ts';

/** The recently opened logs. Only a log's rule and time are stored on disk. */
export class RecentTree extends Disposables implements vscode.TreeDataProvider<RecentLog> {
  readonly #recent: RecentLogs;
  readonly #connections: ConnectionStore;
  readonly #timeStyle: (domain: DomainRef) => TimeStyle;
  readonly #view: vscode.TreeView<RecentLog>;
  readonly #changed = this.register(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    view: vscode.TreeView<RecentLog>,
    recent: RecentLogs,
    connections: ConnectionStore,
    timeStyle: (domain: DomainRef) => TimeStyle,
  ) {
    super();
    this.#timeStyle = timeStyle;
    this.#recent = recent;
    this.#connections = connections;
    this.#view = view;
    this.register(recent.onDidChange(() => this.redraw()));
    this.register(connections.onDidChange(() => this.redraw()));
  }

  get selection(): readonly RecentLog[] {
    return this.#view.selection;
  }

  redraw(): void {
    this.#changed.fire(undefined);
  }

  getChildren(node?: RecentLog): RecentLog[] {
    return node ? [] : [...this.#recent.list()];
  }

  getTreeItem(log: RecentLog): vscode.TreeItem {
    const connection = this.#connections.get(log.connectionId);
    const several = this.#connections.list().length > 1;
    const from = connection ? several && connection.name : t('connection removed');
    return recentItem(log, from || undefined, this.#timeStyle(domainOf(log)));
  }
}
