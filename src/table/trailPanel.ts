import * as vscode from 'vscode';
import type { Browse } from '../browse/registerBrowse.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { ListedLog } from '../service/model.ts';
import type { LogNode } from '../targets/nodes.ts';
import type { OpenTable } from '../targets/openTable.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import type { ColumnLayout } from './columns.ts';
import { LogsPanel, type LogsPanelOptions, TABLE_VIEW_TYPE, type TableMessage } from './logsPanel.ts';
import type { Trail } from './readTrail.ts';
import { rowView } from './rowView.ts';

export type TrailPanelOptions = LogsPanelOptions & Browse;

const COLUMNS: readonly string[] = ['domain', 'action', 'uri', 'rule', 'time', 'detectedValue'];

/** The detections for an address, in a table with rows from several domains. They are read only once. */
export class TrailPanel extends LogsPanel {
  readonly #options: TrailPanelOptions;
  readonly #trail: Trail;
  readonly #title: string;
  readonly #nodes: ReadonlyMap<string, LogNode>;
  readonly domain: DomainRef;
  readonly query = {};
  #columns: ColumnLayout = COLUMNS.map((id) => ({ id }));

  /** @param domain the domain of the log from which the trail was opened */
  constructor(domain: DomainRef, address: string, trail: Trail, options: TrailPanelOptions) {
    const title = t('Trail: {0}', asLabel(address));
    const panel = vscode.window.createWebviewPanel(TABLE_VIEW_TYPE, title, vscode.ViewColumn.Active, {
      retainContextWhenHidden: true,
    });
    super(panel, title, options);
    this.#options = options;
    this.#trail = trail;
    this.#title = title;
    this.domain = domain;
    const { connectionId } = domain;
    const parentOf = ({ key }: ListedLog) =>
      ({ kind: 'domain', connectionId, index: key.domain, name: undefined, other: {} }) as const;
    const { logNodes } = options;
    this.#nodes = new Map(trail.logs.map((log) => [idOf(log), logNodes.node(parentOf(log), log)]));
    this.viewStateChanged();
  }

  get loaded(): number {
    return this.#trail.logs.length;
  }

  get pages(): OpenTable['pages'] {
    return { perPage: Math.max(1, this.loaded), total: this.loaded };
  }

  reload(): void {}

  /** Shows the statuses that have been read. */
  redraw(): void {
    this.#show('status', true);
    this.fill();
  }

  protected get shownFault(): undefined {
    return undefined;
  }

  protected get columnIds(): readonly string[] {
    return this.#columns.map(({ id }) => id);
  }

  protected find(id: string): LogNode | undefined {
    return this.#nodes.get(id);
  }

  protected async tryAgain(): Promise<void> {}

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
      const view = rowView(log, this.columnIds, false, statuses.of({ connectionId, key }));
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

  protected override async receive(message: TableMessage): Promise<void> {
    switch (message.type) {
      case 'column':
        this.#show(message.id, message.isShown);
        return this.fill();
      case 'width': {
        const { id, width } = message;
        this.#columns = this.#columns.map((each) => (each.id === id ? { ...each, width } : each));
        return this.fill();
      }
      default:
        return super.receive(message);
    }
  }

  #show(id: string, isShown: boolean): void {
    const others = this.#columns.filter((each) => each.id !== id);
    this.#columns = isShown ? [...others, { id, isChosen: true }] : others;
  }
}

/** Returns an ID that includes the domain, because logs in different domains can have the same number. */
function idOf({ key }: ListedLog): string {
  return `${key.domain}/${key.idx}/${key.detectedType}`;
}
