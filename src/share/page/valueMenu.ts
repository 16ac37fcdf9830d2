/** The menu for a value in the report. */
import { element } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import type { ValueChoice } from '../reportActions.ts';

export interface ValueMenu {
  readonly element: HTMLElement;
  /** Opens the menu below a value's control. The control receives focus when the menu closes. */
  open(control: HTMLElement, choices: readonly ValueChoice[], choose: (choice: ValueChoice) => void): void;
  close(): void;
}

const LABELS: Readonly<Record<ValueChoice, string>> = {
  showValue: t('Show This Value'),
  hideAgain: t('Hide Again'),
  hideEverywhere: t('Hide This Value Everywhere'),
};
/** Minimum distance between the menu and the edges of the window, in pixels. */
const EDGE = 8;

export function valueMenu(): ValueMenu {
  const menu = element('div', { class: 'menu', role: 'menu', 'aria-label': t('Value'), hidden: true });
  let opener: HTMLElement | undefined;
  const close = () => {
    if (menu.hidden) return;
    if (menu.contains(document.activeElement)) opener?.focus({ preventScroll: true });
    menu.hidden = true;
    opener?.setAttribute('aria-expanded', 'false');
    opener = undefined;
  };
  const open: ValueMenu['open'] = (control, choices, choose) => {
    close();
    opener = control;
    control.setAttribute('aria-expanded', 'true');
    const entries = choices.map((choice) => {
      const entry = element(
        'button',
        { type: 'button', class: 'menu-item', role: 'menuitem', tabindex: '-1' },
        LABELS[choice],
      );
      entry.addEventListener('click', () => {
        close();
        choose(choice);
      });
      return entry;
    });
    menu.replaceChildren(...entries);
    menu.hidden = false;
    const { left, bottom, top } = control.getBoundingClientRect();
    const isBelow = bottom + menu.offsetHeight + EDGE <= innerHeight;
    menu.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - menu.offsetWidth - EDGE))}px`;
    menu.style.top = `${isBelow ? bottom + 2 : Math.max(EDGE, top - menu.offsetHeight - 2)}px`;
    entries[0]?.focus({ preventScroll: true });
  };
  menu.addEventListener('keydown', (event) => {
    const entries = [...menu.querySelectorAll<HTMLElement>('button')];
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) entries.at(next % entries.length)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) close();
  });
  addEventListener('scroll', close);
  addEventListener('resize', close);
  return { element: menu, open, close };
}
