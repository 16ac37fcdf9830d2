/** Shows how common the log is. Clicking a number opens its logs in the table. */
import { element } from '../../page/dom.ts';
import { t } from '../../text/l10n.ts';
import type { ShownCount } from '../detectionMessages.ts';
import { send } from './detectionHost.ts';

export function showCommon(line: HTMLElement, counts: readonly ShownCount[] = []): void {
  const focus =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset['focus'] : undefined;
  line.replaceChildren(
    ...counts.flatMap((count, at) => (at === 0 ? [part(count)] : [separator(), part(count)])),
  );
  if (focus?.startsWith('count ')) line.querySelector<HTMLElement>(`[data-focus="${focus}"]`)?.focus();
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
  const button = element('button', { type: 'button', class: 'link', title: link }, text);
  button.dataset['focus'] = `count ${name}`;
  button.addEventListener('click', () => send({ type: 'openCount', name }));
  return button;
}

function separator(): HTMLElement {
  return element('span', { class: 'note', 'aria-hidden': 'true' }, ' · ');
}
