/** Creates elements. Text is always inserted as text nodes; no code in the panels parses markup. */

import { type Icon, iconClasses } from './icons.ts';

export type Child = Node | string | undefined;
/**
 * Attributes by name. An attribute is omitted if its value is undefined or false, and is empty if its value is true.
 */
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

/** Creates a `div` with these classes. */
export function div(classes: string, ...children: Child[]): HTMLDivElement {
  return element('div', { class: classes }, ...children);
}

export interface ButtonLook {
  readonly icon?: Icon;
  /** The visible text; if undefined, only the icon is shown. */
  readonly text?: string;
  /** The label, used as a tooltip and for screen readers. */
  readonly label: string;
}

/** Creates a button that looks like those in the editor's toolbars. */
export function toolButton(
  { icon, text, label }: ButtonLook,
  onClick?: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const button = element(
    'button',
    {
      type: 'button',
      class: icon ? 'tool' : 'tool worded',
      title: label,
      'aria-label': label,
      ...attributes,
    },
    icon && iconElement(icon),
    text,
  );
  if (onClick) button.addEventListener('click', onClick);
  return button;
}

/** Creates a button that looks like a link unless `attributes` contains a different class. */
export function textButton(
  text: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'link', ...attributes }, text);
  button.addEventListener('click', onClick);
  return button;
}

/** Creates an icon that screen readers skip. */
export function iconElement(icon: Icon, classes = ''): HTMLElement {
  return element('span', { class: `${classes} ${iconClasses(icon)}`.trim(), 'aria-hidden': 'true' });
}

/**
 * Calls `draw`, which re-renders elements within `parent`, and then focuses the element with the same `data-focus` as
 * the previously focused element. Returns the `data-focus` value if no element has it anymore.
 */
export function keepingFocus(parent: ParentNode, draw: () => void): string | undefined {
  const { activeElement } = document;
  const focus = activeElement instanceof HTMLElement ? activeElement.dataset['focus'] : undefined;
  draw();
  if (focus === undefined) return undefined;
  const candidates = [...parent.querySelectorAll<HTMLElement>('[data-focus]')];
  const again = candidates.find(({ dataset }) => dataset['focus'] === focus);
  again?.focus();
  return again ? undefined : focus;
}

/** Announces a change to screen readers. */
export function announce(text: string): void {
  const status = document.getElementById('announcements');
  if (!status) return;
  // Screen readers announce text again only if it differs from the previous text.
  status.textContent = status.textContent === text ? `${text}\u00a0` : text;
}
