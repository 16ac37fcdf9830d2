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
}

type Section = Exclude<SectionName, '' | 'other'>;

/** The order of the sections in the document. */
const NAMES: readonly Section[] = ['payload', 'request', 'raw', 'response', 'details'];

export function sectionBar({ tables, matches, current }: DetectionExtract): SectionBar {
  const inMatch = new Set(matches[current]?.rows.map(({ table }) => table));
  const texts: Record<Section, readonly [text: string, hasMatch: boolean]> = {
    payload: [t('Payload'), inMatch.has('payload')],
    request: [`${t('Headers')} ${localNumber(tables.request.total)}`, inMatch.has('request')],
    raw: [t('Raw Data'), false],
    response: [t('Response'), false],
    details: [t('Details'), false],
  };
  const buttons = NAMES.filter((name) => name !== 'payload' || tables.payload.total > 0).map((name) => {
    const [text, hasMatch] = texts[name];
    const dot = hasMatch ? element('span', { class: 'dot', title: t('The match is here.') }) : undefined;
    const button = element('button', { type: 'button', class: 'tool worded' }, text, dot);
    button.addEventListener('click', () => goToSection(name));
    return [name, button] as const;
  });
  const bar = element(
    'nav',
    { class: 'section-bar', 'aria-label': t('Sections') },
    ...buttons.map(([, button]) => button),
  );
  const inView = (): SectionName => {
    const { top, bottom } = bar.getBoundingClientRect();
    // Above its place, the head is in view.
    if (scrollY === 0 || (bar.previousElementSibling?.getBoundingClientRect().bottom ?? 0) >= top - 1)
      return '';
    const edge = Math.max(0, bottom) + 2;
    const passed = NAMES.filter((name) => {
      const section = document.getElementById(name);
      return section && !isFixed(section) && section.getBoundingClientRect().top <= edge;
    });
    return passed.at(-1) ?? '';
  };
  return {
    element: bar,
    current: inView,
    update: () => {
      const current = inView();
      for (const [name, button] of buttons) {
        if (name === current) button.setAttribute('aria-current', 'true');
        else button.removeAttribute('aria-current');
      }
    },
  };
}

/** True for raw data that stays beside the other sections. */
function isFixed(section: HTMLElement): boolean {
  return getComputedStyle(section).position === 'sticky';
}

/** Scrolls to a section and puts the focus on its heading. */
function goToSection(name: SectionName): void {
  const section = document.getElementById(name);
  section?.scrollIntoView();
  section?.querySelector<HTMLElement>('.section-toggle')?.focus({ preventScroll: true });
}
