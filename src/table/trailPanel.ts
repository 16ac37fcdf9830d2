import * as vscode from 'vscode';
import type { DomainNames } from '../browse/domainNames.ts';
import type { LogNodes } from '../browse/tree/logNodes.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import type { ListedLog } from '../service/model.ts';
import type { LogNode } from '../targets/nodes.ts';
import type { OpenTable, TableFocus } from '../targets/openTable.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import type { TimeStyle } from '../text/zonedTime.ts';
import { Panel } from '../ui/panel.ts';
import type { CommonMessage } from '../ui/panelMessages.ts';
import { type CopyOptions, copySelection } from './copySelection.ts';
import type { Trail } from './readTrail.ts';
import { rowView } from './rowView.ts';
import { type ColumnLayout, type FromTable, readFromTable, type ToTable } from './tableMessages.ts';
import type { Beside } from './tablePanel.ts';

export interface TrailPanelOptions extends CopyOptions {
  readonly extensionUri: vscode.Uri;
  readonly names: DomainNames;
  readonly logNodes: LogNodes;
  readonly tableFocus: TableFocus;
  readonly timeStyle: (domain: DomainRef) => TimeStyle;
  readonly showBeside: (log: LogTarget, beside: Beside) => Promise<void>;
}

const COLUMNS: readonly string[] = ['domain', 'action', 'uri', 'rule', 'time', 'detectedValue'];

/** The detections for an address as they were read, in a table with rows from several domains. */
export class TrailPanel extends Panel<Exclude<FromTable, CommonMessage>, ToTable> implements OpenTable {
  readonly #options: TrailPanelOptions;
  readonly #trail: Trail;
  readonly #title: string;
  readonly #nodes: ReadonlyMap<string, LogNode>;
  readonly domain: DomainRef;
  readonly query = {};
  #columns: ColumnLayout = COLUMNS.map((id) => ({ id }));
  selection: readonly LogNode[] = [];
  focused: LogNode | undefined;
  column: string | undefined;
  #isNarrow = false;

  /** @param domain the domain of the log that it was opened from */
  constructor(domain: DomainRef, address: string, trail: Trail, options: TrailPanelOptions) {
    const title = t('Trail: {0}', asLabel(address));
    const { extensionUri, logNodes } = options;
    const panel = vscode.window.createWebviewPanel('partnerLogs.table', title, vscode.ViewColumn.Active, {
      retainContextWhenHidden: true,
    });
    super(panel, { extensionUri, name: 'table', title, read: readFromTable });
    this.#options = options;
    this.#trail = trail;
    this.#title = title;
    this.domain = domain;
    const { connectionId } = domain;
    const parentOf = ({ key }: ListedLog) =>
      ({ kind: 'domain', connectionId, index: key.domain, name: undefined, other: {} }) as const;
    this.#nodes = new Map(trail.logs.map((log) => [idOf(log), logNodes.node(parentOf(log), log)]));
    this.viewStateChanged();
  }

  get loaded(): number {
    return this.#trail.logs.length;
  }

  get pages(): OpenTable['pages'] {
    return { perPage: Math.max(1, this.#trail.logs.length), total: this.#trail.logs.length };
  }

  reveal(): void {
    this.webviewPanel.reveal();
    this.send({ type: 'focus' });
  }

  reload(): void {}

  goTo(place: number): void {
    this.reveal();
    this.send({ type: 'goTo', place });
  }

  /** Shows the statuses that were read. */
  redraw(): void {
    this.#show('status', true);
    this.fill();
  }

  protected get shownFault(): undefined {
    return undefined;
  }

  protected async tryAgain(): Promise<void> {}

  protected end(): void {
    this.#options.tableFocus.closed(this);
  }

  protected viewStateChanged(): void {
    this.#options.tableFocus.changed(this, this.isActive);
  }

  protected fill(): void {
    const { statuses, names, timeStyle } = this.#options;
    const { connectionId } = this.domain;
    const { logs, notices } = this.#trail;
    const head = {
      title: this.#title,
      connectionId,
      domain: this.domain.index,
      chips: [],
      columns: this.#columns,
      otherColumns: [],
      isReadingBeside: false,
      isTrail: true,
      times: timeStyle(this.domain),
    } as const;
    this.send({ type: 'head', head });
    const rows = logs.map((log, place) => {
      const { key } = log;
      const view = rowView(
        log,
        this.#columns.map(({ id }) => id),
        false,
        statuses.of({ connectionId, key }),
      );
      const name = names.shown({ connectionId, index: key.domain });
      return [
        place,
        { ...view, id: idOf(log), domain: key.domain, cells: { ...view.cells, domain: name } },
      ] as const;
    });
    this.send({ type: 'rows', list: 1, rows, dropped: [], unreadable: [] });
    const state = {
      list: 1,
      length: logs.length,
      total: logs.length,
      newer: 0,
      isFirst: false,
      isChanging: false,
      isLoading: false,
      failed: [],
      notices: notices.map(local),
    } as const;
    this.send({ type: 'list', state });
  }

  protected async receive(message: Exclude<FromTable, CommonMessage>): Promise<void> {
    switch (message.type) {
      case 'select':
        this.column = message.column;
        this.selection = message.ids.flatMap((id) => this.#nodes.get(id) ?? []);
        this.focused = message.focus === undefined ? undefined : this.#nodes.get(message.focus);
        return;
      case 'open':
        if (this.focused) await this.#options.showBeside(this.focused, this.#place());
        return;
      case 'copy': {
        if (this.selection.length === 0) return;
        const columns = this.#columns.map(({ id }) => id);
        return this.send({ type: 'say', text: await copySelection(this.selection, columns, this.#options) });
      }
      case 'narrow':
        this.#isNarrow = message.isNarrow;
        return;
      case 'column':
        this.#show(message.id, message.isShown);
        return this.fill();
      case 'width': {
        const { id, width } = message;
        this.#columns = this.#columns.map((each) => (each.id === id ? { ...each, width } : each));
        return this.fill();
      }
    }
  }

  #show(id: string, isShown: boolean): void {
    const others = this.#columns.filter((each) => each.id !== id);
    this.#columns = isShown ? [...others, { id, isChosen: true }] : others;
  }

  #place(): Beside {
    const { viewColumn: column } = this.webviewPanel;
    return { column, focus: true, isBelow: this.#isNarrow, refocus: () => this.reveal() };
  }
}

/** Equal numbers in two domains identify two logs. */
function idOf({ key }: ListedLog): string {
  return `${key.domain}/${key.idx}/${key.detectedType}`;
}
