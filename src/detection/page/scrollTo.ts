/**
 * Scrolls the page to an element, below the bars. Unlike `scrollIntoView`, does not scroll the editor around the page.
 * @param block `nearest` to scroll only as far as necessary
 */
export function scrollToElement(element: Element | null | undefined, block: 'start' | 'nearest'): void {
  if (!element) return;
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const { top, bottom } = element.getBoundingClientRect();
  if (block === 'start' || top < covered) scrollBy(0, top - covered);
  else if (bottom > innerHeight) scrollBy(0, Math.min(bottom - innerHeight, top - covered));
}
