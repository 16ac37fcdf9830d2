/** Handles mouse and keyboard input for the grid. */
import { announce } from '../../page/dom.ts';
import { plural } from '../../text/l10n.ts';
import type { Lines } from '../lines.ts';
import type { Grid } from './grid.ts';
import type { Selection } from './selection.ts';
import { run, type TableModel } from './tableModel.ts';

/** @param draw renders the table after groups were expanded or collapsed */
export function listenToGrid(grid: Grid, model: TableModel, selection: Selection, draw: () => void): void {
  const toggleGroup = (index: number) => {
    const line = model.lines.at(index);
    if (line.kind !== 'group') return;
    model.toggleGroup(line.group.label);
    draw();
  };
  grid.element.addEventListener('click', (event) => {
    const at = grid.lineOf(event.target);
    if (!at) return;
    grid.element.focus();
    selection.column = at.column;
    const isAdded = event.ctrlKey || event.metaKey;
    selection.moveTo(at.index, event.shiftKey ? 'range' : isAdded ? 'toggle' : 'alone');
    toggleGroup(at.index);
    grid.reveal(selection.line);
  });
  grid.element.addEventListener('mouseover', ({ target }) => grid.addTooltip(target));
  grid.element.addEventListener('dblclick', (event) => {
    const at = grid.lineOf(event.target);
    if (at && model.lines.at(at.index).kind === 'row') run('open');
  });
  grid.element.addEventListener('contextmenu', (event) => {
    const at = grid.lineOf(event.target);
    if (!at) return;
    selection.column = at.column;
    selection.moveTo(at.index, 'menu');
  });
  grid.element.addEventListener('keydown', (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const take = keys(event)[isCommand ? `Ctrl+${event.key}` : event.key];
    // The column headers handle their own keys.
    if (event.target !== grid.element || event.altKey || !take) return;
    take();
    event.preventDefault();
    grid.reveal(selection.line);
    // Otherwise, the editor would also select all text on the page or copy the selected text.
    if (isCommand) event.stopPropagation();
  });

  /** Returns what the keys do on the focused line. */
  function keys(event: KeyboardEvent): Readonly<Record<string, () => unknown>> {
    const { lines } = model;
    const { line: at } = selection;
    const line = lines.at(at);
    const isInGroup = line.kind === 'row' && lines.groups !== undefined && selection.column === undefined;
    const moveTo = (index: number) => selection.moveTo(index, event.shiftKey ? 'range' : 'alone');
    return {
      ArrowDown: () => moveTo(!selection.hasFocus && line.kind === 'row' ? at : at + 1),
      ArrowUp: () => moveTo(at - 1),
      PageDown: () => moveTo(at + grid.fitting - 1),
      PageUp: () => moveTo(at - grid.fitting + 1),
      Home: () => moveTo(0),
      End: () => moveTo(lines.count - 1),
      ArrowRight: () => {
        if (line.kind === 'group' && !line.isOpen) toggleGroup(at);
        else selection.moveColumn(1, grid.columns);
      },
      ArrowLeft: () => {
        if (line.kind === 'group' && line.isOpen) toggleGroup(at);
        else if (isInGroup) moveTo(groupLine(lines, at));
        else selection.moveColumn(-1, grid.columns);
      },
      Enter: () => (line.kind === 'row' ? run('open') : toggleGroup(at)),
      ' ': () => (line.kind === 'row' ? selection.moveTo(at, 'toggle') : toggleGroup(at)),
      'Ctrl+a': () => {
        selection.selectAll();
        announce(
          plural(selection.ids.size, { one: '{0} loaded log selected', other: '{0} loaded logs selected' }),
        );
      },
      'Ctrl+c': () => run('copyValue'),
      'Ctrl+g': () => run('goToPage'),
    };
  }
}

/** Returns the index of the line for the group that a line belongs to. */
function groupLine(lines: Lines, from: number): number {
  for (let index = from; index > 0; index--) if (lines.at(index).kind === 'group') return index;
  return 0;
}
