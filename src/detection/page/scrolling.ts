/** Scrolls a text range into view, including inside the raw data's box, which has its own scroll bars. */
export function scrollToRange(range: Range): void {
  const parent = range.startContainer.parentElement;
  const box = parent?.closest<HTMLElement>('.raw');
  (box ?? parent?.closest('.row, .fact') ?? parent)?.scrollIntoView({ block: 'nearest' });
  if (box) revealIn(box, range);
  const { top, bottom } = range.getBoundingClientRect();
  const covered = document.querySelector('.section-bar')?.getBoundingClientRect().bottom ?? 0;
  if (top < Math.max(0, covered) || bottom > innerHeight) scrollBy(0, top - innerHeight / 2);
}

/** Scrolls a range into view inside its box. */
export function revealIn(box: HTMLElement, range: Range): void {
  const view = box.getBoundingClientRect();
  const place = range.getBoundingClientRect();
  if (place.top < view.top || place.bottom > view.bottom)
    box.scrollTop += place.top - view.top - view.height / 2;
  if (place.left < view.left || place.right > view.right)
    box.scrollLeft += place.left - view.left - view.width / 2;
}
