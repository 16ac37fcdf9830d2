/** A part of the panel under a heading. */
import { type Child, element } from '../../page/dom.ts';

export interface SectionOptions {
  readonly id: string;
  readonly title: string;
  /** The detail next to the title, for example the number of rows. */
  readonly detail?: Child;
  /** The tools at the end of the heading's line. */
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
