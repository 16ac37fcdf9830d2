import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { BrowseParts } from '../browse/browseParts.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import { redactionSetting } from '../connections/redactionSetting.ts';
import { type ListedLog, type LogFilter, logId } from '../service/model.ts';
import { checkLogs, rowMatcher } from '../service/queries/filter.ts';
import { isEmptyQuery, type LogQuery } from '../service/queries/logQuery.ts';
import { parseLogQuery } from '../service/queries/parseLogQuery.ts';
import { TypeAhead } from '../service/queries/typeAhead.ts';
import type { DomainNode, LogNode } from '../targets/nodes.ts';
import type { OpenTable, TableFocus } from '../targets/openTable.ts';
import { asLabel } from '../text/label.ts';
import { counted, formatNumber } from '../text/numbers.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { showPage } from '../ui/panelPage.ts';
import { showFailure } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import { columnOf, MOST_OTHER, otherColumns } from './columns.ts';
import { copyRows } from './copyRows.ts';
import type { Placed } from './listPlaces.ts';
import { failureOf, GONE, listState, nextStep } from './listState.ts';
import { ReadBeside } from './readBeside.ts';
import { rowView } from './rowView.ts';
import { type TableHeadOptions, tableHead } from './tableHead.ts';
import { MOST_ROWS } from './tableLimits.ts';
import { TableList } from './tableList.ts';
import { type FromTable, readFromTable, type TableStored, type ToTable } from './tableMessages.ts';

export const TABLE_VIEW_TYPE = 'partnerLogs.table';

export interface TablePanelOptions
  extends Pick<
      BrowseParts,
      'services' | 'domains' | 'logNodes' | 'tree' | 'connections' | 'filters' | 'names'
    >,
    TableHeadOptions {
  readonly extensionUri: vscode.Uri;
  readonly tableFocus: TableFocus;
  /** Aborted when the window closes. */
  readonly closing: AbortSignal;
  readonly setReadingBeside: (isOn: boolean) => void;
  /** Shows a log beside a column, and takes the focus there if asked. */
  readonly showBeside: (
    log: LogTarget,
    column: vscode.ViewColumn | undefined,
    focus: boolean,
  ) => Promise<void>;
}

type StoredDomain = Pick<TableStored, 'base' | 'domain'>;

/** Milliseconds without a key before the service is asked for typed words. */
const PAUSE = 300;

/** One table: the logs of a domain as they are read, and what its rows and buttons ask. */
export class TablePanel implements vscode.Disposable, OpenTable {
  readonly #panel: vscode.WebviewPanel;
  readonly #options: TablePanelOptions;
  readonly #subscriptions: vscode.Disposable[];
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly onDidDispose = this.#disposed.event;
  readonly #beside: ReadBeside<LogNode>;
  readonly #search: TypeAhead<string, TableList>;
  readonly #stored: StoredDomain | undefined;
  readonly domain: DomainRef;
  readonly #isKnown: boolean;
  #list: TableList | undefined;
  /** The list that takes the place of the other one once its first page is there. */
  #next: TableList | undefined;
  #typed = '';
  #problem: unknown;
  #otherColumns = new Set<string>();
  #selected: readonly LogNode[] = [];
  #focused: LogNode | undefined;
  #column: string | undefined;
  #isReady = false;
  #isDisposed = false;

  /** @param stored what is kept of a domain that no connection leads to any more */
  constructor(
    panel: vscode.WebviewPanel,
    domain: DomainRef | undefined,
    stored: StoredDomain | undefined,
    options: TablePanelOptions,
  ) {
    this.#panel = panel;
    this.#options = options;
    this.#isKnown = domain !== undefined;
    this.domain = domain ?? { connectionId: '', index: stored?.domain ?? 0 };
    this.#stored = stored;
    this.#beside = new ReadBeside<LogNode>({
      show: (log) => options.showBeside(log, panel.viewColumn, false),
      idOf: targetId,
    });
    this.#search = new TypeAhead<string, TableList>({
      pause: (signal) => setTimeout(PAUSE, undefined, { signal }),
      ask: async (text) => this.#listOf(text),
      onAnswer: (list) => this.#become(list),
      onFault: showFailure,
    });
    this.#subscriptions = [
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const known = readFromTable(message);
        if (known) this.#receive(known).catch(showFailure);
      }),
      panel.onDidChangeViewState(() => this.#noteFocus()),
      panel.onDidDispose(() => this.dispose()),
    ];
    const icon = (theme: string) => vscode.Uri.joinPath(options.extensionUri, 'media', `table-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    panel.title = this.#title;
    this.#noteFocus();
    showPage(panel.webview, options.extensionUri, { title: 'Detection Logs', name: 'tablePanel' });
    if (this.#isKnown) this.#become(this.#listOf(''));
  }

  get selection(): readonly LogNode[] {
    return this.#selected;
  }

  get focused(): LogNode | undefined {
    return this.#focused;
  }

  get column(): string | undefined {
    return this.#column;
  }

  get pages(): OpenTable['pages'] {
    const places = this.#list?.places;
    return { perPage: places?.perPage ?? 1, total: places?.total };
  }

  get stored(): StoredDomain | undefined {
    const base = this.#options.connections.get(this.domain.connectionId)?.baseUrl;
    return base === undefined ? this.#stored : { base, domain: this.domain.index };
  }

  get isVisible(): boolean {
    return this.#panel.visible;
  }

  /** Whether this panel shows the logs of a domain. */
  shows(domain: DomainRef): boolean {
    return this.#isKnown && domainId(domain) === domainId(this.domain);
  }

  reveal(): void {
    this.#panel.reveal();
    this.#send({ type: 'focus' });
  }

  goTo(place: number): void {
    this.reveal();
    this.#send({ type: 'goTo', place });
  }

  /** Reads the list anew, under the filter of now. */
  reload(): void {
    if (!this.#isKnown || this.#isDisposed) return;
    this.#panel.title = this.#title;
    this.#sendHead();
    if (!this.#options.connections.get(this.domain.connectionId)) {
      this.#list?.reader.dispose();
      this.#next?.reader.dispose();
      this.#list = undefined;
      this.#next = undefined;
      this.#sendList();
      return;
    }
    this.#become(this.#listOf(this.#typed));
  }

  /** Reads the list anew if its filter is another one now. */
  filterChanged(): void {
    if (!this.#isKnown) return;
    const filter = JSON.stringify(this.#filterOf(this.#typed));
    const list = this.#next ?? this.#list;
    this.#sendHead();
    if (list && JSON.stringify(list.filter) !== filter) this.#become(this.#listOf(this.#typed));
  }

  /** Draws the columns again, which another table or window changed. */
  columnsChanged(): void {
    this.#sendHead();
    this.#sendAllRows();
  }

  /** Finds out whether the service has more, while the table is in sight. */
  async checkNew(signal: AbortSignal): Promise<void> {
    const list = this.#list;
    if (!list?.reader.hasAnswered || !this.#panel.visible) return;
    await list.checkNew(signal);
    this.#sendList();
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#isReady = false;
    this.#list?.reader.dispose();
    this.#next?.reader.dispose();
    this.#search.cancel();
    this.#beside.stop();
    const { tableFocus } = this.#options;
    if (tableFocus.current === this) tableFocus.current = undefined;
    if (tableFocus.last === this) tableFocus.last = undefined;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#disposed.fire();
    this.#disposed.dispose();
    this.#panel.dispose();
  }

  get #title(): string {
    return this.#isKnown ? `Logs: ${asLabel(this.#options.names.shown(this.domain))}` : 'Detection Logs';
  }

  #noteFocus(): void {
    const { tableFocus } = this.#options;
    if (this.#panel.active) {
      tableFocus.current = this;
      tableFocus.last = this;
    } else if (tableFocus.current === this) tableFocus.current = undefined;
  }

  #queryOf(typed: string): LogQuery {
    return { ...this.#options.filters.query(this.domain), ...parseLogQuery(typed) };
  }

  #filterOf(typed: string): LogFilter {
    return this.#options.filters.on(this.domain, this.#queryOf(typed));
  }

  #filterNames() {
    return this.#options.services.filterNames(this.domain.connectionId);
  }

  #listOf(typed: string): TableList {
    const { services } = this.#options;
    const filter = this.#filterOf(typed);
    const list: TableList = new TableList({
      domain: this.domain.index,
      filter,
      service: () => services.of(this.domain.connectionId),
      filterNames: () => this.#filterNames(),
      onPlaced: (change) => {
        if (list === this.#list) this.#sendRows(change);
      },
      onChange: () => this.#changed(list),
    });
    return list;
  }

  /** Reads a list, and shows it instead of the one before when its first page is there. */
  #become(list: TableList): void {
    this.#next?.reader.dispose();
    this.#next = list;
    this.#problem = undefined;
    list.reader.look(0, 1);
    this.#sendList();
  }

  #changed(list: TableList): void {
    if (list === this.#next) {
      if (!list.reader.hasAnswered && list.reader.failed.length === 0) return;
      this.#next = undefined;
      if (list.reader.hasAnswered || !this.#list?.reader.hasAnswered) {
        this.#list?.reader.dispose();
        this.#list = list;
        this.#select([], undefined);
        this.#sendAllRows();
        this.#sendFound(false);
      } else {
        this.#problem = list.reader.failed[0]?.fault;
        list.reader.dispose();
        this.#sendFound(false);
      }
    }
    if (list === this.#list || this.#next === undefined) this.#sendList();
  }

  async #receive(message: FromTable): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#sendHead();
        this.#sendAllRows();
        return this.#sendList();
      case 'look':
        if (message.list === this.#list?.number) this.#list.reader.look(message.first, message.end);
        return;
      case 'select':
        this.#column = message.column;
        this.#select(message.ids, message.focus);
        if (this.#options.isReadingBeside() && this.#focused && message.ids.length === 1)
          this.#beside.moveTo(this.#focused);
        return;
      case 'open':
        return this.#open();
      case 'copy':
        return this.#copy();
      case 'search':
        return this.#searchFor(message.text, message.isEntered);
      case 'removeFilter': {
        const query = { ...this.#options.filters.query(this.domain) };
        delete query[message.field as keyof LogQuery];
        return this.#setFilter(query);
      }
      case 'run':
        return this.#run(message.action);
      case 'tryAgain':
        if (!this.#list) return this.reload();
        if (this.#problem !== undefined) return this.#become(this.#listOf(this.#typed));
        return this.#list.reader.tryAgain();
      case 'nextStep': {
        const fault = this.#problem ?? this.#list?.reader.failed[0]?.fault;
        const next = nextStep(fault);
        if (next) await runCommand(next.command, this.domain);
        return;
      }
      case 'load':
        if (message.isWanted) this.#list?.reader.load(MOST_ROWS);
        else this.#list?.reader.stop();
        return;
      case 'columns': {
        const columns = message.columns.filter(({ id }) => columnOf(id));
        if (columns.length > 0) await this.#options.layouts.set(this.domain.connectionId, columns);
        return this.columnsChanged();
      }
      case 'readBeside':
        this.#options.setReadingBeside(message.isOn);
        if (!message.isOn) this.#beside.stop();
        else if (this.#focused) this.#beside.moveTo(this.#focused);
        return this.#sendHead();
    }
  }

  async #open(): Promise<void> {
    const log = this.#focused;
    if (!log) return;
    this.#beside.stop();
    await this.#options.showBeside(log, this.#panel.viewColumn, true);
  }

  async #copy(): Promise<void> {
    const logs = this.#selected;
    if (logs.length === 0) return;
    const columns = this.#options.layouts.of(this.domain.connectionId).map(({ id }) => id);
    const { text, rows, redacted } = await withProgress(
      'Copying rows',
      (signal) =>
        copyRows(
          logs.map(({ row }) => row),
          columns,
          redactionSetting(),
          signal,
        ),
      this.#options.closing,
    );
    await vscode.env.clipboard.writeText(text);
    const secrets =
      redacted === 0 ? 'no known secrets in them' : `secrets redacted in ${formatNumber(redacted)}`;
    const message = `${counted(rows, 'row')} copied, ${secrets}`;
    vscode.window.setStatusBarMessage(`$(check) ${message}`, 5_000);
    this.#send({ type: 'say', text: message });
  }

  async #run(action: Extract<FromTable, { type: 'run' }>['action']): Promise<void> {
    if (action === 'refresh') return this.reload();
    const [first] = this.#selected;
    if (action === 'exportLogs' && first) {
      await runCommand('partnerLogs.exportLogs', first, this.#selected);
      return;
    }
    await runCommand(`partnerLogs.${action}`, this.#parent);
  }

  async #setFilter(query: LogQuery): Promise<void> {
    await this.#options.filters.set(this.domain, query);
    const node = this.#options.domains.domains().find((each) => this.shows(each));
    if (node) this.#options.tree.redraw(node);
  }

  /** Shows the loaded rows that match at once, then what the service finds. */
  async #searchFor(text: string, isEntered: boolean): Promise<void> {
    this.#search.cancel();
    if (isEntered && text.trim() !== '') {
      const query = this.#queryOf(text);
      this.#typed = '';
      return this.#setFilter(query);
    }
    this.#typed = text.trim();
    const filter = this.#filterOf(this.#typed);
    const list = this.#next ?? this.#list;
    if (list && JSON.stringify(list.filter) === JSON.stringify(filter)) return this.#sendFound(false);
    const isAsked = this.#typed === '' || this.#canAsk(filter);
    this.#sendFound(isAsked);
    if (this.#typed === '') this.#become(this.#listOf(''));
    else if (isAsked) this.#search.ask(this.#typed);
  }

  #canAsk(filter: LogFilter): boolean {
    const { unasked } = checkLogs([], filter, this.#filterNames());
    return unasked.length < Object.keys(filter).length;
  }

  /** Sends which of the loaded rows hold the typed words, unless the list is already the service's answer to them. */
  #sendFound(isAsking: boolean): void {
    const list = this.#list;
    const filter = this.#filterOf(this.#typed);
    const isSearch = this.#typed !== '' && list && JSON.stringify(list.filter) !== JSON.stringify(filter);
    const matches = isSearch && rowMatcher(filter);
    const found = matches && list.places.entries().filter(([, { row }]) => matches(row));
    const ids = found ? found.map(([, { key }]) => logId(key)) : undefined;
    this.#send({ type: 'found', text: this.#typed, ...(ids && { ids }), isAsking });
  }

  #select(ids: readonly string[], focus: string | undefined): void {
    const before = new Map(this.#selected.map((node) => [logId(node.key), node]));
    const nodeOf = (id: string): LogNode | undefined => {
      const known = before.get(id);
      if (known) return known;
      const place = this.#list?.places.placeOf(id);
      const log = place === undefined ? undefined : this.#list?.places.at(place);
      return log && this.#options.logNodes.node(this.#parent, log);
    };
    this.#selected = ids.flatMap((id) => nodeOf(id) ?? []);
    this.#focused = focus === undefined ? undefined : nodeOf(focus);
  }

  /** The domain's node in the tree; one of its own where the tree does not show it. */
  get #parent(): DomainNode {
    const { domains } = this.#options;
    const listed = domains.domains().find((each) => domainId(each) === domainId(this.domain));
    return listed ?? { kind: 'domain', name: undefined, ...this.domain, other: {} };
  }

  #send(message: ToTable): void {
    if (this.#isReady) void this.#panel.webview.postMessage(message);
  }

  #sendHead(): void {
    const head = tableHead(this.domain, this.#otherColumns, this.#options);
    const { stored } = this;
    this.#send({ type: 'head', head, ...(stored && { stored }) });
  }

  #sendAllRows(): void {
    const list = this.#list;
    if (list)
      this.#sendRows({ placed: list.places.entries(), dropped: [], unreadable: list.places.unreadable });
  }

  #sendRows({ placed, dropped, unreadable }: Placed<ListedLog>): void {
    const list = this.#list;
    if (!list) return;
    const logs = placed.map(([, log]) => log);
    const others = this.#otherColumns.size;
    for (const { row } of logs) {
      if (this.#otherColumns.size >= MOST_OTHER) break;
      for (const id of otherColumns(row)) this.#otherColumns.add(id);
    }
    if (this.#otherColumns.size !== others) this.#sendHead();
    const columns = this.#options.layouts.of(this.domain.connectionId).map(({ id }) => id);
    const out = list.left(logs);
    const rows = placed.map(([place, log]) => [place, rowView(log, columns, out.has(log))] as const);
    this.#send({ type: 'rows', list: list.number, rows, dropped, unreadable });
  }

  #sendList(): void {
    if (!this.#isKnown || !this.#options.connections.get(this.domain.connectionId)) {
      this.#send({ type: 'failed', failure: GONE });
      return;
    }
    const list = this.#list;
    const [failed] = list?.reader.failed ?? [];
    if (list && failed && !list.reader.hasAnswered && !this.#next) {
      this.#send({ type: 'failed', failure: { ...failureOf(failed.fault), canTryAgain: true } });
      return;
    }
    const isFiltered = !isEmptyQuery(this.#queryOf(this.#typed));
    const isChanging = this.#next !== undefined;
    const problem = this.#problem;
    this.#send({ type: 'list', state: listState(list, { isFiltered, isChanging, problem }) });
  }
}
