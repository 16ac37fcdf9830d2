import { isDeepStrictEqual } from 'node:util';
import type * as vscode from 'vscode';
import type { App } from '../app.ts';
import { parseTyped } from '../browse/filter/typedQuery.ts';
import type { LogList } from '../browse/lists/lists.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import { targetId } from '../connections/logTarget.ts';
import type { DomainNode, LogNode } from '../connections/nodes.ts';
import type { OpenTable, ShownLogs } from '../connections/openTable.ts';
import { writeInOrder } from '../connections/storedList.ts';
import type { ListChange } from '../lists/pagedList.ts';
import { type ListedLog, logId } from '../service/model.ts';
import { rowMatcher } from '../service/queries/filter.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { Panel, type ShownFault } from '../ui/panel.ts';
import type { CommonMessage } from '../ui/panelMessages.ts';
import { askPage } from './askPage.ts';
import { MOST_ROWS } from './lines.ts';
import { ShownList } from './shownList.ts';
import { type FromTable, readFromTable, type TableAction, type ToTable } from './tableMessages.ts';
import { tableState } from './tableState.ts';

/** A domain whose logs a table shows, with the filter if it is not the one that the tree uses. */
export interface TableSubject extends DomainRef {
  readonly query?: LogQuery | undefined;
}

/** The key in global state that determines whether logs are shown next to the table. */
const READ_BESIDE = 'tableReadBeside';
/** Milliseconds for which a log must stay focused before it is shown, if another was focused shortly before. */
const PAUSE = 150;

type TableMessage = Exclude<FromTable, CommonMessage>;

/** A table that shows a domain's logs while they are being read, and handles actions on its rows and buttons. */
export class TablePanel extends Panel<TableMessage, ToTable> implements OpenTable {
  readonly #app: App;
  #domain: DomainRef | undefined;
  filter: LogQuery = {};
  #typed = '';
  shown: ShownList | undefined;
  /** The read of another list, which replaces the displayed one once its first page has arrived. */
  #changing: AbortController | undefined;
  /** The reason that another list could not be read. */
  #fault: unknown;
  /** The selected logs, in display order. They stay selected even if their rows are no longer in memory. */
  selection: readonly LogNode[] = [];
  /** The log in the focused row. */
  focused: LogNode | undefined;
  column: string | undefined;
  #besideTimer: NodeJS.Timeout | undefined;
  /** The ID of the log that was last shown next to the table. */
  #beside: string | undefined;

  constructor(panel: vscode.WebviewPanel, app: App) {
    super(panel, {
      extensionUri: app.extensionUri,
      name: 'table',
      title: t('Detection Logs'),
      read: readFromTable,
    });
    this.#app = app;
  }

  get subject(): DomainRef | undefined {
    return this.#domain;
  }

  get domain(): DomainRef {
    return this.#domain ?? { connectionId: '', index: 0 };
  }

  get query(): LogQuery {
    return { ...this.filter, ...parseTyped(this.#typed) };
  }

  get isChanging(): boolean {
    return this.#changing !== undefined;
  }

  /** The reason that another list or a part of the displayed one could not be read. */
  get fault(): unknown {
    return this.#fault ?? this.shown?.reader.failed[0]?.fault;
  }

  get isReadingBeside(): boolean {
    return this.#app.globalState.get<boolean>(READ_BESIDE) ?? true;
  }

  /** Shows a domain's logs with the subject's filter, or that the domain is no longer available. */
  show(subject: TableSubject | undefined): void {
    if (subject && !this.#domain) {
      const { connectionId, index, name } = subject;
      this.#domain = { connectionId, index, name };
      this.filter = subject.query ?? this.#app.filters.query(subject);
      this.viewStateChanged();
      this.reread();
    } else if (subject?.query) this.setFilter(subject.query);
    this.#sendState();
  }

  setFilter(query: LogQuery): void {
    this.#typed = '';
    const isSame = isDeepStrictEqual(this.filter, query);
    this.filter = query;
    this.#sendFound();
    if (isSame) this.#sendState();
    else this.reread();
  }

  /** Rereads the list. */
  reload(): void {
    this.#app.lists.outdate(this.domain);
    this.reread();
  }

  /** Reads any missing or outdated parts of the list. */
  reread(): void {
    if (this.#app.connections.get(this.domain.connectionId)) this.whenVisible(() => void this.#read());
    else this.#clear();
  }

  /** Clears the list, which might belong to a different service, and reads it again. */
  forget(): void {
    this.#clear();
    this.reread();
  }

  /** Renders everything again. */
  redraw(): void {
    this.#sendState();
    const list = this.shown?.list;
    if (list) this.#sendRows({ placed: list.entries(), dropped: [], unreadable: list.unreadable() });
  }

  reveal(): void {
    this.webviewPanel.reveal();
    this.send({ type: 'focus' });
  }

  protected end(): void {
    this.#drop();
    clearTimeout(this.#besideTimer);
    this.#app.tableFocus.closed(this);
  }

  protected get shownFault(): ShownFault {
    return { fault: this.fault, target: this.domain };
  }

  protected fill(): void {
    this.redraw();
    this.#sendFound();
  }

  protected viewStateChanged(): void {
    this.shown?.reader.pause(!this.isVisible);
    this.#app.tableFocus.changed(this, this.isActive);
  }

  protected async tryAgain(): Promise<void> {
    if (this.shown && this.#fault === undefined) this.shown.reader.tryAgain();
    else this.reload();
  }

  protected async receive(message: TableMessage): Promise<void> {
    switch (message.type) {
      case 'look':
        if (message.list === this.shown?.number) this.shown.reader.look(message.first, message.end);
        return;
      case 'select':
        this.column = message.column;
        this.#select(message.ids, message.focus);
        if (this.isReadingBeside && message.ids.length === 1) this.#readBeside();
        return;
      case 'search':
        if (message.isEntered) return this.setFilter({ ...this.filter, ...parseTyped(message.text) });
        this.#typed = message.text.trim();
        return this.#sendFound();
      case 'run':
        await this.#run(message.action, message.argument);
    }
  }

  async #run(action: TableAction, argument?: string): Promise<unknown> {
    const { globalState } = this.#app;
    switch (action) {
      case 'open':
        clearTimeout(this.#besideTimer);
        this.#besideTimer = undefined;
        return this.#showBeside(true);
      case 'filterLogs':
        await runCommand('partnerLogs.filterLogs', this.domain);
        return this.isActive && this.send({ type: 'focus' });
      case 'removeFilter': {
        const { [argument as keyof LogQuery]: _, ...query } = this.filter;
        return this.setFilter(query);
      }
      case 'goToPage':
        return this.#goToPage();
      case 'refresh':
        return this.reload();
      case 'exportLogs': {
        const shown: ShownLogs = { ...this.#node, query: this.query };
        return runCommand('partnerLogs.exportLogs', this.selection[0] ?? shown, this.selection);
      }
      case 'load':
        return this.shown?.reader.load(MOST_ROWS);
      case 'stop':
        return this.shown?.reader.load(0);
      case 'readBeside':
        await writeInOrder(() => globalState.update(READ_BESIDE, !this.isReadingBeside));
        if (this.isReadingBeside) this.#readBeside();
        return this.#sendState();
      default:
        return runCommand(`partnerLogs.${action}`);
    }
  }

  /** The domain's tree node, or a new one if the tree does not show the domain. */
  get #node(): DomainNode {
    const id = domainId(this.domain);
    const listed = this.#app.domains.domains().find((each) => domainId(each) === id);
    return listed ?? { kind: 'domain', name: undefined, ...this.domain };
  }

  #clear(): void {
    this.#drop();
    this.#select([]);
    this.#sendState();
  }

  #drop(): void {
    this.#changing?.abort();
    this.#changing = undefined;
    this.shown?.reader.dispose();
    this.shown = undefined;
  }

  /** Reads the list with the current filter. The displayed list stays if that fails. */
  async #read(): Promise<void> {
    const { lists, filters } = this.#app;
    const list = lists.logList(this.domain, filters.on(this.domain, this.filter));
    this.#changing?.abort();
    const changing = new AbortController();
    this.#changing = changing;
    this.#fault = undefined;
    this.#sendState();
    const fault = await list.fill({ first: 0, end: 1 }, changing).catch((reason) => reason);
    if (this.#changing !== changing) return;
    this.#changing = undefined;
    if (list.hasAnswered) this.#show(list);
    else this.#fault = fault;
    this.#sendState();
  }

  #show(list: LogList): void {
    this.shown?.reader.dispose();
    this.shown = new ShownList(
      list,
      (change) => this.#sendRows(change),
      () => this.#sendState(),
    );
    this.shown.reader.pause(!this.isVisible);
    this.#select([]);
    this.redraw();
  }

  /** @param ids the IDs of the logs, in display order */
  #select(ids: readonly string[], focus?: string): void {
    const selected = new Map(this.selection.map((log) => [logId(log.key), log]));
    const list = this.shown?.list;
    const parent = this.#node;
    const nodeOf = (id: string): LogNode | undefined => {
      const place = list?.placeOf(id);
      const log = place === undefined ? undefined : list?.at(place);
      return selected.get(id) ?? (log && this.#app.logNodes.node(parent, log));
    };
    this.focused = focus === undefined ? undefined : nodeOf(focus);
    this.selection = ids.flatMap((id) => nodeOf(id) ?? []);
  }

  /** Shows focused logs as email programs do: the first one immediately, and then only those that stay focused. */
  #readBeside(): void {
    const show = () => {
      if (this.focused && targetId(this.focused) !== this.#beside) void this.#showBeside(false);
    };
    if (this.#besideTimer === undefined) show();
    clearTimeout(this.#besideTimer);
    this.#besideTimer = setTimeout(() => {
      this.#besideTimer = undefined;
      show();
    }, PAUSE);
  }

  async #showBeside(focus: boolean): Promise<void> {
    const { focused } = this;
    if (!focused) return;
    this.#beside = targetId(focused);
    await this.#app.panels.open(focused, { beside: this.webviewPanel.viewColumn, preserveFocus: !focus });
  }

  /** Prompts for a page, and scrolls to its first row. */
  async #goToPage(): Promise<void> {
    const place = await askPage(this.shown?.list.total);
    if (place === undefined) return;
    this.reveal();
    this.send({ type: 'focus', place });
  }

  #sendFound(): void {
    const filter = this.#app.filters.on(this.domain, parseTyped(this.#typed));
    const matches = this.#typed === '' ? undefined : rowMatcher(filter);
    const entries = (matches && this.shown?.list.entries()) ?? [];
    const ids = entries.flatMap(([, { key, row }]) => (matches?.(row) ? [logId(key)] : []));
    this.send({ type: 'found', ...(matches && { ids }) });
  }

  #sendRows(change: ListChange<ListedLog>): void {
    if (!this.shown) return;
    const { connectionId } = this.domain;
    const { tables, services } = this.#app;
    const rows = this.shown.rows(change, services.conventions(connectionId), ({ key }) =>
      tables.statuses.of({ connectionId, key }),
    );
    this.send({ type: 'rows', list: this.shown.number, rows });
    if (this.#typed !== '') this.#sendFound();
  }

  #sendState(): void {
    const label = this.#domain && asLabel(this.#app.ask.labelOf(this.#domain));
    this.webviewPanel.title = label === undefined ? t('Detection Logs') : t('Logs: {0}', label);
    const { connectionId, index } = this.domain;
    const base = this.#app.connections.get(connectionId)?.baseUrl;
    const stored = base === undefined ? undefined : { base, connectionId, domain: index };
    this.send({ type: 'show', state: tableState(this, this.#app), ...(stored && { stored }) });
  }
}
