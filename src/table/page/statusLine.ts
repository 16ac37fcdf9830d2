/** The line that says what is shown: how many logs, in which order, out of how many. */
import { element } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';
import { appendLine } from '../../page/shownText.ts';
import { counted, formatNumber } from '../../text/numbers.ts';
import { asVisible } from '../../text/visible.ts';
import { columnOf } from '../columns.ts';
import { GROUPING_NAMES, type Grouping } from '../group.ts';
import type { TableSort } from '../sort.ts';
import { MOST_ROWS } from '../tableLimits.ts';
import type { ListState, TableHead } from '../tableMessages.ts';
import { send } from './tableHost.ts';

export interface Status {
  readonly head: TableHead | undefined;
  readonly state: ListState;
  readonly sort: TableSort | undefined;
  readonly grouping: Grouping | undefined;
  readonly loaded: number;
  /** Lines that are logs, where only loaded rows are shown; undefined: the whole list. */
  readonly shown: number | undefined;
  readonly groups: number | undefined;
  readonly selected: number;
  /** Words that are being looked for among the loaded rows. */
  readonly searching: { readonly isAsking: boolean } | undefined;
  readonly onServiceOrder: () => void;
}

export function statusLine(status: Status): (Node | string)[] {
  const { state, head, onServiceOrder } = status;
  const parts: (Node | string)[] = [];
  if (head) {
    const title = element('h1', {});
    appendLine(title, head.title);
    parts.push(title);
    if (head.connection !== undefined) {
      const name = element('span', {});
      appendLine(name, head.connection);
      parts.push(name);
    }
  }
  if (state.isFirst) {
    parts.push('Loading logs…');
    return between(parts);
  }
  parts.push(summary(status));
  const most = Math.min(MOST_ROWS, state.length);
  if (status.shown !== undefined) {
    if (state.isLoading) {
      parts.push(
        `loading ${formatNumber(status.loaded)} of ${formatNumber(most)}…`,
        button('Stop', () => load(false)),
      );
    } else if (status.loaded < most) {
      const all = state.length <= MOST_ROWS;
      parts.push(
        button(all ? `Load All ${formatNumber(most)}` : `Load ${formatNumber(most)}`, () => load(true)),
      );
    }
    if (status.sort || status.grouping) parts.push(button("Service's Order", onServiceOrder));
  }
  if (status.searching?.isAsking || (state.isChanging && !state.isFirst)) parts.push('asking the service…');
  if (status.selected > 1) parts.push(`${formatNumber(status.selected)} selected`);
  if (state.newer > 0) {
    parts.push(
      element('span', { class: 'newer' }, `${formatNumber(state.newer)} newer`),
      button('Refresh', () => send({ type: 'run', action: 'refresh' })),
    );
  }
  return between(parts);
}

/** What the service did, and why another list could not be read. */
export function notices({ notices: sentences, problem }: ListState): HTMLElement[] {
  const made = sentences.map((sentence) =>
    element('p', { class: 'table-notice' }, icon('info'), element('span', {}, sentence)),
  );
  if (!problem) return made;
  const text = element('span', {});
  appendLine(text, `${problem.headline} ${problem.cause}`);
  const next =
    problem.next === undefined ? undefined : button(problem.next, () => send({ type: 'nextStep' }));
  const again = button('Try Again', () => send({ type: 'tryAgain' }));
  return [
    ...made,
    element('p', { class: 'table-notice', role: 'alert' }, icon('warning'), text, next, again),
  ];
}

function summary({ state, sort, grouping, loaded, shown, groups, searching }: Status): string {
  const { total, length } = state;
  const all = total ?? length;
  const of = total === undefined ? '' : ` of ${formatNumber(all)}`;
  if (shown === undefined)
    return total === undefined ? `${formatNumber(length)} or more logs` : counted(all, 'log');
  const order = [
    groups !== undefined && grouping
      ? `${counted(groups, 'group')} by ${GROUPING_NAMES[grouping].toLowerCase()}`
      : '',
    sort ? `sorted by ${asVisible((columnOf(sort.column)?.title ?? sort.column).toLowerCase())}` : '',
    searching || shown !== loaded ? `${formatNumber(shown)} matching` : '',
  ].filter(Boolean);
  return `${order.join(', ')} among ${formatNumber(loaded)} loaded${of}`;
}

function load(isWanted: boolean): void {
  send({ type: 'load', isWanted });
}

function icon(name: 'info' | 'warning'): HTMLElement {
  return element('span', { class: `notice-icon ${iconClasses(name)}`, 'aria-hidden': 'true' });
}

function button(text: string, onClick: () => void): HTMLElement {
  const made = element('button', { type: 'button', class: 'link' }, text);
  made.dataset['focus'] = `status ${text.replace(/\d.*/, '')}`;
  made.addEventListener('click', onClick);
  return made;
}

function between(parts: readonly (Node | string)[]): (Node | string)[] {
  return parts.flatMap((part, index) =>
    index === 0 ? [part] : [element('span', { class: 'dot', 'aria-hidden': 'true' }, ' · '), part],
  );
}
