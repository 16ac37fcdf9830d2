/** The bar with links to the sections of the panel. It stays visible while scrolling. */
import { type Child, element } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import type { DetectionExtract } from '../detectionExtract.ts';
import type { SectionName } from '../detectionMessages.ts';

export interface SectionOptions {
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
  /** Returns the section in view; empty above the first section. */
  current(): SectionName;
  /** Scrolls to a section, and to the row in the section that contains the match. */
  goTo(section: SectionName): void;
  /** Marks the section in view. */
  update(): void;
  /** Shows the sections that the log has, and which of them contain the match. */
  show(log: DetectionExtract): void;
}

type Section = Exclude<SectionName, '' | 'other'>;

/**
 * @param find the find bar, which is appended to the section bar
 * @param onGo called after the user goes to a section, even if nothing scrolled
 */
export function sectionBar(find: HTMLElement, onGo: () => void): SectionBar {
  const count = element('span');
  const texts: Record<Section, readonly (string | Node)[]> = {
    payload: [t('Payload')],
    request: [t('Headers'), ' ', count],
    raw: [t('Raw Data')],
    response: [t('Response')],
    details: [t('Details')],
  };
  /** In document order. */
  const buttons = (Object.keys(texts) as Section[]).map((name) => {
    const dot = element('span', { class: 'dot', title: t('The match is here.'), hidden: true });
    const button = element('button', { type: 'button', class: 'tool worded' }, ...texts[name], dot);
    button.addEventListener('click', () => {
      goTo(name);
      document.getElementById(`${name}-title`)?.focus({ preventScroll: true });
      onGo();
    });
    return { name, button, dot };
  });
  const nav = element('nav', { 'aria-label': t('Sections') }, ...buttons.map(({ button }) => button));
  const bar = element('div', { class: 'section-bar' }, nav, find);
  /** The section that the user selected. The page might end before that section reaches the top. */
  let wanted: SectionName = '';
  const goTo = (name: SectionName) => {
    wanted = name;
    const section = document.getElementById(name);
    section?.scrollIntoView();
    section?.querySelector('.row.matched')?.scrollIntoView({ block: 'nearest' });
  };
  const current = (): SectionName => {
    const { top, bottom } = bar.getBoundingClientRect();
    const edge = Math.max(0, bottom) + 2;
    const topOf = (name: SectionName) => document.getElementById(name)?.getBoundingClientRect().top ?? 0;
    if (!isAtEnd()) wanted = '';
    else if (topOf(wanted) > edge) return wanted;
    // The top of the panel is still in view.
    if (scrollY === 0 || (bar.previousElementSibling?.getBoundingClientRect().bottom ?? 0) >= top - 1)
      return '';
    const passed = buttons.filter(({ name }) => {
      const section = document.getElementById(name);
      return section && !isFixed(section) && topOf(name) <= edge;
    });
    return passed.at(-1)?.name ?? '';
  };
  return {
    element: bar,
    current,
    goTo,
    update: () => {
      const inView = current();
      for (const { name, button } of buttons) {
        if (name === inView) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
      }
    },
    show: ({ tables, matches, current: index }) => {
      count.textContent = localNumber(tables.request.total);
      const rows = matches[index]?.rows;
      // A match that is not in any row, such as one in the request line, is only in the raw data.
      const inMatch = new Set<string>(rows?.length === 0 ? ['raw'] : rows?.map(({ table }) => table));
      for (const { name, button, dot } of buttons) {
        button.hidden = name === 'payload' && tables.payload.total === 0;
        dot.hidden = !inMatch.has(name);
      }
    },
  };
}

/** Returns true for raw data that stays visible next to the other sections. */
function isFixed(section: HTMLElement): boolean {
  return getComputedStyle(section).position === 'sticky';
}

function isAtEnd(): boolean {
  return scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
}
