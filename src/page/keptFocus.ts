/**
 * Keeps the keyboard where it was: a menu or a prompt of the editor takes the focus from an element, and gives it back to the
 * page as a whole.
 *
 * @param first gets the focus where no element had it before
 */
export function keepFocus(first?: HTMLElement): void {
  let last = first;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target;
  });
  // A click on what takes no focus takes it from the last one; any other tells of itself by `focusin`.
  document.addEventListener('mousedown', () => {
    last = first;
  });
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body)
      (last?.isConnected ? last : first)?.focus({ preventScroll: true });
  });
}
