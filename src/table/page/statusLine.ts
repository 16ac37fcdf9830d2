/** The table's status line: the number of logs, their order, and the total. */
import { element, iconElement, textButton } from '../../page/dom.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, plural, t } from '../../text/l10n.ts';
import { inSentence, sentences } from '../../text/sentences.ts';
import { asVisible } from '../../text/visible.ts';
import { columnOf } from '../columns.ts';
import type { TableSort } from '../entries.ts';
import { MOST_ROWS } from '../entries.ts';
import { GROUPING_NAMES, type Grouping } from '../group.ts';
import type { ListState, TableHead } from '../tableMessages.ts';
import { send } from './tableHost.ts';

export interface Status {
  readonly head: TableHead | undefined;
  readonly state: ListState;
  readonly sort: TableSort | undefined;
  readonly grouping: Grouping | undefined;
  readonly loaded: number;
  /** The number of logs that are shown if only loaded rows are shown; undefined for the complete list. */
  readonly shown: number | undefined;
  readonly groups: number | undefined;
  readonly selected: number;
  /** The state of a search for words in the loaded rows. */
  readonly searching: { readonly isAsking: boolean } | undefined;
  /**
   * The requests that were detected but not blocked and received a 2xx response; undefined if no statuses have been
   * read.
   */
  readonly passed:
    | { readonly count: number; readonly isOnly: boolean; readonly onChange: () => void }
    | undefined;
  readonly onServiceOrder: () => void;
}

export function statusLine(status: Status): (Node | string)[] {
  const { state, head, onServiceOrder } = status;
  const parts: (Node | string)[] = [];
  if (head) {
    parts.push(lineElement('h1', {}, head.title));
    if (head.connection !== undefined) parts.push(lineElement('span', {}, head.connection));
  }
  if (state.isFirst) {
    parts.push(t('Loading logs…'));
    return between(parts);
  }
  parts.push(summary(status));
  const most = Math.min(MOST_ROWS, state.length);
  if (status.shown !== undefined) {
    if (state.isLoading) {
      parts.push(
        t('loading {0} of {1}…', status.loaded, most),
        button('stop', t('Stop'), () => load(false)),
      );
    } else if (status.loaded < most) {
      const all = state.length <= MOST_ROWS;
      parts.push(button('load', all ? t('Load All {0}', most) : t('Load {0}', most), () => load(true)));
    }
    if (status.sort || status.grouping) parts.push(button('order', t('Service Order'), onServiceOrder));
  }
  if (status.passed) {
    const { count, isOnly, onChange } = status.passed;
    const all = plural(count, {
      one: '{0} detected and answered with 2xx',
      other: '{0} detected and answered with 2xx',
    });
    parts.push(isOnly || count === 0 ? all : button('passed', all, onChange));
    if (isOnly) parts.push(button('passed', t('All Rows'), onChange));
  }
  if (status.searching?.isAsking || (state.isChanging && !state.isFirst))
    parts.push(t('searching the service…'));
  if (status.selected > 1) parts.push(t('{0} selected', status.selected));
  if (state.newer > 0) {
    parts.push(
      element('span', { class: 'newer' }, t('{0} newer', state.newer)),
      button('refresh', t('Refresh'), () => send({ type: 'run', action: 'refresh' })),
    );
  }
  return between(parts);
}

/** Returns the element with notices about the service and, if a different list could not be read, the reason. */
export function notices({ notices: texts, problem }: ListState): HTMLElement[] {
  const made = texts.map((sentence) =>
    element(
      'p',
      { class: 'table-notice' },
      iconElement('info', 'notice-icon'),
      element('span', {}, sentence),
    ),
  );
  if (!problem) return made;
  const text = lineElement('span', {}, sentences(problem.headline, problem.cause));
  const icon = iconElement('warning', 'notice-icon');
  const next =
    problem.next === undefined ? undefined : button('next', problem.next, () => send({ type: 'nextStep' }));
  const again = button('again', t('Try Again'), () => send({ type: 'tryAgain' }));
  return [...made, element('p', { class: 'table-notice', role: 'alert' }, icon, text, next, again)];
}

function summary({ state, sort, grouping, loaded, shown, groups, searching }: Status): string {
  const { total, length } = state;
  const all = total ?? length;
  if (shown === undefined)
    return total === undefined
      ? t('{0} or more logs', length)
      : plural(all, { one: '{0} log', other: '{0} logs' });
  const order: string[] = [
    groups !== undefined && grouping
      ? plural(
          groups,
          { one: '{0} group by {1}', other: '{0} groups by {1}' },
          inSentence(GROUPING_NAMES[grouping], local),
        )
      : '',
    sort ? t('sorted by {0}', asVisible(sortedBy(sort.column))) : '',
    searching || shown !== loaded ? t('{0} matching', shown) : '',
  ].filter(Boolean);
  const parts = order.reduce((before, next) => t('{0}, {1}', before, next));
  return total === undefined
    ? t('{0} among {1} loaded', parts, loaded)
    : t('{0} among {1} loaded of {2}', parts, loaded, total);
}

function sortedBy(id: string): string {
  const column = columnOf(id);
  return column ? inSentence(column.title, local) : id;
}

function load(isWanted: boolean): void {
  send({ type: 'load', isWanted });
}

function button(id: string, text: string, onClick: () => void): HTMLElement {
  return textButton(text, onClick, { 'data-focus': `status ${id}` });
}

function between(parts: readonly (Node | string)[]): (Node | string)[] {
  return parts.flatMap((part, index) =>
    index === 0 ? [part] : [element('span', { class: 'dot', 'aria-hidden': 'true' }, ' · '), part],
  );
}
