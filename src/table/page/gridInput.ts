/** Handles mouse and keyboard input for the grid. */
import { announce } from '../../page/dom.ts';
import { plural } from '../../text/l10n.ts';
import type { Lines } from '../lines.ts';
import type { Grid } from './grid.ts';
import type { Selection } from './selection.ts';
import { send } from './tableHost.ts';

export interface GridInputOptions {
  readonly selection: Selection;
  readonly lines: () => Lines;
  /** Performs a line's action: opens a log, expands or collapses a group, or retries rows that failed. */
  readonly act: (index: number) => void;
  readonly toggleGroup: (key: string, isOpen: boolean) => void;
}

export function listenToGrid(grid: Grid, options: GridInputOptions): void {
  const { selection, lines, act } = options;
  grid.element.addEventListener('mousedown', (event) => {
    // Select rows instead of their text.
    if (event.shiftKey && grid.lineOf(event.target)) event.preventDefault();
  });
  grid.element.addEventListener('click', (event) => {
    const at = grid.lineOf(event.target);
    if (!at) return;
    grid.element.focus();
    selection.column = at.column;
    selection.moveTo(
      at.index,
      event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone',
    );
    if (lines().at(at.index).kind === 'group') act(at.index);
    queueMicrotask(() => grid.reveal(selection.line));
  });
  grid.element.addEventListener('dblclick', (event) => {
    const at = grid.lineOf(event.target);
    if (at && lines().at(at.index).kind === 'row') act(at.index);
  });
  grid.element.addEventListener('contextmenu', (event) => {
    const at = grid.lineOf(event.target);
    if (!at) return;
    selection.column = at.column;
    selection.pointAt(at.index);
  });
  grid.element.addEventListener('keydown', (event) => {
    // The column headers handle their own keys.
    if (event.target !== grid.element || !takeKey(event, grid, options)) return;
    event.preventDefault();
    queueMicrotask(() => grid.reveal(selection.line));
    // Otherwise, the editor would also select all text on the page or copy the selected text.
    if (event.ctrlKey || event.metaKey) event.stopPropagation();
  });
}

/** Handles a key. Returns false if the grid does not use the key. */
function takeKey(event: KeyboardEvent, grid: Grid, options: GridInputOptions): boolean {
  const { selection, act, toggleGroup } = options;
  const lines = options.lines();
  const { line: at } = selection;
  const line = lines.count > 0 ? lines.at(at) : undefined;
  const moveTo = (index: number) => selection.moveTo(index, event.shiftKey ? 'range' : 'alone');
  const key = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key;
  switch (key) {
    case 'ArrowDown':
      moveTo(!selection.hasFocus && line?.kind === 'row' ? at : at + 1);
      return true;
    case 'ArrowUp':
      moveTo(at - 1);
      return true;
    case 'PageDown':
      moveTo(at + grid.fitting - 1);
      return true;
    case 'PageUp':
      moveTo(at - grid.fitting + 1);
      return true;
    case 'Home':
    case 'Ctrl+Home':
      moveTo(0);
      return true;
    case 'End':
    case 'Ctrl+End':
      moveTo(lines.count - 1);
      return true;
    case 'ArrowRight':
      if (line?.kind === 'group' && !line.isOpen) toggleGroup(line.group.key, true);
      else selection.moveColumn(1);
      return true;
    case 'ArrowLeft':
      if (line?.kind === 'group') toggleGroup(line.group.key, false);
      else if (selection.column === undefined && lines.groups !== undefined) moveTo(groupLine(lines, at));
      else selection.moveColumn(-1);
      return true;
    case 'Enter':
      if (line) act(at);
      return true;
    case ' ':
      if (line?.kind === 'row') selection.moveTo(at, 'toggle');
      else if (line) act(at);
      return true;
    case 'Escape':
      if (selection.ids.size <= 1 || line?.kind !== 'row') return false;
      selection.moveTo(at, 'alone');
      return true;
    case 'Ctrl+a':
      selection.selectAll();
      announce(
        plural(selection.ids.size, { one: '{0} loaded log selected', other: '{0} loaded logs selected' }),
      );
      return true;
    case 'Ctrl+c':
    case 'Ctrl+g':
      if (event.shiftKey || event.altKey) return false;
      send({ type: 'run', action: event.key === 'c' ? 'copyValue' : 'goToPage' });
      return true;
    default:
      return false;
  }
}

/** Returns the index of the line for the group that a line belongs to. */
function groupLine(lines: Lines, from: number): number {
  for (let index = from; index > 0; index--) if (lines.at(index).kind === 'group') return index;
  return 0;
}
