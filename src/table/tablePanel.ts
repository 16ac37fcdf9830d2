import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { Services } from '../connections/services.ts';
import { type ListChange, PER_PAGE } from '../lists/pagedList.ts';
import type { ListedLog, LogFilter } from '../service/model.ts';
import { isEmptyQuery, type LogQuery } from '../service/queries/logQuery.ts';
import type { DomainNode, LogNode } from '../targets/nodes.ts';
import type { Beside, OpenTable, ShownLogs, TableFocus } from '../targets/openTable.ts';
import { parseTyped } from '../targets/typedQuery.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { Panel, type ShownFault } from '../ui/panel.ts';
import { type CommonMessage, domainGone, panelFailure } from '../ui/panelMessages.ts';
import { showFailure } from '../ui/showFault.ts';
import { askPage } from './askPage.ts';
import { addOtherColumns, type ColumnLayout, FIRST_COLUMNS, withColumn } from './columns.ts';
import { type CopyOptions, copySelection } from './copySelection.ts';
import { MOST_ROWS } from './entries.ts';
import { ReadBeside } from './readBeside.ts';
import { rowView } from './rowView.ts';
import { ShownList } from './shownList.ts';
import { type FromTable, readFromTable, type TableStored, type ToTable } from './tableMessages.ts';
import { TableSearch } from './tableSearch.ts';
import { listState, type TableHeadOptions, tableHead } from './tableState.ts';

export interface TablePanelOptions extends TableHeadOptions, Omit<CopyOptions, 'services'> {
  readonly extensionUri: vscode.Uri;
  readonly services: Services;
  readonly tableFocus: TableFocus;
  readonly showBeside: (log: LogTarget, beside: Beside) => Promise<unknown>;
  readonly setReadingBeside: (isOn: boolean) => void;
}

type TableMessage = Exclude<FromTable, CommonMessage>;

type StoredDomain = Pick<TableStored, 'base' | 'domain'>;

/** A table that shows a domain's logs while they are being read, and handles actions on its rows and buttons. */
export class TablePanel extends Panel<TableMessage, ToTable> implements OpenTable {
  readonly #options: TablePanelOptions;
  readonly #beside: ReadBeside<LogNode>;
  readonly #list: ShownList;
  readonly #search: TableSearch;
  readonly #stored: StoredDomain | undefined;
  #domain: DomainRef | undefined;
  /** The selected logs, in display order. They stay selected even if their rows are no longer in memory. */
  selection: readonly LogNode[] = [];
  /** The log in the focused row. */
  focused: LogNode | undefined;
  column: string | undefined;
  #selected: ReadonlyMap<string, LogNode> = new Map();
  #columns: ColumnLayout = FIRST_COLUMNS.map((id) => ({ id }));
  #otherColumns = new Set<string>();
  /** The style of times that the page currently uses. */
  #times = '';

  constructor(panel: vscode.WebviewPanel, stored: StoredDomain | undefined, options: TablePanelOptions) {
    const { extensionUri } = options;
    super(panel, { extensionUri, name: 'table', title: t('Detection Logs'), read: readFromTable });
    this.#options = options;
    this.#stored = stored;
    this.#beside = new ReadBeside<LogNode>({
      show: (log) => this.#showBeside(log, false),
      idOf: targetId,
    });
    this.#list = new ShownList({
      onPlaced: (change) => this.#sendRows(change),
      onReplaced: (isShown) => {
        if (isShown) {
          this.#select([]);
          // The name of the domain might have been read in the meantime.
          this.#sendHead();
          this.#sendAllRows();
        }
        this.#search.sendFound(false);
      },
      onChange: () => this.#sendList(),
    });
    this.#search = new TableSearch({
      list: this.#list,
      filterOf: (typed) => this.#filterOf(typed),
      filterNames: () => this.#filterNames(),
      read: () => this.#read(),
      send: (found) => this.send(found),
      onFault: showFailure,
    });
    panel.title = this.#title;
  }

  get subject(): DomainRef | undefined {
    return this.#domain;
  }

  get domain(): DomainRef {
    return this.#domain ?? { connectionId: '', index: this.#stored?.domain ?? 0 };
  }

  /** Shows a domain's logs, or that the domain is no longer available. */
  show(domain: DomainRef | undefined): void {
    if (domain && this.#domain) return;
    this.#domain = domain;
    this.webviewPanel.title = this.#title;
    this.viewStateChanged();
    if (domain) this.#read();
    this.fill();
  }

  get query(): LogQuery {
    return this.#queryOf(this.#search.typed);
  }

  get loaded(): number {
    return this.#list.current?.places.size ?? 0;
  }

  get total(): number | undefined {
    return this.#list.current?.places.total;
  }

  get stored(): StoredDomain | undefined {
    const base = this.#options.connections.get(this.domain.connectionId)?.baseUrl;
    return base === undefined ? this.#stored : { base, domain: this.domain.index };
  }

  /** Rereads the list with the current filter. */
  reload(): void {
    this.#options.lists.outdate(this.domain);
    this.reread();
  }

  /** Shows the list with the current filter, and reads any missing or outdated parts. */
  reread(): void {
    if (!this.#domain) return;
    this.#sendHead();
    if (!this.#options.connections.get(this.domain.connectionId)) {
      this.#list.clear();
      this.#sendList();
      return;
    }
    this.whenVisible(() => this.#read());
  }

  /** Clears the list, which might belong to a different service, and reads it again. */
  forget(): void {
    this.#list.clear();
    this.#select([]);
    this.reread();
  }

  /** Rereads the list if its filter has changed. */
  filterChanged(): void {
    if (!this.#domain) return;
    const filter = this.#filterOf(this.#search.typed);
    const list = this.#list.latest;
    this.#sendHead();
    if (list && !isDeepStrictEqual(list.filter, filter)) this.whenVisible(() => this.#read());
  }

  /** Shows or hides a column. */
  showColumn(id: string, isShown: boolean): void {
    this.#columns = withColumn(this.#columns, id, isShown);
    this.redraw();
  }

  /** Renders the columns and rows again. */
  redraw(): void {
    this.#sendHead();
    this.#sendAllRows();
  }

  /** Announces text to screen readers. */
  say(text: string): void {
    this.send({ type: 'say', text });
  }

  /** Checks for new logs while the table is visible. */
  async checkNew(signal: AbortSignal): Promise<void> {
    const list = this.#list.current;
    if (!list?.places.hasAnswered || !this.isVisible) return;
    await list.checkNew(signal);
    this.#sendList();
  }

  reveal(): void {
    this.webviewPanel.reveal();
    this.send({ type: 'focus' });
  }

  protected end(): void {
    this.#list.dispose();
    this.#search.cancel();
    this.#beside.stop();
    this.#options.tableFocus.closed(this);
  }

  /** The IDs of the visible columns, in display order. */
  get #columnIds(): readonly string[] {
    return this.#columns.map(({ id }) => id);
  }

  /** Returns the log with this ID (as used by the page), if its row is loaded. */
  #find(id: string): LogNode | undefined {
    const places = this.#list.current?.places;
    const place = places?.placeOf(id);
    const log = place === undefined ? undefined : places?.at(place);
    return log && this.#options.logNodes.node(this.#parent, log);
  }

  protected get shownFault(): ShownFault {
    const fault = this.#list.problem ?? this.#list.current?.reader.failed[0]?.fault;
    return { fault, target: this.domain };
  }

  protected fill(): void {
    this.redraw();
    this.#sendList();
  }

  get #title(): string {
    return this.#domain
      ? t('Logs: {0}', asLabel(this.#options.names.shown(this.domain)))
      : t('Detection Logs');
  }

  protected viewStateChanged(): void {
    this.#list.hide(!this.isVisible);
    this.#options.tableFocus.changed(this, this.isActive);
  }

  /** @param ids the IDs of the logs, in display order */
  #select(ids: readonly string[], focus?: string): void {
    const nodeOf = (id: string) => this.#selected.get(id) ?? this.#find(id);
    const selected = ids.flatMap((id) => {
      const node = nodeOf(id);
      return node ? [[id, node] as const] : [];
    });
    this.focused = focus === undefined ? undefined : nodeOf(focus);
    this.#selected = new Map(selected);
    this.selection = [...this.#selected.values()];
  }

  async #showBeside(log: LogNode, focus: boolean): Promise<void> {
    await this.#options.showBeside(log, { column: this.webviewPanel.viewColumn, focus });
  }

  #queryOf(typed: string): LogQuery {
    return { ...this.#options.filters.query(this.domain), ...parseTyped(typed) };
  }

  #filterOf(typed: string): LogFilter {
    return this.#options.filters.on(this.domain, this.#queryOf(typed));
  }

  #filterNames() {
    return this.#options.services.filterNames(this.domain.connectionId);
  }

  /** Reads the list with the current filter and the typed words, then shows it. */
  #read(): void {
    this.#list.become({
      list: this.#options.lists.logList(this.domain, this.#filterOf(this.#search.typed)),
      filterNames: () => this.#filterNames(),
    });
  }

  protected async tryAgain(): Promise<void> {
    const list = this.#list.current;
    if (!list) return this.reload();
    if (this.#list.problem !== undefined) return this.#read();
    list.reader.tryAgain();
  }

  protected async receive(message: TableMessage): Promise<void> {
    const list = this.#list.current;
    switch (message.type) {
      case 'look':
        if (message.list === list?.number) list.reader.look(message.first, message.end);
        return;
      case 'select':
        this.column = message.column;
        this.#select(message.ids, message.focus);
        if (this.#options.isReadingBeside() && this.focused && message.ids.length === 1)
          this.#beside.moveTo(this.focused);
        return;
      case 'open':
        if (!this.focused) return;
        this.#beside.stop();
        return this.#showBeside(this.focused, true);
      case 'copy': {
        if (this.selection.length === 0) return;
        return this.say(await copySelection(this.selection, this.#columnIds, this.#options));
      }
      case 'search':
        if (message.isEntered && message.text.trim() !== '') return this.#keepSearch(message.text);
        return this.#search.type(message.text);
      case 'removeFilter': {
        const query = { ...this.#options.filters.query(this.domain) };
        delete query[message.field as keyof LogQuery];
        return this.#setFilter(query);
      }
      case 'run':
        return this.#run(message.action);
      case 'load':
        if (message.isWanted) list?.reader.load(MOST_ROWS);
        else list?.reader.stop();
        return;
      case 'column':
        return this.showColumn(message.id, message.isShown);
      case 'readBeside':
        this.#options.setReadingBeside(message.isOn);
        if (!message.isOn) this.#beside.stop();
        else if (this.focused) this.#beside.moveTo(this.focused);
        return this.#sendHead();
    }
  }

  async #run(action: Extract<TableMessage, { type: 'run' }>['action']): Promise<void> {
    if (action === 'refresh') return this.reload();
    if (action === 'goToPage') return this.#goToPage();
    const [first] = this.selection;
    if (action === 'exportLogs') {
      const shown: ShownLogs = { ...this.#parent, query: this.query };
      await (first
        ? runCommand('partnerLogs.exportLogs', first, this.selection)
        : runCommand('partnerLogs.exportLogs', shown));
      return;
    }
    const { filters } = this.#options;
    const before = JSON.stringify(filters.query(this.domain));
    await runCommand(`partnerLogs.${action}`, this.#parent);
    // The filter was rendered again, including the button that had the focus. Move the focus to the rows.
    const isFiltered = JSON.stringify(filters.query(this.domain)) !== before;
    if (isFiltered && this.isActive) this.send({ type: 'focus' });
  }

  /** Prompts for a page, and scrolls to its first row. */
  async #goToPage(): Promise<void> {
    const { total } = this;
    const page = await askPage(total === undefined ? undefined : Math.max(1, Math.ceil(total / PER_PAGE)));
    if (page === undefined) return;
    this.reveal();
    this.send({ type: 'goTo', place: (page - 1) * PER_PAGE });
  }

  async #setFilter(query: LogQuery): Promise<void> {
    await this.#options.filters.set(this.domain, query);
    const node = this.#options.domains.domains().find((each) => domainId(each) === domainId(this.domain));
    if (node) this.#options.tree.redraw(node);
  }

  /** Adds the typed words to the domain's filter. */
  #keepSearch(text: string): Promise<void> {
    const query = this.#queryOf(text);
    this.#search.clear();
    return this.#setFilter(query);
  }

  /** Returns the domain's tree node, or a new one if the tree does not show the domain. */
  get #parent(): DomainNode {
    const { domains } = this.#options;
    const listed = domains.domains().find((each) => domainId(each) === domainId(this.domain));
    return listed ?? { kind: 'domain', name: undefined, ...this.domain, other: {} };
  }

  get #timesNow(): string {
    return JSON.stringify(this.#options.timeStyle(this.domain));
  }

  #sendHead(): void {
    this.#times = this.#timesNow;
    this.webviewPanel.title = this.#title;
    const head = tableHead(this.domain, this.#columns, this.#otherColumns, this.#options);
    const { stored } = this;
    this.send({ type: 'head', head, ...(stored && { stored }) });
  }

  #sendAllRows(): void {
    const list = this.#list.current;
    if (list)
      this.#sendRows({ placed: list.places.entries(), dropped: [], unreadable: list.places.unreadable() });
  }

  #sendRows({ placed, dropped, unreadable }: ListChange<ListedLog>): void {
    const list = this.#list.current;
    if (!list) return;
    const logs = placed.map(([, log]) => log);
    const others = this.#otherColumns.size;
    for (const { row } of logs) addOtherColumns(this.#otherColumns, row);
    if (this.#otherColumns.size !== others) this.#sendHead();
    const out = list.left(logs);
    const { connectionId } = this.domain;
    const statusOf = ({ key }: ListedLog) => this.#options.statuses.of({ connectionId, key });
    const rows = placed.map(
      ([place, log]) => [place, rowView(log, this.#columnIds, out.has(log), statusOf(log))] as const,
    );
    this.send({ type: 'rows', list: list.number, rows, dropped, unreadable });
  }

  #sendList(): void {
    if (!this.#domain || !this.#options.connections.get(this.domain.connectionId)) {
      this.send({ type: 'failed', failure: domainGone() });
      return;
    }
    // The service's time zone might have become known.
    if (this.#times !== this.#timesNow) this.#sendHead();
    const list = this.#list.current;
    const { isChanging, problem } = this.#list;
    const failed = list?.failedFirst;
    if (failed && !isChanging) {
      this.send({ type: 'failed', failure: panelFailure(failed.fault) });
      return;
    }
    const isFiltered = !isEmptyQuery(this.#queryOf(this.#search.typed));
    this.send({ type: 'list', state: listState(list, { isFiltered, isChanging, problem }) });
  }
}
