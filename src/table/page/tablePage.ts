/** A table's page. Renders the rows that the extension sends, and reports the user's actions. */
import '../../page/pageLanguage.ts';
import { announce, element, keepingFocus } from '../../page/dom.ts';
import { plural, t } from '../../text/l10n.ts';
import { fitColumns, type ShownColumn } from '../columns.ts';
import type { Grouping } from '../group.ts';
import { arrangedLines, type Lines, LoadedRows, MOST_ROWS, type TableSort, wholeList } from '../lines.ts';
import type { TableState, TableStored, ToTable } from '../tableMessages.ts';
import { captionParts, notices } from './caption.ts';
import { Grid } from './grid.ts';
import { listenToGrid } from './gridInput.ts';
import { Selection } from './selection.ts';
import { failed, onTryAgain, run, send, start, store, storedArrangement } from './tableHost.ts';
import { Toolbar } from './toolbar.ts';

let state: TableState | undefined;
let keep: TableStored | undefined;
let loaded = new LoadedRows();
let { sort, grouping }: { sort?: TableSort | undefined; grouping?: Grouping | undefined } =
  storedArrangement();
/** The rows that contain the typed words. */
let found: ReadonlySet<string> | undefined;
let throughOnly = false;
/** The keys of expanded groups. */
const open = new Set<string>();
let columns: readonly ShownColumn[] = [];
let lines: Lines = wholeList(loaded, 0);
let isWhole = true;
/** True if rows have changed since they were last arranged. */
let isStale = false;
/** True while rows are loaded, from the request on. Meanwhile, the lines stay in place. */
let isLoading = false;

const toolbar = new Toolbar({
  onGroup: (wanted) => arrange(sort, wanted),
  onLeave: () => grid.element.focus(),
});
const caption = element('div', { class: 'status' });
const said = element('div', { class: 'notices' });
const problem = element('div', { class: 'problem-frame', hidden: true });
const empty = element('p', { class: 'empty no-logs', hidden: true });
const grid = new Grid({
  onLook: look,
  onSort: (wanted) => arrange(wanted, grouping),
  onResize: draw,
});
const table = element('div', { class: 'table' }, toolbar.element, caption, grid.element, empty, said);
const selection = new Selection({
  get lines() {
    return lines;
  },
  get columns() {
    return columns;
  },
  draw,
});
document.getElementById('panel')?.append(element('main', {}, table, problem));

function receive(message: ToTable): void {
  switch (message.type) {
    case 'show':
      keep = message.stored;
      receiveState(message.state);
      keepArrangement();
      break;
    case 'rows':
      if (message.list !== state?.list) return;
      for (const [place, row] of message.rows) loaded.set(place, row);
      isStale = true;
      break;
    case 'found':
      found = message.ids && new Set(message.ids);
      isStale = true;
      if (found)
        announce(plural(found.size, { one: '{0} loaded log found', other: '{0} loaded logs found' }));
      break;
    case 'focus':
      if (message.place !== undefined) goTo(message.place);
      grid.element.focus();
      break;
    case 'say':
      announce(message.text);
  }
  draw();
}

function receiveState(next: TableState): void {
  const before = state;
  state = next;
  isLoading = next.isLoading;
  table.hidden = next.failure !== undefined;
  problem.hidden = !table.hidden;
  if (next.failure) problem.replaceChildren(failed(next.failure));
  if (next.list !== before?.list) {
    loaded = new LoadedRows();
    selection.reset();
    isStale = true;
    found = undefined;
    throughOnly = false;
    open.clear();
    lines = wholeList(loaded, next.length);
    grid.goTo(0);
    if (next.list !== 0) {
      announce(plural(next.total ?? next.length, { one: '{0} log', other: '{0} logs' }));
      if (grouping) load();
    }
    return;
  }
  if (next.newer > before.newer)
    announce(plural(next.newer, { one: '{0} newer log', other: '{0} newer logs' }));
  if (next.problem && next.problem.headline !== before.problem?.headline) announce(next.problem.headline);
  if (before.isLoading && !next.isLoading)
    announce(plural(loaded.size, { one: '{0} log loaded', other: '{0} logs loaded' }));
}

/** Loads the rows from the top of the list, up to the maximum number. */
function load(): void {
  if (loaded.size >= Math.min(MOST_ROWS, state?.length ?? 0)) return;
  isLoading = true;
  run('load');
}

/** Arranges the loaded rows. Without a sort order or groups, shows the complete list in the service's order. */
function arrange(wantedSort: TableSort | undefined, wantedGrouping: Grouping | undefined): void {
  if (wantedGrouping && wantedGrouping !== grouping) load();
  if (wantedGrouping !== grouping) open.clear();
  sort = wantedSort;
  grouping = wantedGrouping;
  isStale = true;
  keepArrangement();
  drawNow();
  if (!selection.hasFocus) selection.line = 0;
  grid.goTo(Math.max(0, selection.line - Math.floor(grid.fitting / 2)));
  drawNow();
  if (!isLoading) announce(caption.querySelector('.summary')?.textContent ?? '');
}

/** Scrolls to a position in the complete list. */
function goTo(place: number): void {
  arrange(undefined, undefined);
  const index = Math.min(place, Math.max(0, lines.count - 1));
  selection.line = index;
  grid.goTo(index);
  announce(t('Row {0}', index + 1));
}

function keepArrangement(): void {
  if (keep) store({ ...keep, ...(sort && { sort }), ...(grouping && { grouping }) });
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
  if (!state || state.failure) return;
  arrangeLines(state);
  selection.follow();
  columns = fitColumns(state.columns, state.areChosen, grid.room);
  toolbar.update(state, grouping);
  const { ids, line, column } = selection;
  grid.show({ lines, columns, state, sort, selected: ids, line, column });
  grid.element.ariaBusy = String(state.list === 0 || state.isChanging || isLoading);
  table.classList.toggle('changing', (state.isChanging && state.list !== 0) || isLoading);
  // If the focused button is gone, the focus moves to the rows.
  if (keepingFocus(table, drawTexts)) grid.element.focus();
}

function arrangeLines({ length }: TableState): void {
  if (isLoading && grouping) return;
  isWhole = !sort && !grouping && !found && !throughOnly && !loaded.inOrder().some(({ isOut }) => isOut);
  if (isWhole) lines = wholeList(loaded, length);
  else if (isStale && !isLoading) {
    lines = arrangedLines(loaded, { sort, grouping, found, throughOnly, open });
    isStale = false;
    selection.keepShown();
  }
}

function drawTexts(): void {
  if (!state) return;
  caption.replaceChildren(
    ...captionParts({
      state: { ...state, isLoading },
      rows: loaded.inOrder(),
      shown: isWhole ? undefined : lines.logs,
      groups: lines.groups,
      selected: selection.ids.size,
      isThroughOnly: throughOnly,
      onThroughOnly: () => {
        throughOnly = !throughOnly;
        isStale = true;
        draw();
      },
      onLoad: () => {
        load();
        draw();
      },
    }),
  );
  said.replaceChildren(...notices(state));
  empty.hidden = state.list === 0 || lines.count > 0;
  empty.textContent = found || state.chips.length > 0 ? t('No detection logs match') : t('No detection logs');
}

let looking: { first: number; end: number } | undefined;

/**
 * Milliseconds for which lines must be visible before they are requested, so that no lines are requested while the user
 * scrolls past them.
 */
const LOOK = 60;
let lookTimer: ReturnType<typeof setTimeout> | undefined;

function look(first: number, end: number): void {
  if (!isWhole || !state?.list || end === 0) return;
  if (looking && looking.first === first && looking.end === end) return;
  looking = { first, end };
  clearTimeout(lookTimer);
  lookTimer = setTimeout(() => {
    if (looking && isWhole && state) send({ type: 'look', list: state.list, ...looking });
    looking = undefined;
  }, LOOK);
}

function act(index: number): void {
  const line = lines.at(index);
  if (line.kind === 'group') toggleGroup(line.group.key, !line.isOpen);
  else if (line.kind === 'row') run('open');
  else if (state?.problem) onTryAgain();
}

function toggleGroup(key: string, isOpen: boolean): void {
  if (isOpen) open.add(key);
  else open.delete(key);
  isStale = true;
  drawNow();
}

listenToGrid(grid, { selection, lines: () => lines, act, toggleGroup });

addEventListener('keydown', (event) => {
  const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey;
  if (!isFind || event.shiftKey) return;
  event.preventDefault();
  toolbar.focusSearch();
});

document.body.dataset['vscodeContext'] = JSON.stringify({ preventDefaultContextMenuItems: true });
start(receive, grid.element);
