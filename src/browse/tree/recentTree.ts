import * as vscode from 'vscode';
import type { CommandId } from '../../commandIds.ts';
import type { ConnectionStore } from '../../connections/connectionStore.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, targetId } from '../../connections/logTarget.ts';
import type { RecentLog, RecentLogs } from '../../connections/recentLogs.ts';
import { t } from '../../text/l10n.ts';
import { asPlainLine, asPlainLines } from '../../text/label.ts';
import { rowTime, type TimeStyle, wholeTime } from '../../text/zonedTime.ts';
import { Disposables } from '../../ui/disposables.ts';

/** The recently opened logs. The rule and the time are the only log content that is stored on disk. */
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
    return recentItem(log, several ? connection?.name : undefined, this.#timeStyle(domainOf(log)));
  }
}

/**
 * Returns the tree item of a recently opened log.
 * @param from the connection's name, if it is shown
 */
export function recentItem(log: RecentLog, from: string | undefined, times: TimeStyle): vscode.TreeItem {
  const { domain, idx, detectedType } = log.key;
  const name = log.domainName ?? t('domain {0}', String(domain));
  const item = new vscode.TreeItem(asPlainLine(`${log.domainName ?? domain}/${idx}`));
  item.id = targetId(log);
  item.description = asPlainLine(
    [log.time && rowTime(log.time, times), log.rule, from].filter(Boolean).join('  '),
  );
  item.tooltip = asPlainLines([
    ...(log.rule ? [log.rule] : []),
    t('Log {0} ({1}) of {2}', String(idx), detectedType, name),
    ...(log.time ? [t('{0}: {1}', t('Time'), wholeTime(log.time, times))] : []),
  ]);
  item.iconPath = new vscode.ThemeIcon('history');
  item.accessibilityInformation = {
    label: asPlainLine([name, t('log {0}', String(idx)), log.rule, log.time].filter(Boolean).join(', ')),
  };
  item.command = { command: 'partnerLogs.openRecent' satisfies CommandId, title: t('Open Detection Log') };
  return item;
}
