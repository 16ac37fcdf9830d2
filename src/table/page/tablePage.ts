/** A table's page. Renders the rows that the extension sends, and reports the user's actions. */
import '../../page/pageLanguage.ts';
import { announce, element, keepingFocus } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { fitColumns } from '../columns.ts';
import type { Grouping, TableSort } from '../lines.ts';
import type { ToTable } from '../tableMessages.ts';
import { captionParts, notices } from './caption.ts';
import { Grid } from './grid.ts';
import { listenToGrid } from './gridInput.ts';
import { Selection } from './selection.ts';
import { failed, start, store, TableModel } from './tableModel.ts';
import { createToolbar } from './toolbar.ts';

const model = new TableModel();
const selection = new Selection(model, draw);
const grid = new Grid(model, selection, (sort) => arrange(sort, model.grouping), draw);
const toolbar = createToolbar((grouping) => arrange(model.sort, grouping), grid.element);
const caption = element('div', { class: 'status' });
const said = element('div', { class: 'notices' });
const problem = element('div', { class: 'problem-frame', hidden: true });
const empty = element('p', { class: 'empty no-logs', hidden: true });
const table = element('div', { class: 'table' }, toolbar.element, caption, grid.element, empty, said);
document.getElementById('panel')?.append(element('main', {}, table, problem));

function receive(message: ToTable): void {
  if (message.type === 'focus') {
    if (message.place !== undefined) goTo(message.place);
    grid.element.focus();
  } else {
    if (message.state.stored) store(message.state.stored);
    if (model.receive(message)) {
      selection.reset();
      grid.goTo(0);
    }
  }
  draw();
}

/** Arranges the loaded rows, and scrolls to the focused one. */
function arrange(sort: TableSort | undefined, grouping: Grouping | undefined): void {
  model.arrangeBy(sort, grouping);
  draw();
  if (!selection.hasFocus) selection.line = 0;
  grid.goTo(selection.line - Math.floor(grid.fitting / 2));
}

/** Scrolls to a position in the complete list. */
function goTo(place: number): void {
  arrange(undefined, undefined);
  selection.line = Math.min(place, Math.max(0, model.lines.count - 1));
  grid.goTo(selection.line);
}

/** The caption that was last announced to screen readers. */
let announced = '';

function draw(): void {
  const { state } = model;
  if (!state) return;
  table.hidden = state.failure !== undefined;
  problem.hidden = !table.hidden;
  if (state.failure) {
    problem.replaceChildren(failed(state.failure));
    return;
  }
  if (model.arrange()) selection.keepShown();
  selection.follow();
  const hasStatus = model.loaded.inOrder().some(({ cells }) => cells['status'] !== undefined);
  if (grid.width > 0) grid.show(fitColumns(grid.width, hasStatus));
  const isEmpty = state.list === 0;
  grid.element.ariaBusy = String(isEmpty || state.isChanging || model.isLoading);
  table.classList.toggle('changing', (state.isChanging && !isEmpty) || model.isLoading);
  empty.hidden = isEmpty || model.lines.count > 0;
  const isFiltered = state.found !== undefined || state.chips.length > 0;
  empty.textContent = isFiltered ? t('No detection logs match') : t('No detection logs');
  // A button that is pressed while rows arrive must stay, or its click would be lost.
  const isPressed = [toolbar.element, caption, said].some((part) => part.matches(':active'));
  if (isPressed) return;
  const lostFocus = keepingFocus(table, () => {
    toolbar.update(state, model.grouping);
    caption.replaceChildren(...captionParts(model, selection.ids.size));
    said.replaceChildren(...notices(state));
  });
  // If the focused button is gone, the focus moves to the rows.
  if (lostFocus) grid.element.focus();
  const summary = caption.firstElementChild?.textContent ?? '';
  if (summary === announced || model.isLoading) return;
  announced = summary;
  announce(summary);
}

listenToGrid(grid, model, selection, draw);

addEventListener('keydown', (event) => {
  const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.altKey;
  if (!isFind || event.shiftKey) return;
  event.preventDefault();
  toolbar.field.focus();
  toolbar.field.select();
});

document.body.dataset['vscodeContext'] = JSON.stringify({ preventDefaultContextMenuItems: true });
start(receive, grid.element);
