/** A part of the panel under a heading that opens and closes it. */
import { type Child, element } from '../../page/dom.ts';
import { iconClasses } from '../../page/icons.ts';

export interface SectionOptions {
  readonly id: string;
  readonly title: string;
  /** The detail beside the title, for example the number of rows. */
  readonly detail: Child;
  /** The tools at the end of the heading's line, while the section is open. */
  readonly tools: readonly Child[];
  readonly body: readonly Child[];
}

export function section({ id, title, detail, tools, body }: SectionOptions): HTMLElement {
  const toggle = element(
    'button',
    { type: 'button', class: 'section-toggle', 'aria-expanded': 'true', 'aria-controls': `${id}-body` },
    element('span', { class: iconClasses('chevron-down'), 'aria-hidden': 'true' }),
    title,
  );
  const toolbar = element('div', { class: 'section-tools' }, ...tools);
  const content = element('div', { id: `${id}-body`, class: 'section-body' }, ...body);
  toggle.addEventListener('click', () => {
    const open = toggle.getAttribute('aria-expanded') !== 'true';
    toggle.setAttribute('aria-expanded', String(open));
    toolbar.hidden = !open;
    content.hidden = !open;
  });
  return element(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    element(
      'div',
      { class: 'section-head' },
      element('h2', { id: `${id}-title` }, toggle),
      element('span', { class: 'section-detail' }, detail),
      toolbar,
    ),
    content,
  );
}
