/** A menu of commands below a toolbar button. */
import { element, toolButton } from '../../page/dom.ts';
import { dropDown } from '../../page/dropDown.ts';
import { type Icon, iconClasses } from '../../page/icons.ts';
import type { Action } from '../detectionMessages.ts';
import { send } from './detectionHost.ts';

export type MenuItem = { readonly label: string } & (
  | { readonly action: Action }
  /** An action of the page. */
  | { readonly run: () => void }
);

export interface MenuOptions {
  readonly label: string;
  /** If undefined, the label is visible. */
  readonly icon?: Icon;
  readonly items: readonly MenuItem[];
}

export function menu({ label, icon, items }: MenuOptions): HTMLElement {
  const button = toolButton(icon ? { icon, label } : { text: label, label });
  button.ariaHasPopup = 'menu';
  if (!icon) button.append(element('span', { class: iconClasses('chevron-down'), 'aria-hidden': 'true' }));
  const entries = items.map((item) => {
    const entry = element(
      'button',
      { type: 'button', class: 'menu-item', role: 'menuitem', tabindex: '-1' },
      item.label,
    );
    entry.addEventListener('click', () => {
      setOpen(false);
      button.focus();
      if ('run' in item) item.run();
      else send({ type: 'run', action: item.action });
    });
    return entry;
  });
  const list = element('div', { class: 'menu', role: 'menu', 'aria-label': label, hidden: true }, ...entries);
  const { element: frame, setOpen } = dropDown(button, list, () => entries[0]?.focus());
  frame.addEventListener('keydown', (event) => {
    const at = entries.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') setOpen(false);
    if (next === undefined) return;
    event.preventDefault();
    if (list.hidden) setOpen(true);
    else entries.at(next % entries.length)?.focus();
  });
  return frame;
}
