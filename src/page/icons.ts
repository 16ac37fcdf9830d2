import type { Outcome } from '../service/model.ts';

/** The icons used in panels, by codicon name. The package contains only these; see scripts/icon-font.mjs. */
export const ICONS = [
  'arrow-down',
  'arrow-up',
  'blank',
  'check',
  'chevron-down',
  'chevron-right',
  'circle-outline',
  'circle-slash',
  'close',
  'copy',
  'error',
  'exclude',
  'export',
  'eye',
  'filter',
  'go-to-file',
  'info',
  'list-flat',
  'pulse',
  'refresh',
  'search',
  'split-horizontal',
  'warning',
] as const;

export type Icon = (typeof ICONS)[number];

/** The icons of what the service did with a request. */
export const OUTCOME_ICONS: Readonly<Record<Outcome | 'other', Icon>> = {
  blocked: 'circle-slash',
  detected: 'eye',
  other: 'circle-outline',
};

/** Returns the CSS classes that make an element show this icon. */
export function iconClasses(icon: Icon): string {
  return `codicon codicon-${icon}`;
}
