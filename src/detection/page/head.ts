/** The head of the panel: outcome and rule, method and path, address and time. */
import { element, iconElement } from '../../page/dom.ts';
import { localAgo } from '../../text/localFormats.ts';
import { clockIn } from '../../text/zonedTime.ts';
import type { Extract, ShownHead, ShownRow } from '../detectionExtract.ts';
import type { HeadField } from '../facts.ts';
import { logText } from './logText.ts';
import { rowTools } from './rowTools.ts';

export interface HeadOptions extends Pick<ShownHead, 'heading' | 'facts'> {
  /** The text to show if there is no request line. */
  readonly title: string;
  /** True if the log has been read, so that values can be copied. */
  readonly isRead: boolean;
}

/** Number of characters of the method and path that are initially shown. */
const HEADING = 200;

export function summary({ title, heading, facts, isRead }: HeadOptions): HTMLElement {
  const fact = factsOf(facts, isRead);
  return element(
    'div',
    { class: 'summary' },
    heading
      ? element('h1', { class: 'code', dir: 'ltr' }, logText(heading, { most: HEADING }))
      : element('h1', {}, title),
    element('p', { class: 'head-facts' }, fact('address'), fact('countryCode'), fact('time')),
  );
}

/** Shows the outcome and the rule of a log in the toolbar. */
export function showChips(
  chips: HTMLElement,
  { facts, isRead }: Pick<HeadOptions, 'facts' | 'isRead'>,
): void {
  const fact = factsOf(facts, isRead);
  const outcome = facts.find(({ head }) => head === 'action')?.outcome;
  const parts = [outcomeIcon(outcome), fact('action'), fact('status'), fact('rule')];
  chips.replaceChildren(...parts.filter((part) => part !== undefined));
}

function factsOf(facts: readonly ShownRow[], isRead: boolean) {
  return (head: HeadField): HTMLElement | undefined => {
    const index = facts.findIndex((row) => row.head === head);
    const row = facts[index];
    return row && headFact(row, isRead ? rowTools(row, 'facts', index) : undefined);
  };
}

function headFact(row: ShownRow, tools: HTMLElement | undefined): HTMLElement {
  const { name, value, head, note, source, zone, instant } = row;
  const beside = source ?? zone;
  const ago = head === 'time' && instant !== undefined ? ` (${localAgo(instant)})` : undefined;
  const shown = instant === undefined ? value : timeOfToday(value, zone);
  const whole = shown === value ? undefined : [value.text, zone].filter(Boolean).join(' ');
  return element(
    'span',
    { class: `head-fact head-${head}`, title: [whole, note].filter(Boolean).join('\n') || undefined },
    element('span', { class: 'unseen' }, `${name.text}: `),
    logText(shown, { most: HEADING }),
    beside && element('span', { class: 'note', dir: 'auto' }, ` ${beside}`),
    ago && element('span', { class: 'note' }, ago),
    tools,
  );
}

/**
 * Returns a time without its date if it is today in its time zone, which is the local one unless the row specifies one.
 */
function timeOfToday(value: Extract, zone: string | undefined): Extract {
  const today = clockIn(zone, Date.now())?.slice(0, 11);
  if (today === undefined || !value.text.startsWith(today)) return value;
  const text = value.text.slice(today.length);
  return { text, length: text.length };
}

const OUTCOME_ICONS = { blocked: 'circle-slash', detected: 'eye' } as const;

function outcomeIcon(outcome: ShownRow['outcome']): HTMLElement | undefined {
  return outcome && iconElement(OUTCOME_ICONS[outcome], `outcome ${outcome}`);
}
