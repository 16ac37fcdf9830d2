/** A box that opens below its button. Pressing Escape or moving the focus elsewhere closes it. */
import { element } from './dom.ts';

export interface DropDown {
  readonly element: HTMLElement;
  setOpen(isOpen: boolean): void;
}

/** @param onOpen called when the box opens; must move focus into it */
export function dropDown(button: HTMLButtonElement, box: HTMLElement, onOpen: () => void): DropDown {
  const frame = element('div', { class: 'menu-frame' }, button, box);
  const setOpen = (isOpen: boolean) => {
    box.hidden = !isOpen;
    button.ariaExpanded = String(isOpen);
    if (isOpen) onOpen();
  };
  button.addEventListener('click', () => setOpen(box.hidden === true));
  frame.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || box.hidden) return;
    event.stopPropagation();
    setOpen(false);
    button.focus();
  });
  frame.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !frame.contains(relatedTarget)) setOpen(false);
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !frame.contains(target)) setOpen(false);
  });
  setOpen(false);
  return { element: frame, setOpen };
}
