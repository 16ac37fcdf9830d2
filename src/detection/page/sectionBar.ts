/** The bar that leads to the sections of the panel and stays in sight. */
import { element } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import type { DetectionExtract } from '../detectionExtract.ts';
import type { SectionName } from '../detectionMessages.ts';

export interface SectionBar {
  readonly element: HTMLElement;
  /** Returns the section that is in view; empty above the first. */
  current(): SectionName;
  /** Marks the section that is in view. */
  update(): void;
  /** Shows which sections the log has, and which contain the match. */
  show(log: DetectionExtract): void;
}

type Section = Exclude<SectionName, '' | 'other'>;

/** @param find the bar for finding, at the end */
export function sectionBar(find: HTMLElement): SectionBar {
  const count = element('span');
  const texts: Record<Section, readonly (string | Node)[]> = {
    payload: [t('Payload')],
    request: [t('Headers'), ' ', count],
    raw: [t('Raw Data')],
    response: [t('Response')],
    details: [t('Details')],
  };
  /** In the order of the document. */
  const buttons = (Object.keys(texts) as Section[]).map((name) => {
    const dot = element('span', { class: 'dot', title: t('The match is here.'), hidden: true });
    const button = element('button', { type: 'button', class: 'tool worded' }, ...texts[name], dot);
    button.addEventListener('click', () => goToSection(name));
    return { name, button, dot };
  });
  const nav = element('nav', { 'aria-label': t('Sections') }, ...buttons.map(({ button }) => button));
  const bar = element('div', { class: 'section-bar' }, nav, find);
  const current = (): SectionName => {
    const { top, bottom } = bar.getBoundingClientRect();
    // Above its place, the head is in view.
    if (scrollY === 0 || (bar.previousElementSibling?.getBoundingClientRect().bottom ?? 0) >= top - 1)
      return '';
    const edge = Math.max(0, bottom) + 2;
    const passed = buttons.filter(({ name }) => {
      const section = document.getElementById(name);
      return section && !isFixed(section) && section.getBoundingClientRect().top <= edge;
    });
    return passed.at(-1)?.name ?? '';
  };
  return {
    element: bar,
    current,
    update: () => {
      const inView = current();
      for (const { name, button } of buttons) {
        if (name === inView) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
      }
    },
    show: ({ tables, matches, current: index }) => {
      count.textContent = localNumber(tables.request.total);
      const inMatch = new Set<string>(matches[index]?.rows.map(({ table }) => table));
      for (const { name, button, dot } of buttons) {
        button.hidden = name === 'payload' && tables.payload.total === 0;
        dot.hidden = !inMatch.has(name);
      }
    },
  };
}

/** True for raw data that stays beside the other sections. */
function isFixed(section: HTMLElement): boolean {
  return getComputedStyle(section).position === 'sticky';
}

/** Scrolls to a section, or to the row in it that contains the match, and puts the focus on its heading. */
function goToSection(name: SectionName): void {
  const section = document.getElementById(name);
  section?.scrollIntoView();
  section?.querySelector('.row.matched')?.scrollIntoView({ block: 'nearest' });
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}
