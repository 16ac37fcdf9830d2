import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { domainLabel } from '../../connections/domainRef.ts';
import { domainOf, targetId } from '../../connections/logTarget.ts';
import type { RecentLog } from '../../connections/storedList.ts';
import { t } from '../../text/l10n.ts';
import { asPlainLine } from '../../text/label.ts';
import { rowTime, wholeTime } from '../../text/zonedTime.ts';
import { Disposables } from '../../ui/disposables.ts';
import { describe, openCommand } from './treeItems.ts';

/** The recently opened logs. The rule and the time are the only log content that is stored on disk. */
export class RecentTree extends Disposables implements vscode.TreeDataProvider<RecentLog> {
  readonly #app: App;
  readonly #changed = this.register(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(app: App) {
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
    const { connectionId, key, rule, time, domainName } = log;
    const domain = domainOf(log);
    const times = timeStyle(domain);
    const connection = connections.list().length > 1 ? connections.get(connectionId)?.name : undefined;
    const item = new vscode.TreeItem(asPlainLine(`${domainName ?? key.domain}/${key.idx}`));
    item.id = targetId(log);
    item.description = asPlainLine(
      [time && rowTime(time, times), rule, connection].filter(Boolean).join('  '),
    );
    item.iconPath = new vscode.ThemeIcon('history');
    item.command = openCommand(log);
    const name = domainLabel({ ...domain, name: domainName });
    describe(item, [
      rule,
      t('Log {0} ({1}) of {2}', String(key.idx), key.detectedType, name),
      time && t('{0}: {1}', t('Time'), wholeTime(time, times)),
    ]);
    return item;
  }
}
