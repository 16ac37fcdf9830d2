/** The sections of the panel, and the bar with their links, which stays visible while scrolling. */
import { type Child, element } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import { localNumber } from '../../text/localFormats.ts';
import { type LogContent, SECTIONS, type SectionName } from '../logView.ts';
import { scrollToElement } from './scrollTo.ts';

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
  /** Scrolls to a section, and to the match in it. */
  goTo(section: SectionName): void;
  /** Marks the section in view and returns it; returns an empty string above the first section. */
  update(): SectionName | '';
}

/**
 * @param section the section that the user selected last
 * @param onGo called after the user goes to a section, even if nothing scrolled
 */
export function sectionBar(
  { request, payload, matches }: LogContent,
  section: SectionName | '',
  onGo: () => void,
): SectionBar {
  const names: Readonly<Record<SectionName, string>> = {
    payload: t('Payload'),
    request: t('Headers'),
    raw: t('Raw Data'),
    response: t('Response'),
    details: t('Details'),
  };
  const inFields = (name: SectionName) => document.querySelector(`#${name} .matched`) !== null;
  const isMatched = (name: SectionName) =>
    // A match that is not in any field, such as one in the request line, is only in the raw data.
    name === 'raw' ? matches.length > 0 && !inFields('payload') && !inFields('request') : inFields(name);
  const buttons = SECTIONS.filter((name) => name !== 'payload' || payload.length > 0).map((name) => {
    const count = name === 'request' ? ` ${localNumber(request.total)}` : undefined;
    const dot = element('span', { class: 'dot', title: t('The match is here.'), hidden: true });
    const button = element('button', { type: 'button', class: 'tool worded' }, names[name], count, dot);
    button.addEventListener('click', () => {
      goTo(name);
      document.getElementById(`${name}-title`)?.focus({ preventScroll: true });
      onGo();
    });
    return { name, button, dot };
  });
  const nav = element('nav', { 'aria-label': t('Sections') }, ...buttons.map(({ button }) => button));
  const bar = element('div', { class: 'section-bar' }, nav);
  /** The section that the user selected. The page might end before that section reaches the top. */
  let wanted = section;
  const goTo = (name: SectionName) => {
    wanted = name;
    const target = document.getElementById(name);
    scrollToElement(target, 'start');
    scrollToElement(target?.querySelector('.row.matched'), 'nearest');
  };
  const topOf = (name: SectionName) => document.getElementById(name)?.getBoundingClientRect().top ?? 0;
  const inView = (): SectionName | '' => {
    const { top, bottom } = bar.getBoundingClientRect();
    const edge = Math.max(0, bottom) + 2;
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    if (!isAtEnd) wanted = '';
    else if (wanted !== '' && topOf(wanted) > edge) return wanted;
    const above = bar.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
    if (scrollY === 0 || above >= top - 1) return '';
    const passed = buttons.filter(({ name }) => !isFixed(name) && topOf(name) <= edge);
    return passed.at(-1)?.name ?? '';
  };
  return {
    element: bar,
    goTo,
    update: () => {
      const shown = inView();
      for (const { name, button, dot } of buttons) {
        button.ariaCurrent = name === shown ? 'true' : null;
        dot.hidden = !isMatched(name);
      }
      return shown;
    },
  };
}

/** Returns true for raw data that stays visible next to the other sections. */
function isFixed(name: SectionName): boolean {
  const target = document.getElementById(name);
  return target !== null && getComputedStyle(target).position === 'sticky';
}
