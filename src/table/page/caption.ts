/**
 * The caption between the toolbar and the rows: the number of logs and, if any are selected, the commands for them. It
 * is always one line, so that the rows do not move. The notices are below the rows for the same reason.
 */
import { element, iconElement, textButton, toolButton } from '../../page/dom.ts';
import type { Icon } from '../../page/icons.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, type Message, message, plural, t } from '../../text/l10n.ts';
import { sentences } from '../../text/sentences.ts';
import type { RowView } from '../columns.ts';
import { gotThrough, MOST_ROWS } from '../lines.ts';
import type { TableAction, TableState } from '../tableMessages.ts';
import { onNext, onTryAgain, run } from './tableHost.ts';

export interface Caption {
  readonly state: TableState;
  /** The loaded rows. */
  readonly rows: readonly RowView[];
  /** The number of logs that are shown if only loaded rows are shown; undefined for the complete list. */
  readonly shown: number | undefined;
  readonly groups: number | undefined;
  readonly selected: number;
  /** True if only requests that got through are shown. */
  readonly isThroughOnly: boolean;
  readonly onThroughOnly: () => void;
  readonly onLoad: () => void;
}

export function captionParts(caption: Caption): HTMLElement[] {
  const { state, selected } = caption;
  const { title, connection } = state;
  const summary = element('div', { class: 'summary' }, lineElement('h1', {}, title));
  const parts = [
    ...(connection === undefined ? [] : [lineElement('span', {}, connection)]),
    ...(state.list === 0 ? [element('span', {}, t('Loading logs…'))] : summaryParts(caption)),
  ];
  for (const part of parts)
    summary.append(element('span', { class: 'dot', 'aria-hidden': 'true' }, ' · '), part);
  if (selected === 0) return [summary];
  const commands = COMMANDS.map(({ action, icon, text }) =>
    toolButton({ icon, text: local(text), label: local(text) }, () => run(action), {
      'data-focus': `caption ${action}`,
    }),
  );
  const label = t('{0} selected', selected);
  const attributes = { class: 'selection', role: 'group', 'aria-label': t('Selected logs') };
  return [summary, element('div', attributes, label, ...commands)];
}

/** The commands for the selected logs. */
const COMMANDS: readonly { readonly action: TableAction; readonly icon: Icon; readonly text: Message }[] = [
  { action: 'copyBugReport', icon: 'copy', text: message('Copy as Bug Report') },
  { action: 'copyExclusionRequest', icon: 'circle-slash', text: message('Copy Exclusion Request…') },
  { action: 'readStatuses', icon: 'eye', text: message('Read Response Statuses') },
];

function summaryParts({
  state,
  rows,
  shown,
  groups,
  isThroughOnly,
  onThroughOnly,
  onLoad,
}: Caption): HTMLElement[] {
  const { total, length, newer } = state;
  const parts: HTMLElement[] = [];
  const say = (text: string) => parts.push(element('span', {}, text));
  const act = (id: string, text: string, onClick: () => void) =>
    parts.push(textButton(text, onClick, { 'data-focus': `caption ${id}` }));
  if (groups !== undefined) say(plural(groups, { one: '{0} group', other: '{0} groups' }));
  if (shown !== undefined && shown !== rows.length) say(t('{0} matching', shown));
  const all = total ?? length;
  const most = Math.min(MOST_ROWS, length);
  if (state.isLoading) {
    say(t('loading {0} of {1}…', rows.length, most));
    act('stop', t('Stop'), () => run('stop'));
  } else if (shown !== undefined && rows.length < all) {
    say(t('{0} of {1} logs loaded', rows.length, all));
    if (rows.length < most) act('load', most === all ? t('Load All') : t('Load {0}', most), onLoad);
  } else if (total === undefined && shown === undefined) say(t('{0} or more logs', length));
  else say(plural(all, { one: '{0} log', other: '{0} logs' }));
  const read = rows.filter(({ cells, isOut }) => cells['status'] !== undefined && !isOut);
  if (read.length > 0) {
    const through = t('{0} of {1} read got through', read.filter(gotThrough).length, read.length);
    if (isThroughOnly) {
      say(through);
      act('through', t('Show All'), onThroughOnly);
    } else if (read.some(gotThrough)) act('through', through, onThroughOnly);
    else say(through);
  }
  if (state.isChanging) say(t('searching the service…'));
  if (newer > 0) act('refresh', t('{0} newer', newer), () => run('refresh'));
  return parts;
}

/** Returns the notices about the service and, if rows or another list could not be read, the reason. */
export function notices({ notices: texts, problem, failed, isChanging }: TableState): HTMLElement[] {
  const made = texts.map((text) =>
    element('p', { class: 'table-notice' }, iconElement('info'), element('span', {}, text)),
  );
  if (!problem || isChanging) return made;
  const [first] = failed;
  const rows = first ? [t('Rows {0} to {1}:', first.first + 1, first.end)] : [];
  const notice = element(
    'p',
    { class: 'table-notice', role: 'alert' },
    iconElement('warning'),
    lineElement('span', {}, sentences(...rows, problem.headline, problem.cause)),
  );
  if (problem.next !== undefined)
    notice.append(textButton(problem.next, onNext, { 'data-focus': 'notice next' }));
  notice.append(textButton(t('Try Again'), onTryAgain, { 'data-focus': 'notice again' }));
  return [...made, notice];
}
