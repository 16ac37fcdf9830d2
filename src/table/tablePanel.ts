import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { parseTyped } from '../browse/filter/typedQuery.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { DomainNode, LogNode } from '../connections/nodes.ts';
import type { OpenTable } from '../connections/openTable.ts';
import { FIELD_NAMES, fieldText } from '../formats/queryText.ts';
import { type ListChange, PER_PAGE } from '../lists/pagedList.ts';
import { logId, type RowFilterField } from '../service/model.ts';
import { rowMatcher } from '../service/queries/filter.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { runCommand } from '../ui/ownCommands.ts';
import { Panel } from '../ui/panel.ts';
import { type CommonMessage, domainGone, panelFailure } from '../ui/panelMessages.ts';
import { columnOf } from './columns.ts';
import { MOST_ROWS } from './lines.ts';
import { ShownList } from './shownList.ts';
import {
  type FromTable,
  readFromTable,
  type TableAction,
  type TableState,
  type ToTable,
} from './tableMessages.ts';

/** A domain whose logs a table shows, with the filter if it is not the one that the tree uses. */
export interface TableSubject extends DomainRef {
  readonly query?: LogQuery | undefined;
}

/** Milliseconds for which a log must stay focused before it is shown next to the table. */
const PAUSE = 100;

/** The facts about a table's list before its first page is read. */
const NO_LIST = { list: 0, length: 0, isMore: false, isLoading: false, notices: [] };

/** Returns the tab's title for a domain with this label; undefined if the domain is not available. */
export function tableTitle(label: string | undefined): string {
  return label === undefined ? t('Detection Logs') : t('Logs: {0}', asLabel(label));
}

type TableMessage = Exclude<FromTable, CommonMessage>;

/** A table that shows a domain's logs while they are being read, and handles actions on its rows and buttons. */
export class TablePanel extends Panel<TableMessage, ToTable> implements OpenTable {
  readonly #app: App;
  subject: DomainRef | undefined;
  filter: LogQuery = {};
  /** The words in the search field, which narrow the loaded rows. */
  #typed = '';
  #shown: ShownList | undefined;
  /** The read of another list, which replaces the displayed one once its first page has arrived. */
  #changing: AbortController | undefined;
  /** The reason that another list could not be read. */
  #fault: unknown;
  /** The selected logs, in the order in which they were selected. They stay selected even if their rows are no longer in memory. */
  selection: readonly LogNode[] = [];
  /** The log in the focused row. */
  focused: LogNode | undefined;
  column: string | undefined;
  #besideTimer: NodeJS.Timeout | undefined;

  constructor(panel: vscode.WebviewPanel, app: App) {
    super(panel, app.extensionUri, 'table', t('Detection Logs'), readFromTable);
    this.#app = app;
  }

  get domain(): DomainRef {
    return this.subject ?? { connectionId: '', index: 0 };
  }

  get isActive(): boolean {
    return this.webviewPanel.active;
  }

  get field(): RowFilterField | undefined {
    return columnOf(this.column ?? '')?.filter;
  }

  get query(): LogQuery {
    return { ...this.filter, ...parseTyped(this.#typed) };
  }

  /** Shows a domain's logs with the subject's filter, or that the domain is no longer available. */
  show(subject: TableSubject | undefined): void {
    if (subject && !this.subject) {
      const { connectionId, index, name } = subject;
      this.subject = { connectionId, index, name };
      this.filter = subject.query ?? this.#app.filters.query(subject);
      this.viewStateChanged();
      this.reread();
    } else if (subject?.query) this.setFilter(subject.query);
    else this.#update();
  }

  setFilter(query: LogQuery): void {
    this.filter = query;
    this.reread();
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

  override reveal(): void {
    super.reveal();
    this.send({ type: 'focus' });
  }

  protected end(): void {
    this.#drop();
    clearTimeout(this.#besideTimer);
    if (this.#app.tableFocus.last === this) this.#app.tableFocus.last = undefined;
  }

  protected get shownFault() {
    return { fault: this.#fault ?? this.#shown?.reader.fault, target: this.domain };
  }

  /** Renders everything again. */
  override fill(): void {
    this.#update({ first: 0, end: Number.POSITIVE_INFINITY, dropped: [] });
  }

  protected viewStateChanged(): void {
    this.#shown?.reader.pause(!this.webviewPanel.visible);
    if (this.isActive) this.#app.tableFocus.last = this;
  }

  protected async tryAgain(): Promise<void> {
    if (this.#shown && this.#fault === undefined) this.#shown.reader.tryAgain();
    else this.reload();
  }

  protected async receive(message: TableMessage): Promise<void> {
    switch (message.type) {
      case 'look':
        if (message.list === this.#shown?.number) this.#shown.reader.look(message.first, message.end);
        return;
      case 'select': {
        const before = this.focused;
        this.column = message.column;
        this.#select(message.ids, message.focus);
        if (message.ids.length === 1 && this.focused !== before) this.#readBeside();
        return;
      }
      case 'search':
        this.#typed = message.isEntered ? '' : message.text.trim();
        if (message.isEntered) return this.setFilter({ ...this.filter, ...parseTyped(message.text) });
        return this.#update();
      case 'run':
        await this.#run(message.action, message.argument);
    }
  }

  async #run(action: TableAction, argument?: string): Promise<unknown> {
    switch (action) {
      case 'open':
        return this.#showBeside(true);
      case 'removeFilter': {
        const { [argument as keyof LogQuery]: _, ...query } = this.filter;
        return this.setFilter(query);
      }
      case 'goToPage':
        return this.#goToPage();
      case 'refresh':
        return this.reload();
      case 'load':
        return this.#shown?.reader.load(MOST_ROWS);
      case 'stop':
        return this.#shown?.reader.load(0);
      case 'readBeside':
        this.#app.tables.isReadingBeside = !this.#app.tables.isReadingBeside;
        this.#readBeside();
        return this.#update();
      default:
        return runCommand(`partnerLogs.${action}`);
    }
  }

  #clear(): void {
    this.#drop();
    this.#select([]);
    this.#update();
  }

  #drop(): void {
    this.#changing?.abort();
    this.#changing = undefined;
    this.#shown?.reader.dispose();
    this.#shown = undefined;
  }

  /** Reads the list with the current filter. The displayed list stays if that fails. */
  async #read(): Promise<void> {
    const { lists, filters } = this.#app;
    const list = lists.logList(this.domain, filters.on(this.domain, this.filter));
    this.#changing?.abort();
    const changing = new AbortController();
    this.#changing = changing;
    this.#fault = undefined;
    const top = { first: 0, end: 1 };
    if (list.unknown(top).length > 0) this.#update();
    const fault = await list.fill(top, changing).catch((reason) => reason);
    if (this.#changing !== changing) return;
    this.#changing = undefined;
    if (!list.hasAnswered) {
      this.#fault = fault;
      return this.#update();
    }
    this.#shown?.reader.dispose();
    this.#shown = new ShownList(list, this.#app, (change) => this.#update(change));
    this.#shown.reader.pause(!this.webviewPanel.visible);
    this.#select([]);
    this.fill();
  }

  #select(ids: readonly string[], focus?: string): void {
    const selected = new Map(this.selection.map((log) => [logId(log.key), log]));
    const list = this.#shown?.list;
    const parent: DomainNode = { kind: 'domain', name: undefined, ...this.domain };
    const nodeOf = (id: string): LogNode | undefined => {
      const place = list?.placeOf(id);
      const log = place === undefined ? undefined : list?.at(place);
      return selected.get(id) ?? (log && this.#app.logNodes.node(parent, log));
    };
    this.focused = focus === undefined ? undefined : nodeOf(focus);
    this.selection = ids.flatMap((id) => nodeOf(id) ?? []);
  }

  /** Shows the focused log next to the table, without those that the user passes on the way to it. */
  #readBeside(): void {
    clearTimeout(this.#besideTimer);
    if (this.#app.tables.isReadingBeside)
      this.#besideTimer = setTimeout(() => void this.#showBeside(false), PAUSE);
  }

  /** @param focus true if the user opened the log, which is then one of the recent ones, too */
  async #showBeside(focus: boolean): Promise<void> {
    clearTimeout(this.#besideTimer);
    const { focused } = this;
    if (!focused) return;
    const { panels, recent, storedNameOf } = this.#app;
    const options = { beside: this.webviewPanel.viewColumn, preserveFocus: !focus };
    if ((await panels.open(focused, options)) && focus) await recent.add(focused, storedNameOf(focused));
  }

  /** Prompts for a page, and scrolls to its first row. */
  async #goToPage(): Promise<void> {
    const last = Math.max(1, Math.ceil((this.#shown?.list.length ?? 0) / PER_PAGE));
    const prompt = t('Enter a page number from 1 to {0}', String(last));
    const isPage = (text: string) => /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= last;
    const typed = await vscode.window.showInputBox({
      ...{ title: t('Go to Page'), prompt, value: '1' },
      validateInput: (text) => (isPage(text) ? undefined : prompt),
    });
    if (typed === undefined) return;
    this.reveal();
    this.send({ type: 'focus', place: (Number(typed) - 1) * PER_PAGE });
  }

  /** Sends the state and, if the list has changed, the rows at the changed places. */
  #update(change?: ListChange): void {
    const rows = (change && this.#shown?.rows(change)) ?? [];
    const state = this.#state();
    this.webviewPanel.title = tableTitle(this.subject && state.title);
    this.send({ type: 'show', state, rows });
  }

  #state(): TableState {
    const { filter, domain } = this;
    const { connections, ask, tables, timeStyle } = this.#app;
    const { connectionId, index } = domain;
    const base = connections.get(connectionId)?.baseUrl;
    const { fault } = this.shownFault;
    const problem = fault === undefined ? undefined : panelFailure(fault);
    const isChanging = this.#changing !== undefined;
    const failure = base === undefined ? domainGone() : this.#shown || isChanging ? undefined : problem;
    return {
      title: ask.labelOf(domain),
      ...(base !== undefined && { stored: { base, connectionId, domain: index } }),
      chips: Object.entries(FIELD_NAMES).flatMap(([name, title]) => {
        const field = name as keyof LogQuery;
        const text = fieldText(filter, field, local);
        return text === undefined ? [] : [{ field, name: local(title), text }];
      }),
      isReadingBeside: tables.isReadingBeside,
      times: timeStyle(domain),
      isChanging,
      ...(this.#shown ? this.#shown.facts : NO_LIST),
      ...(this.#typed !== '' && { found: this.#found }),
      ...(problem && { problem }),
      ...(failure && { failure }),
    };
  }

  /** The IDs of the loaded rows that contain the typed words. */
  get #found(): string[] {
    const matches = rowMatcher(this.#app.filters.on(this.domain, parseTyped(this.#typed)));
    const entries = this.#shown?.list.entries() ?? [];
    return entries.flatMap(([, { key, row }]) => (matches(row) ? [logId(key)] : []));
  }
}
