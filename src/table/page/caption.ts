/**
 * The caption between the toolbar and the rows: the number of logs and, if any are selected, the commands for them. It
 * is always one line, so that the rows do not move. The notices are below the rows for the same reason.
 */
import { element, iconElement, textButton, toolButton } from '../../page/dom.ts';
import type { Icon } from '../../page/icons.ts';
import { lineElement } from '../../page/shownText.ts';
import { local, type Message, message, plural, t } from '../../text/l10n.ts';
import { sentences } from '../../text/sentences.ts';
import { gotThrough, MOST_ROWS } from '../lines.ts';
import type { TableAction, TableState } from '../tableMessages.ts';
import { onNext, onTryAgain, run, type TableModel } from './tableModel.ts';

/** The commands for the selected logs. */
const COMMANDS: readonly { readonly action: TableAction; readonly icon: Icon; readonly text: Message }[] = [
  { action: 'copyBugReport', icon: 'copy', text: message('Copy as Bug Report') },
  { action: 'copyExclusionRequest', icon: 'exclude', text: message('Copy Exclusion Request…') },
  { action: 'readStatuses', icon: 'pulse', text: message('Read Response Statuses') },
];

/** @param selected the number of selected logs */
export function captionParts(model: TableModel, selected: number): HTMLElement[] {
  const summary = element('div', { class: 'summary' }, lineElement('h1', {}, model.state?.title ?? ''));
  for (const part of summaryParts(model))
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

function summaryParts(model: TableModel): (string | HTMLElement)[] {
  const { state, lines, isWhole } = model;
  if (!state?.list) return [t('Loading logs…')];
  const { length, isMore } = state;
  const loaded = model.loaded.inOrder();
  const most = Math.min(MOST_ROWS, length);
  const parts: (string | HTMLElement)[] = [];
  const act = (id: string, text: string, onClick: () => void) =>
    parts.push(textButton(text, onClick, { 'data-focus': `caption ${id}` }));
  if (lines.groups !== undefined) parts.push(plural(lines.groups, { one: '{0} group', other: '{0} groups' }));
  if (!isWhole && lines.logs !== loaded.length) parts.push(t('{0} matching', lines.logs));
  if (model.isLoading) {
    parts.push(t('loading {0} of {1}…', loaded.length, most));
    act('stop', t('Stop'), () => run('stop'));
  } else if (!isWhole && loaded.length < length) {
    parts.push(t('{0} of {1} logs loaded', loaded.length, length));
    if (loaded.length < most)
      act('load', most === length ? t('Load All') : t('Load {0}', most), () => model.load());
  } else if (isMore) parts.push(t('{0} or more logs', length));
  else parts.push(plural(length, { one: '{0} log', other: '{0} logs' }));
  const read = loaded.filter(({ cells, isOut }) => cells['status'] !== undefined && !isOut);
  if (read.length > 0)
    parts.push(t('{0} got through of {1} with a known status', read.filter(gotThrough).length, read.length));
  if (state.isChanging) parts.push(t('searching the service…'));
  return parts;
}

/** Returns the notices about the service and, if rows or another list could not be read, the reason. */
export function notices({ notices: texts, problem, isChanging }: TableState): HTMLElement[] {
  const made = texts.map((text) =>
    element('p', { class: 'table-notice' }, iconElement('info'), element('span', {}, text)),
  );
  if (!problem || isChanging) return made;
  const notice = element(
    'p',
    { class: 'table-notice', role: 'alert' },
    iconElement('warning'),
    lineElement('span', {}, sentences(problem.headline, problem.cause)),
    problem.next && textButton(problem.next, onNext, { 'data-focus': 'notice next' }),
    textButton(t('Try Again'), onTryAgain, { 'data-focus': 'notice again' }),
  );
  return [...made, notice];
}
