/** A name or value as sent: the whole if it is short, else its start and a button that shows the rest. */

import { element } from '../../page/dom.ts';
import { appendLine } from '../../page/shownText.ts';
import { t } from '../../text/l10n.ts';
import { cutText } from '../../text/strings.ts';
import type { Extract } from '../detectionExtract.ts';

/** Characters that are shown of a long value until the person asks for the rest. */
export const COLLAPSED_LENGTH = 500;

/** @param most characters that are shown at first */
export function valueText(value: Extract, whenEmpty = t('empty'), most = COLLAPSED_LENGTH): HTMLElement {
  if (value.length === 0) return element('span', { class: 'value empty' }, whenEmpty);
  const shown = element('span', { class: 'value' });
  const start = cutText(value.text, most);
  appendLine(shown, start);
  if (start.length === value.length) return shown;

  const whole = element('span', { class: 'value' }, shown);
  const ellipsis = document.createTextNode('… ');
  const rest = value.text.length < value.length;
  const more = element(
    'button',
    { type: 'button', class: 'link' },
    rest
      ? t('Show {0} of {1} characters', value.text.length, value.length)
      : t('Show all {0} characters', value.length),
  );
  more.addEventListener('click', () => {
    shown.replaceChildren();
    appendLine(shown, value.text);
    ellipsis.remove();
    more.remove();
    if (rest) whole.append(' ', element('span', { class: 'note' }, t('The rest is too long for the panel.')));
    shown.tabIndex = -1;
    shown.focus();
  });
  whole.append(ellipsis, more);
  return whole;
}
