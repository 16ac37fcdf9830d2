import * as vscode from 'vscode';
import type { CommandId } from '../../commandIds.ts';
import type { ConnectionStore } from '../../connections/connectionStore.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, targetId } from '../../connections/logTarget.ts';
import type { RecentLog, RecentLogs } from '../../connections/recentLogs.ts';
import { asPlainLine, asPlainLines } from '../../text/label.ts';
import { rowTime, type TimeStyle, wholeTime } from '../../text/zonedTime.ts';
import { Disposables } from '../../ui/disposables.ts';

/** The last opened logs. Of a log, only its rule and time stay on disk. */
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
    const { domain, idx, detectedType } = log.key;
    const connection = this.#connections.get(log.connectionId);
    const several = this.#connections.list().length > 1;
    const item = new vscode.TreeItem(asPlainLine(`${log.domainName ?? domain}/${idx}`));
    item.id = targetId(log);
    const times = this.#timeStyle(domainOf(log));
    const from = connection ? several && connection.name : 'connection removed';
    item.description = asPlainLine(
      [log.rule, log.time && rowTime(log.time, times), from].filter(Boolean).join('  '),
    );
    item.tooltip = asPlainLines([
      ...(log.rule ? [log.rule] : []),
      `Log ${idx} (${detectedType}) of ${log.domainName ?? `domain ${domain}`}`,
      ...(log.time ? [`Time: ${wholeTime(log.time, times)}`] : []),
    ]);
    item.iconPath = new vscode.ThemeIcon(log.pinned ? 'pinned' : 'history');
    item.contextValue = log.pinned ? 'recent pinned' : 'recent';
    item.accessibilityInformation = {
      label: asPlainLine(
        [log.domainName ?? `domain ${domain}`, `log ${idx}`, log.pinned && 'pinned', log.rule, log.time]
          .filter(Boolean)
          .join(', '),
      ),
    };
    // Without arguments, as the rows of the Domains view.
    item.command = { command: 'partnerLogs.openRecent' satisfies CommandId, title: 'Open Detection Log' };
    return item;
  }
}
