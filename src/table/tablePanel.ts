import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { parseTyped } from '../browse/filter/typedQuery.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import type { DomainNode, LogNode } from '../connections/nodes.ts';
import type { OpenTable, ShownLogs } from '../connections/openTable.ts';
import type { ListChange } from '../lists/pagedList.ts';
import { type ListedLog, logId } from '../service/model.ts';
import { rowMatcher } from '../service/queries/filter.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { t } from '../text/l10n.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { Panel, type ShownFault } from '../ui/panel.ts';
import type { CommonMessage } from '../ui/panelMessages.ts';
import { askPage } from './askPage.ts';
import { COLUMNS, columnTitle, FIRST_COLUMNS, withStatus } from './columns.ts';
import { MOST_ROWS } from './lines.ts';
import { ReadBeside } from './readBeside.ts';
import { rowViews } from './rowView.ts';
import { ShownLists } from './shownLists.ts';
import {
  type FromTable,
  readFromTable,
  type TableAction,
  type TableStored,
  type ToTable,
} from './tableMessages.ts';
import { tableState, tabTitle } from './tableState.ts';

/** A domain whose logs a table shows, with the filter if it is not the one that the tree uses. */
export interface TableSubject extends DomainRef {
  readonly query?: LogQuery | undefined;
}

/** The key in global state that determines whether logs are shown next to the table. */
const READ_BESIDE = 'tableReadBeside';

type TableMessage = Exclude<FromTable, CommonMessage>;

/** A table that shows a domain's logs while they are being read, and handles actions on its rows and buttons. */
export class TablePanel extends Panel<TableMessage, ToTable> implements OpenTable {
  readonly #app: App;
  /** The stored state of a restored table. */
  readonly #stored: TableStored | undefined;
  readonly #beside = new ReadBeside<LogNode>((log) => this.#showBeside(log, false));
  #domain: DomainRef | undefined;
  filter: LogQuery = {};
  #typed = '';
  readonly #lists = new ShownLists({
    onPlaced: (change) => this.#sendRows(change),
    onReplaced: () => {
      this.#select([]);
      this.redraw();
    },
    onChange: () => this.#sendState(),
  });
  /** The selected logs, in display order. They stay selected even if their rows are no longer in memory. */
  selection: readonly LogNode[] = [];
  /** The log in the focused row. */
  focused: LogNode | undefined;
  column: string | undefined;
  #columns = FIRST_COLUMNS;
  #areChosen = false;

  constructor(panel: vscode.WebviewPanel, stored: TableStored | undefined, app: App) {
    super(panel, {
      extensionUri: app.extensionUri,
      name: 'table',
      title: t('Detection Logs'),
      read: readFromTable,
    });
    this.#app = app;
    this.#stored = stored;
  }

  get subject(): DomainRef | undefined {
    return this.#domain;
  }

  get domain(): DomainRef {
    return this.#domain ?? { connectionId: '', index: this.#stored?.domain ?? 0 };
  }

  /** Shows a domain's logs with the subject's filter, or that the domain is no longer available. */
  show(subject: TableSubject | undefined): void {
    if (subject && !this.#domain) {
      const { connectionId, index, name } = subject;
      this.#domain = { connectionId, index, name };
      this.filter = subject.query ?? this.#app.filters.query(subject);
      this.viewStateChanged();
      this.#read();
    } else if (subject?.query) this.setFilter(subject.query);
    this.#sendState();
  }

  get query(): LogQuery {
    return { ...this.filter, ...parseTyped(this.#typed) };
  }

  get loaded(): number {
    return this.#lists.shown?.list.size ?? 0;
  }

  get total(): number | undefined {
    return this.#lists.shown?.list.total;
  }

  setFilter(query: LogQuery): void {
    this.#typed = '';
    const isSame = isDeepStrictEqual(this.filter, query);
    this.filter = query;
    this.#sendFound();
    if (isSame) this.#sendState();
    else this.whenVisible(() => this.#read());
  }

  /** Rereads the list. */
  reload(): void {
    this.#app.lists.outdate(this.domain);
    this.reread();
  }

  /** Reads any missing or outdated parts of the list. */
  reread(): void {
    if (!this.#isConnected) this.#clear();
    else this.whenVisible(() => this.#read());
  }

  /** Clears the list, which might belong to a different service, and reads it again. */
  forget(): void {
    this.#clear();
    this.reread();
  }

  /** Renders the columns and rows again. */
  redraw(): void {
    this.#sendState();
    const list = this.#lists.shown?.list;
    if (list) this.#sendRows({ placed: list.entries(), dropped: [], unreadable: list.unreadable() });
  }

  /** Shows statuses that have been read. */
  showStatuses(): void {
    this.#columns = withStatus(this.#columns);
    this.redraw();
  }

  /** Announces text to screen readers. */
  say(text: string): void {
    this.send({ type: 'say', text });
  }

  /** Checks for new logs while the table is visible. */
  async checkNew(signal: AbortSignal): Promise<void> {
    if (!this.#lists.shown?.list.hasAnswered || !this.isVisible) return;
    await this.#lists.shown.list.checkNew(signal);
    this.#sendState();
  }

  reveal(): void {
    this.webviewPanel.reveal();
    this.send({ type: 'focus' });
  }

  protected end(): void {
    this.#lists.clear();
    this.#beside.stop();
    this.#app.tableFocus.closed(this);
  }

  protected get shownFault(): ShownFault {
    return { fault: this.#lists.fault, target: this.domain };
  }

  protected fill(): void {
    this.redraw();
    this.#sendFound();
  }

  protected viewStateChanged(): void {
    this.#lists.pause(!this.isVisible);
    this.#app.tableFocus.changed(this, this.isActive);
  }

  protected async tryAgain(): Promise<void> {
    if (!this.#lists.tryAgain()) this.reload();
  }

  protected async receive(message: TableMessage): Promise<void> {
    switch (message.type) {
      case 'look':
        if (message.list === this.#lists.shown?.number)
          this.#lists.shown.reader.look(message.first, message.end);
        return;
      case 'select':
        this.column = message.column;
        this.#select(message.ids, message.focus);
        if (this.#isReadingBeside && this.focused && message.ids.length === 1)
          this.#beside.moveTo(this.focused);
        return;
      case 'search':
        if (message.isEntered) return this.setFilter({ ...this.filter, ...parseTyped(message.text) });
        this.#typed = message.text.trim();
        return this.#sendFound();
      case 'run':
        await this.#actions[message.action](message.argument ?? '');
    }
  }

  readonly #actions: Readonly<Record<TableAction, (argument: string) => unknown>> = {
    open: () => {
      this.#beside.stop();
      return this.focused && this.#showBeside(this.focused, true);
    },
    copyValue: () => runCommand('partnerLogs.copyValue'),
    filterLogs: async () => {
      await runCommand('partnerLogs.filterLogs', this.domain);
      if (this.isActive) this.send({ type: 'focus' });
    },
    removeFilter: (field) => {
      const { [field as keyof LogQuery]: _, ...query } = this.filter;
      this.setFilter(query);
    },
    goToPage: () => this.#goToPage(),
    refresh: () => this.reload(),
    exportLogs: () => {
      const shown: ShownLogs = { ...this.#node, query: this.query };
      const [log] = this.selection;
      return runCommand('partnerLogs.exportLogs', log ?? shown, this.selection);
    },
    load: () => this.#lists.shown?.reader.load(MOST_ROWS),
    stop: () => this.#lists.shown?.reader.stop(),
    readBeside: async () => {
      await this.#app.globalState.update(READ_BESIDE, !this.#isReadingBeside);
      if (!this.#isReadingBeside) this.#beside.stop();
      else if (this.focused) this.#beside.moveTo(this.focused);
      this.#sendState();
    },
    chooseColumns: () => this.#chooseColumns(),
    copyBugReport: () => runCommand('partnerLogs.copyBugReport'),
    copyExclusionRequest: () => runCommand('partnerLogs.copyExclusionRequest'),
    readStatuses: () => runCommand('partnerLogs.readStatuses'),
  };

  get #isConnected(): boolean {
    return this.#app.connections.get(this.domain.connectionId) !== undefined;
  }

  get #isReadingBeside(): boolean {
    return this.#app.globalState.get<boolean>(READ_BESIDE) ?? true;
  }

  /** The domain's tree node, or a new one if the tree does not show the domain. */
  get #node(): DomainNode {
    const id = domainId(this.domain);
    const listed = this.#app.domains.domains().find((each) => domainId(each) === id);
    return listed ?? { kind: 'domain', name: undefined, ...this.domain, other: {} };
  }

  #clear(): void {
    this.#lists.clear();
    this.#select([]);
    this.#sendState();
  }

  /** Reads the list with the current filter. */
  #read(): void {
    const { lists, filters } = this.#app;
    const filter = filters.on(this.domain, this.filter);
    if (this.#isConnected) this.#lists.read(lists.logList(this.domain, filter));
  }

  /** @param ids the IDs of the logs, in display order */
  #select(ids: readonly string[], focus?: string): void {
    const selected = new Map(this.selection.map((log) => [logId(log.key), log]));
    const places = this.#lists.shown?.list;
    const parent = this.#node;
    const nodeOf = (id: string): LogNode | undefined => {
      const place = places?.placeOf(id);
      const log = place === undefined ? undefined : places?.at(place);
      return selected.get(id) ?? (log && this.#app.logNodes.node(parent, log));
    };
    this.focused = focus === undefined ? undefined : nodeOf(focus);
    this.selection = ids.flatMap((id) => nodeOf(id) ?? []);
  }

  async #showBeside(log: LogNode, focus: boolean): Promise<void> {
    await this.#app.panels.open(log, { beside: { column: this.webviewPanel.viewColumn, focus } });
  }

  async #chooseColumns(): Promise<void> {
    const ids = new Set([...this.#columns, ...COLUMNS.map(({ id }) => id)]);
    const items = [...ids].map((id) => ({
      id,
      label: columnTitle(id),
      picked: this.#columns.includes(id),
    }));
    const options = { title: t('Columns'), canPickMany: true } as const;
    const chosen = await vscode.window.showQuickPick(items, options);
    if (!chosen || chosen.length === 0) return;
    this.#columns = chosen.map(({ id }) => id);
    this.#areChosen = true;
    this.redraw();
  }

  /** Prompts for a page, and scrolls to its first row. */
  async #goToPage(): Promise<void> {
    const place = await askPage(this.total);
    if (place === undefined) return;
    this.reveal();
    this.send({ type: 'focus', place });
  }

  #sendFound(): void {
    const filter = this.#app.filters.on(this.domain, parseTyped(this.#typed));
    const matches = this.#typed === '' ? undefined : rowMatcher(filter);
    const entries = (matches && this.#lists.shown?.list.entries()) ?? [];
    const ids = entries.flatMap(([, { key, row }]) => (matches?.(row) ? [logId(key)] : []));
    this.send({ type: 'found', ...(matches && { ids }) });
  }

  #sendRows(change: ListChange<ListedLog>): void {
    const { shown } = this.#lists;
    if (!shown) return;
    const statusOf = ({ key }: ListedLog) =>
      this.#app.tables.statuses.of({ connectionId: this.domain.connectionId, key });
    const hasStatus = change.placed.some(([, log]) => statusOf(log) !== undefined);
    if (hasStatus && !this.#areChosen && !this.#columns.includes('status')) {
      this.#columns = withStatus(this.#columns);
      this.#sendState();
    }
    const names = () => this.#app.services.filterNames(this.domain.connectionId);
    const rows = rowViews(change, shown, { columns: this.#columns, statusOf, names });
    this.send({ type: 'rows', list: shown.number, rows });
    if (this.#typed !== '') this.#sendFound();
  }

  #sendState(): void {
    this.webviewPanel.title = this.#domain ? tabTitle(this.#domain, this.#app) : t('Detection Logs');
    const stored = this.#storedNow;
    const { domain, filter } = this;
    const state = tableState(
      {
        ...{ domain, filter, columns: this.#columns, areChosen: this.#areChosen },
        ...{ isReadingBeside: this.#isReadingBeside, lists: this.#lists },
      },
      this.#app,
    );
    this.send({ type: 'show', state, ...(stored && { stored }) });
  }

  get #storedNow(): TableStored | undefined {
    const { connectionId, index } = this.domain;
    const base = this.#app.connections.get(connectionId)?.baseUrl;
    if (base === undefined) return this.#stored;
    const { uri: _, keyword: __, ...filter } = this.filter;
    return { base, connectionId, domain: index, filter };
  }
}
