/** The sections of the panel, and the bar with their links, which stays visible while scrolling. */
import { type Child, element, textButton } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import type { LogContent } from '../logView.ts';

interface SectionOptions {
  readonly id: string;
  readonly title: string;
  /** Extra information next to the title, such as the number of rows. */
  readonly detail?: Child;
  /** The tools at the end of the heading line. */
  readonly tools?: readonly Child[];
  readonly body: readonly Child[];
}

export function section({ id, title, detail, tools = [], body }: SectionOptions): HTMLElement {
  return element(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    element(
      'div',
      { class: 'section-head' },
      element('h2', { id: `${id}-title`, tabindex: '-1' }, title),
      element('span', { class: 'section-detail' }, detail),
      element('div', { class: 'section-tools' }, ...tools),
    ),
    element('div', { class: 'section-body' }, ...body),
  );
}

export interface SectionBar {
  readonly element: HTMLElement;
  /** Marks the section in view and returns it; returns an empty string above the first section. */
  update(): string;
}

export function sectionBar({ request, payload }: LogContent): SectionBar {
  const sections = [
    ...(payload.length > 0 ? [{ id: 'payload', title: t('Payload') }] : []),
    { id: 'request', title: `${t('Headers')} ${localNumber(request.total)}` },
    { id: 'raw', title: t('Raw Data') },
    { id: 'response', title: t('Response') },
    { id: 'details', title: t('Details') },
  ];
  const buttons = sections.map(({ id, title }) => {
    const onClick = () => {
      goToSection(id);
      document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
    };
    return textButton(title, onClick, { class: 'tool worded' });
  });
  const bar = element(
    'div',
    { class: 'section-bar' },
    element('nav', { 'aria-label': t('Sections') }, ...buttons),
  );
  return {
    element: bar,
    update: () => {
      const covered = coveredHeight() + 1;
      const isStuck = bar.getBoundingClientRect().bottom <= covered;
      const inView = sections.findLastIndex(({ id }) => isStuck && hasReached(id, covered));
      for (const [at, button] of buttons.entries()) button.ariaCurrent = at === inView ? 'true' : null;
      return sections[inView]?.id ?? '';
    },
  };
}

/** Returns true if a section begins at or above an offset, except for raw data that stays next to the other sections. */
function hasReached(id: string, offset: number): boolean {
  const section = document.getElementById(id);
  if (!section || getComputedStyle(section).position === 'sticky') return false;
  return section.getBoundingClientRect().top <= offset;
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
