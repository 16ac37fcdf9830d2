import type * as vscode from 'vscode';
import type { DomainRef } from '../connections/domainRef.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import type { LogNode } from '../targets/nodes.ts';
import type { Beside, OpenTable, TableFocus } from '../targets/openTable.ts';
import { Panel } from '../ui/panel.ts';
import type { CommonMessage } from '../ui/panelMessages.ts';
import { type CopyOptions, copySelection } from './copySelection.ts';
import { type FromTable, readFromTable, type ToTable } from './tableMessages.ts';

export interface LogsPanelOptions extends CopyOptions {
  readonly extensionUri: vscode.Uri;
  readonly tableFocus: TableFocus;
  readonly showBeside: (log: LogTarget, beside: Beside) => Promise<void>;
}

export type TableMessage = Exclude<FromTable, CommonMessage>;

export const TABLE_VIEW_TYPE = 'partnerLogs.table';

/** A panel with a table of logs, its selection, and the actions on selected logs. */
export abstract class LogsPanel extends Panel<TableMessage, ToTable> implements OpenTable {
  abstract readonly domain: DomainRef;
  abstract readonly query: LogQuery;
  abstract readonly loaded: number;
  abstract readonly pages: OpenTable['pages'];
  /** The selected logs, in display order. They stay selected even if their rows are no longer in memory. */
  selection: readonly LogNode[] = [];
  /** The log in the focused row. */
  focused: LogNode | undefined;
  column: string | undefined;
  readonly #options: LogsPanelOptions;
  #selected: ReadonlyMap<string, LogNode> = new Map();
  #isNarrow = false;

  constructor(panel: vscode.WebviewPanel, title: string, options: LogsPanelOptions) {
    super(panel, { extensionUri: options.extensionUri, name: 'table', title, read: readFromTable });
    this.#options = options;
  }

  /** The IDs of the visible columns, in display order. */
  protected abstract get columnIds(): readonly string[];

  /** Returns the log with this ID (as used by the page), if its row is loaded. */
  protected abstract find(id: string): LogNode | undefined;

  abstract reload(): void;

  reveal(): void {
    this.webviewPanel.reveal();
    this.send({ type: 'focus' });
  }

  goTo(place: number): void {
    this.reveal();
    this.send({ type: 'goTo', place });
  }

  protected end(): void {
    this.#options.tableFocus.closed(this);
  }

  protected viewStateChanged(): void {
    this.#options.tableFocus.changed(this, this.isActive);
  }

  /** @param ids the IDs of the logs, in display order */
  protected select(ids: readonly string[], focus?: string): void {
    const nodeOf = (id: string) => this.#selected.get(id) ?? this.find(id);
    const selected = ids.flatMap((id) => {
      const node = nodeOf(id);
      return node ? [[id, node] as const] : [];
    });
    this.focused = focus === undefined ? undefined : nodeOf(focus);
    this.#selected = new Map(selected);
    this.selection = [...this.#selected.values()];
  }

  protected async receive(message: TableMessage): Promise<void> {
    switch (message.type) {
      case 'select':
        this.column = message.column;
        return this.select(message.ids, message.focus);
      case 'open':
        if (this.focused) await this.showBeside(this.focused, true);
        return;
      case 'copy':
        if (this.selection.length === 0) return;
        return this.send({
          type: 'say',
          text: await copySelection(this.selection, this.columnIds, this.#options),
        });
      case 'narrow':
        this.#isNarrow = message.isNarrow;
    }
  }

  /** Shows a log next to the table, or below it if the table is narrow. */
  protected showBeside(log: LogNode, focus: boolean): Promise<void> {
    const { viewColumn: column } = this.webviewPanel;
    const beside = { column, focus, isBelow: this.#isNarrow, refocus: () => this.reveal() };
    return this.#options.showBeside(log, beside);
  }
}
