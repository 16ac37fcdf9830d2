/** The head of the panel: the outcome and the rule, the method and the path, the address and the time. */
import { element } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';
import { localAgo } from '../../text/localFormats.ts';
import type { ShownHead, ShownRow } from '../detectionExtract.ts';
import type { HeadField } from '../facts.ts';
import { rowTools } from './rowTools.ts';
import { valueText } from './valueText.ts';

export interface HeadOptions extends Pick<ShownHead, 'heading' | 'facts'> {
  /** Stands in for a request line that was not sent. */
  readonly title: string;
  /** True once the log is read: the values can be copied. */
  readonly isRead: boolean;
}

/** Characters of the method and the path that are shown at first. */
const HEADING = 200;

export function summary({ title, heading, facts, isRead }: HeadOptions): HTMLElement {
  const fact = factsOf(facts, isRead);
  return element(
    'div',
    { class: 'summary' },
    heading
      ? element('h1', { class: 'code', dir: 'ltr' }, valueText(heading, undefined, HEADING))
      : element('h1', {}, title),
    element('p', { class: 'head-facts' }, fact('address'), fact('countryCode'), fact('time')),
  );
}

/** Puts the outcome and the rule of a log into the toolbar. */
export function showChips(
  chips: HTMLElement,
  { facts, isRead }: Pick<HeadOptions, 'facts' | 'isRead'>,
): void {
  const fact = factsOf(facts, isRead);
  const outcome = facts.find(({ head }) => head === 'action')?.outcome;
  const parts = [fact('action'), fact('status'), fact('rule')].filter((part) => part !== undefined);
  chips.replaceChildren(...[outcomeIcon(outcome), ...parts].filter((part) => part !== undefined));
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
  return element(
    'span',
    { class: `head-fact head-${head}`, title: note },
    element('span', { class: 'unseen' }, `${name.text}: `),
    valueText(value, undefined, HEADING),
    beside && element('span', { class: 'note', dir: 'auto' }, ` ${beside}`),
    ago && element('span', { class: 'note' }, ago),
    tools,
  );
}

const OUTCOME_ICONS = { blocked: 'circle-slash', detected: 'eye' } as const;

function outcomeIcon(outcome: ShownRow['outcome']): HTMLElement | undefined {
  if (outcome === undefined) return undefined;
  const classes = `outcome ${outcome} ${iconClasses(OUTCOME_ICONS[outcome])}`;
  return element('span', { class: classes, 'aria-hidden': 'true' });
}
