/** Creates elements. Text becomes text nodes; markup is never parsed, here or in the rest of the panel. */

import { type Icon, iconClasses } from './icons.ts';

export type Child = Node | string | undefined;
/** Attributes by name. Undefined and false mean absent; true means present and empty. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export interface ButtonLook {
  readonly icon?: Icon;
  /** The visible text; if undefined, only the icon is shown. */
  readonly text?: string;
  /** The label, used as a tooltip and for screen readers. */
  readonly label: string;
}

/** Creates a button like those in the editor's toolbars. */
export function toolButton({ icon, text, label }: ButtonLook, onClick?: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: icon ? 'tool' : 'tool worded', title: label, 'aria-label': label },
    icon && element('span', { class: iconClasses(icon), 'aria-hidden': 'true' }),
    text,
  );
  if (onClick) button.addEventListener('click', onClick);
  return button;
}

/** Announces a change to screen readers. */
export function announce(text: string): void {
  const status = document.getElementById('announcements');
  if (!status) return;
  // Screen readers announce text again only if it differs from the last text.
  status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}
