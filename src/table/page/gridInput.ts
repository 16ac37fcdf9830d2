/** Handles mouse and keyboard input for the grid. */
import { announce } from '../../page/dom.ts';
import { plural } from '../../text/l10n.ts';
import type { Entries } from '../entries.ts';
import { selectOne } from '../selection.ts';
import { type Cursor, PLAIN } from './cursor.ts';
import type { Grid } from './grid.ts';
import { send } from './tableHost.ts';

export interface GridInputOptions {
  readonly cursor: Cursor;
  readonly entries: () => Entries;
  readonly isGrouped: () => boolean;
  /** Performs a line's action: opens a log, expands or collapses a group, or retries rows that failed. */
  readonly act: (index: number) => void;
  readonly toggleGroup: (key: string, isOpen: boolean) => void;
}

export function listenToGrid(grid: Grid, options: GridInputOptions): void {
  const { cursor, entries, act } = options;
  grid.element.addEventListener('mousedown', (event) => {
    // Select rows instead of their text.
    if (event.shiftKey && grid.lineOf(event.target)) event.preventDefault();
  });
  grid.element.addEventListener('click', (event) => {
    const at = grid.lineOf(event.target);
    if (!at) return;
    grid.element.focus();
    cursor.setColumn(at.column);
    const entry = entries().at(at.index);
    cursor.moveTo(at.index, { isRange: event.shiftKey, isToggle: event.ctrlKey || event.metaKey });
    if (entry.kind === 'group') act(at.index);
  });
  grid.element.addEventListener('dblclick', (event) => {
    const at = grid.lineOf(event.target);
    if (at && entries().at(at.index).kind === 'row') act(at.index);
  });
  grid.element.addEventListener('contextmenu', (event) => {
    const at = grid.lineOf(event.target);
    if (!at) return;
    cursor.setColumn(at.column);
    const entry = entries().at(at.index);
    if (entry.kind === 'group') cursor.moveTo(at.index, PLAIN);
    if (entry.kind !== 'row') return;
    const { selection } = cursor;
    if (selection.ids.has(entry.row.id)) cursor.select({ ...selection, focus: entry.row.id });
    else cursor.moveTo(at.index, PLAIN);
  });
  grid.element.addEventListener('keydown', (event) => {
    // Buttons in the grid handle their own keys.
    if (event.target !== grid.element || !takeKey(event, grid, options)) return;
    event.preventDefault();
    // Otherwise, the editor would also select all text on the page or copy the selected text.
    if (event.ctrlKey || event.metaKey) event.stopPropagation();
  });
}

/** Handles a key. Returns false if the grid does not use the key. */
function takeKey(event: KeyboardEvent, grid: Grid, options: GridInputOptions): boolean {
  const { cursor, isGrouped, act, toggleGroup } = options;
  const entries = options.entries();
  const { line, selection } = cursor;
  const isCommand = event.ctrlKey || event.metaKey;
  const range = { isRange: event.shiftKey, isToggle: false };
  const entry = entries.count > 0 ? entries.at(line) : undefined;
  switch (event.key) {
    case 'ArrowDown':
      cursor.moveTo(selection.focus === undefined && entry?.kind === 'row' ? line : line + 1, range);
      return true;
    case 'ArrowUp':
      cursor.moveTo(line - 1, range);
      return true;
    case 'PageDown':
      cursor.moveTo(line + grid.fitting - 1, range);
      return true;
    case 'PageUp':
      cursor.moveTo(line - grid.fitting + 1, range);
      return true;
    case 'Home':
      cursor.moveTo(0, range);
      return true;
    case 'End':
      cursor.moveTo(entries.count - 1, range);
      return true;
    case 'ArrowRight':
      if (entry?.kind === 'group' && !entry.isOpen) toggleGroup(entry.group.key, true);
      else cursor.moveColumn(1);
      return true;
    case 'ArrowLeft':
      if (entry?.kind === 'group') toggleGroup(entry.group.key, false);
      else if (cursor.column === undefined && isGrouped()) cursor.moveTo(groupLine(entries, line), PLAIN);
      else cursor.moveColumn(-1);
      return true;
    case 'Enter':
      if (entry) act(line);
      return true;
    case ' ':
      if (entry?.kind === 'row') cursor.moveTo(line, { isRange: false, isToggle: true });
      else if (entry) act(line);
      return true;
    case 'Escape':
      if (selection.ids.size <= 1 || selection.focus === undefined) return false;
      cursor.select(selectOne(selection.focus));
      return true;
    case 'a':
      if (!isCommand) return false;
      cursor.selectAll();
      announce(
        plural(cursor.selection.ids.size, {
          one: '{0} loaded log selected',
          other: '{0} loaded logs selected',
        }),
      );
      return true;
    case 'c':
      if (!isCommand || event.shiftKey || event.altKey) return false;
      send({ type: 'copy' });
      return true;
    case 'g':
      if (!isCommand || event.shiftKey || event.altKey) return false;
      send({ type: 'run', action: 'goToPage' });
      return true;
    default:
      return false;
  }
}

/** Returns the index of the line for the group that a line belongs to. */
function groupLine(entries: Entries, from: number): number {
  for (let index = from; index > 0; index--) if (entries.at(index).kind === 'group') return index;
  return 0;
}
