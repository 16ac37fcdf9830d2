/** The sections of the panel, and the bar with their links, which stays visible while scrolling. */
import { type Child, div, element, textButton } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import type { LogContent } from '../logView.ts';

/**
 * Returns a section.
 * @param detail extra information next to the title, such as the number of rows
 * @param tools the tools at the end of the heading line
 */
export function section(
  id: string,
  title: string,
  body: readonly Child[],
  detail?: Child,
  ...tools: readonly Child[]
): HTMLElement {
  return element(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    div(
      'section-head',
      element('h2', { id: `${id}-title`, tabindex: '-1' }, title),
      element('span', { class: 'section-detail' }, detail),
      div('section-tools', ...tools),
    ),
    div('section-body', ...body),
  );
}

/** Returns the bar with a button for each section. */
export function sectionBar({ request, payload }: LogContent): HTMLElement {
  const button = (id: string, title: string) => {
    const onClick = () => {
      goToSection(id);
      document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
    };
    return textButton(title, onClick, { class: 'tool worded' });
  };
  return div(
    'section-bar',
    element(
      'nav',
      { 'aria-label': t('Sections') },
      payload.length > 0 ? button('payload', t('Payload')) : undefined,
      button('request', `${t('Headers')} ${localNumber(request.total)}`),
      button('raw', t('Raw Data')),
      button('response', t('Response')),
      button('details', t('Details')),
    ),
  );
}

/** Marks the section in view in the bar. Returns its ID, or an empty string above the first section. */
export function markSection(): string {
  const covered = coveredHeight() + 1;
  const sections = [...document.querySelectorAll('.columns > section')];
  // Raw data that stays next to the other sections is always in view.
  const at = sections.findLastIndex(
    (each) => getComputedStyle(each).position !== 'sticky' && each.getBoundingClientRect().top <= covered,
  );
  for (const [index, button] of document.querySelectorAll('.section-bar button').entries())
    button.ariaCurrent = index === at ? 'true' : null;
  return sections[at]?.id ?? '';
}

/** Scrolls to a section, and to the match in it. */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  scrollToElement(section, 'start');
  scrollToElement(section?.querySelector('.row.matched'), 'nearest');
}

/**
 * Scrolls the page to an element, below the bars. Unlike `scrollIntoView`, does not scroll the editor around the page.
 * @param block `nearest` to scroll only as far as necessary
 */
export function scrollToElement(element: Element | null | undefined, block: 'start' | 'nearest'): void {
  if (!element) return;
  const covered = coveredHeight();
  const { top, bottom } = element.getBoundingClientRect();
  if (block === 'start' || top < covered) scrollBy(0, top - covered);
  else if (bottom > innerHeight) scrollBy(0, Math.min(bottom - innerHeight, top - covered));
}

/** Returns the height of the window that the bars cover. */
function coveredHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}
