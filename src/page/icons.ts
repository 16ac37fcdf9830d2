/** The icons used in panels, by codicon name. The package contains only these; see scripts/icon-font.mjs. */
export const ICONS = [
  'account',
  'arrow-down',
  'arrow-up',
  'add',
  'blank',
  'case-sensitive',
  'check',
  'chevron-down',
  'chevron-right',
  'circle-outline',
  'circle-slash',
  'code',
  'close',
  'copy',
  'diff',
  'ellipsis',
  'error',
  'export',
  'eye',
  'file-code',
  'filter',
  'go-to-file',
  'info',
  'issues',
  'list-flat',
  'list-tree',
  'open-in-product',
  'open-preview',
  'refresh',
  'remove',
  'save-as',
  'search',
  'settings-gear',
  'split-horizontal',
  'warning',
  'word-wrap',
] as const;

export type Icon = (typeof ICONS)[number];

/** Returns the CSS classes that make an element show this icon. */
export function iconClasses(icon: Icon): string {
  return `codicon codicon-${icon}`;
}
