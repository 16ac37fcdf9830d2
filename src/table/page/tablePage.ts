/** A table's page. Renders the rows that the extension sends, and reports the user's actions. */
import '../../page/pageLanguage.ts';
import { announce, element, keepingFocus } from '../../page/dom.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { asVisible } from '../../text/visible.ts';
import { fitColumns, NARROW, type ShownColumn } from '../columns.ts';
import { arrangedRows, type Entries, hasPassed, LoadedRows, type TableSort, wholeList } from '../entries.ts';
import { GROUPING_NAMES, type Grouping } from '../group.ts';
import type { ListState, TableHead, TableStored, ToTable } from '../tableMessages.ts';
import { columnHeads, columnTitle } from './columnHeads.ts';
import { Cursor } from './cursor.ts';
import { Grid } from './grid.ts';
import { listenToGrid } from './gridInput.ts';
import { notices, statusLine } from './statusLine.ts';
import { failed, onNext, onTryAgain, send, start, store, storedArrangement } from './tableHost.ts';
import { tableTools } from './tableTools.ts';

const NO_LIST: ListState = {
  list: 0,
  length: 0,
  newer: 0,
  isFirst: true,
  isChanging: true,
  isLoading: false,
  failed: [],
  notices: [],
};

let head: TableHead | undefined;
let keep: Pick<TableStored, 'base' | 'domain'> | undefined;
let state = NO_LIST;
let loaded = new LoadedRows();
let { sort, grouping }: { sort?: TableSort | undefined; grouping?: Grouping | undefined } =
  storedArrangement();
let found: ReadonlySet<string> | undefined;
let isAsking = false;
let passedOnly = false;
/** The list whose number of logs was announced. */
let announcedList = NO_LIST.list;
/** The visible columns. */
let columns: readonly ShownColumn[] = [];
const open = new Set<string>();
let entries: Entries = wholeList(loaded, 0);
let isWhole = true;
/** True if more rows have arrived since the rows were last arranged. */
let isStale = false;

const tools = tableTools({
  onGroup: (wanted) => arrange({ sort, grouping: wanted }),
  onColumn: (id, isShown) => send({ type: 'column', id, isShown }),
  onLeave: () => grid.element.focus(),
});
const status = element('div', { class: 'status' });
const said = element('div', { class: 'notices' });
const problem = element('div', { class: 'problem-frame', hidden: true });
const empty = element('p', { class: 'empty no-logs', hidden: true });
const grid = new Grid({
  heads: columnHeads({ columns, sort, onSort: () => {} }),
  onLook: look,
  onTryAgain,
  onNext,
  onRoom: showColumns,
});
const table = element('div', { class: 'table' }, tools.element, status, said, grid.element, empty);
const cursor = new Cursor({
  entries: () => entries,
  columns: () => columns,
  draw,
  reveal: (line) => grid.reveal(line),
});
document.getElementById('panel')?.append(element('main', {}, table, problem));

function receive(message: ToTable): void {
  switch (message.type) {
    case 'head':
      head = message.head;
      tools.update(head);
      if (message.stored) keep = message.stored;
      keepArrangement();
      showColumns();
      return;
    case 'list':
      receiveList(message.state);
      return;
    case 'rows':
      if (message.list !== state.list) startList(message.list);
      for (const place of message.dropped) loaded.drop(place);
      for (const place of message.unreadable) loaded.setUnreadable(place);
      for (const [place, row] of message.rows) loaded.set(place, row);
      isStale = true;
      draw();
      return;
    case 'found':
      isAsking = message.isAsking;
      found = message.ids && new Set(message.ids);
      isStale = true;
      // The service's answer is announced once it arrives.
      if (message.ids && !isAsking)
        announce(plural(message.ids.length, { one: '{0} loaded log found', other: '{0} loaded logs found' }));
      draw();
      return;
    case 'failed':
      table.hidden = true;
      problem.hidden = false;
      problem.replaceChildren(failed(message.failure));
      return;
    case 'goTo': {
      arrange({});
      const index = Math.min(message.place, Math.max(0, entries.count - 1));
      cursor.goTo(index);
      grid.goTo(index);
      grid.element.focus();
      announce(t('Row {0}', index + 1));
      draw();
      return;
    }
    case 'focus':
      grid.element.focus();
      return;
    case 'say':
      announce(message.text);
  }
}

function receiveList(next: ListState): void {
  const before = state;
  if (next.list !== state.list) startList(next.list);
  state = next;
  table.hidden = false;
  problem.hidden = true;
  if (next.list !== announcedList && !next.isFirst && !next.isChanging) {
    announcedList = next.list;
    announce(plural(next.total ?? next.length, { one: '{0} log', other: '{0} logs' }));
  }
  if (next.newer > before.newer && next.list === before.list)
    announce(plural(next.newer, { one: '{0} newer log', other: '{0} newer logs' }));
  if (before.isLoading && !next.isLoading && next.list === before.list) {
    announce(plural(loaded.size, { one: '{0} log loaded', other: '{0} logs loaded' }));
    isStale = true;
  }
  for (const { headline, first } of next.failed) {
    if (!before.failed.some((each) => each.first === first)) announce(headline);
  }
  draw();
}

function startList(list: number): void {
  state = { ...state, list, length: 0 };
  loaded = new LoadedRows();
  cursor.reset();
  isStale = true;
  found = undefined;
  passedOnly = false;
  open.clear();
  grid.goTo(0);
}

/** Arranges the loaded rows. Without a sort order or groups, shows the complete list in the service's order. */
function arrange(wanted: { sort?: TableSort | undefined; grouping?: Grouping | undefined }): void {
  const isSame = wanted.sort === sort && wanted.grouping === grouping;
  if (!isSame) {
    ({ sort, grouping } = wanted);
    open.clear();
    isStale = true;
    tools.setGrouping(grouping);
    keepArrangement();
    drawHeads();
    drawNow();
    const focused = cursor.follow();
    cursor.goTo(focused ?? 0);
    grid.goTo(Math.max(0, (focused ?? 0) - Math.floor(grid.fitting / 2)));
    draw();
    announce(arrangementText());
  }
}

function arrangementText(): string {
  const order = sort && orderText(sort);
  const groups =
    grouping &&
    plural(
      entries.groups?.length ?? 0,
      { one: '{0} group by {1}', other: '{0} groups by {1}' },
      local(GROUPING_NAMES[grouping]),
    );
  const parts = groups && order ? t('{0}, {1}', groups, order) : groups || order;
  return parts ? t('{0}, among {1} loaded', parts, loaded.size) : t("In the service's order");
}

function orderText({ column, descending }: TableSort): string {
  const title = asVisible(columnTitle(column));
  return descending ? t('sorted by {0}, descending', title) : t('sorted by {0}, ascending', title);
}

function keepArrangement(): void {
  if (keep) store({ ...keep, ...(sort && { sort }), ...(grouping && { grouping }) });
}

/** Fits the columns to the available space. */
function showColumns(): void {
  if (!head) return;
  columns = fitColumns(head.columns, innerWidth, grid.room);
  tools.setColumns(columns, head.otherColumns);
  drawHeads();
  draw();
}

function drawHeads(): void {
  const heads = columnHeads({ columns, sort, onSort: (wanted) => arrange({ sort: wanted, grouping }) });
  keepingFocus(grid.element, () => grid.setHeads(heads));
}

let isDrawing = false;

/** Renders in the next microtask, only once even if there are several changes. */
function draw(): void {
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    drawNow();
  });
}

function drawNow(): void {
  if (!head) return;
  const isOut = loaded.inOrder().some((row) => row.isOut);
  isWhole = !sort && !grouping && !found && !isOut && !passedOnly;
  if (isWhole) entries = wholeList(loaded, state.length);
  else if (isStale && (!state.isLoading || entries.count === 0)) {
    // To keep the lines in place while rows are being loaded, arrange the rows only after all of them are loaded.
    entries = arranged();
    isStale = false;
  }
  cursor.follow();
  const { connectionId, domain, times } = head;
  const { selection, line, column } = cursor;
  grid.show({
    ...{ entries, columns, times, connectionId, domain },
    ...{ isNarrow: innerWidth < NARROW, failed: state.failed, selection, line, column },
  });
  grid.element.ariaBusy = String(state.isFirst || state.isChanging);
  table.classList.toggle('changing', state.isChanging && !state.isFirst);
  // If the button is gone, the focus moves to the rows.
  if (keepingFocus(table, drawStatus)?.startsWith('status ')) grid.element.focus();
  empty.hidden = state.isFirst || entries.count > 0;
  empty.textContent = found || head.chips.length > 0 ? t('No detection logs match') : t('No detection logs');
}

function drawStatus(): void {
  status.replaceChildren(
    ...statusLine({
      head,
      state,
      sort,
      grouping,
      loaded: loaded.size,
      shown: isWhole ? undefined : entries.logs,
      groups: entries.groups?.length,
      selected: cursor.selection.ids.size,
      searching: found && { isAsking },
      passed: passedStatus(),
      onServiceOrder: () => {
        arrange({});
        grid.element.focus();
      },
    }),
  );
  said.replaceChildren(...notices(state));
}

function arranged(): Entries {
  return arrangedRows(loaded, { sort, grouping, found, passedOnly, open });
}

/**
 * Returns the number of requests that were detected but not blocked and received a 2xx response, or undefined if no
 * statuses have been read.
 */
function passedStatus() {
  const rows = loaded.inOrder();
  if (!passedOnly && !rows.some(({ cells }) => cells['status'] !== undefined)) return undefined;
  return {
    count: rows.filter((row) => !row.isOut && hasPassed(row)).length,
    isOnly: passedOnly,
    onChange: () => {
      passedOnly = !passedOnly;
      isStale = true;
      draw();
    },
  };
}

let looking: { first: number; end: number } | undefined;

/**
 * Milliseconds for which lines must be visible before they are requested, so that no lines are requested while the user
 * scrolls past them.
 */
const LOOK = 60;
let lookTimer: ReturnType<typeof setTimeout> | undefined;

function look(first: number, end: number): void {
  if (!isWhole || state.list === 0 || end === 0) return;
  if (looking && looking.first === first && looking.end === end) return;
  looking = { first, end };
  clearTimeout(lookTimer);
  lookTimer = setTimeout(() => {
    if (looking && isWhole) send({ type: 'look', list: state.list, ...looking });
    looking = undefined;
  }, LOOK);
}

function act(index: number): void {
  const entry = entries.at(index);
  if (entry.kind === 'group') toggleGroup(entry.group.key, !entry.isOpen);
  else if (entry.kind === 'row') send({ type: 'open' });
  else if (state.failed.some(({ first, end }) => entry.place >= first && entry.place < end)) onTryAgain();
}

function toggleGroup(key: string, isOpen: boolean): void {
  if (isOpen) open.add(key);
  else open.delete(key);
  entries = arranged();
  draw();
}

listenToGrid(grid, {
  cursor,
  entries: () => entries,
  isGrouped: () => grouping !== undefined,
  act,
  toggleGroup,
});

addEventListener('keydown', (event) => {
  const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey;
  if (!isFind || event.shiftKey) return;
  event.preventDefault();
  tools.focusSearch();
});

tools.setGrouping(grouping);
document.body.dataset['vscodeContext'] = JSON.stringify({ preventDefaultContextMenuItems: true });
start(receive, grid.element);
