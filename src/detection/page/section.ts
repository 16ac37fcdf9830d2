/** A section of the panel with a heading. */
import { type Child, element } from '../../page/dom.ts';

export interface SectionOptions {
  readonly id: string;
  readonly title: string;
  /** Extra information next to the title, such as the number of rows. */
  readonly detail?: Child;
  /** The tools at the end of the heading line. */
  readonly tools?: readonly Child[];
  readonly body: readonly Child[];
}

export function section({ id, title, detail, tools = [], body }: SectionOptions): HTMLElement {
  return element(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    element(
      'div',
      { class: 'section-head' },
      element('h2', { id: `${id}-title`, tabindex: '-1' }, title),
      element('span', { class: 'section-detail' }, detail),
      element('div', { class: 'section-tools' }, ...tools),
    ),
    element('div', { class: 'section-body' }, ...body),
  );
}
