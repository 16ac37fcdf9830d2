/** Shows how common the log is. Clicking a number opens its logs in the table. */
import { element, keepingFocus, textButton } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import type { ShownCount } from '../detectionMessages.ts';
import { send } from './detectionHost.ts';

export function showCommon(line: HTMLElement, counts: readonly ShownCount[] = []): void {
  const parts = counts.flatMap((count, at) => (at === 0 ? [part(count)] : [separator(), part(count)]));
  keepingFocus(line, () => line.replaceChildren(...parts));
}

export function commonLine(): HTMLElement {
  return element('p', { class: 'common', 'aria-label': t('How common is this?'), role: 'group' });
}

function part({ name, text, reason, link }: ShownCount): HTMLElement {
  if (reason !== undefined)
    return element(
      'span',
      { class: 'note', title: reason },
      text,
      element('span', { class: 'unseen' }, ` (${reason})`),
    );
  if (link === undefined) return element('span', { class: 'note' }, text);
  const open = () => send({ type: 'openCount', name });
  return textButton(text, open, { title: link, 'data-focus': `count ${name}` });
}

function separator(): HTMLElement {
  return element('span', { class: 'note', 'aria-hidden': 'true' }, ' · ');
}
