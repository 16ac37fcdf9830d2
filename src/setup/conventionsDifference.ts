import { isObject } from '../base/isObject.ts';
import type { Conventions, ConventionsOverride } from '../service/conventions.ts';
import { t } from '../text/l10n.ts';

/** A value that differs between two sets of conventions. */
export interface Difference {
  /** The path within the setting: `logs.dateFormat`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the values in `after` that differ from those in `before`. */
export function differences(before: Conventions, after: Conventions): Difference[] {
  return differing(before, after, '');
}

/** Returns the override that results in these differences, as a value for the setting. */
export function overrideOf(found: readonly Difference[]): ConventionsOverride {
  const override: Record<string, unknown> = {};
  for (const { path, after } of found) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let part = override;
    for (const name of names) {
      part[name] ??= {};
      part = part[name] as Record<string, unknown>;
    }
    part[last] = after;
  }
  return override as ConventionsOverride;
}

function differing(before: object, after: object, lead: string): Difference[] {
  return Object.entries(after).flatMap(([name, value]): Difference[] => {
    const standing = (before as Record<string, unknown>)[name];
    if (JSON.stringify(standing) === JSON.stringify(value)) return [];
    if (isObject(value) && standing) return differing(standing, value, `${lead}${name}.`);
    return [{ path: `${lead}${name}`, before: standing, after: value }];
  });
}

/**
 * Returns a value as display text.
 * @example valueText(['site_no']) // 'site_no'; for null 'left out'
 */
export function valueText(value: unknown): string {
  if (value === null) return t('left out');
  return Array.isArray(value) ? value.join(', ') : String(value);
}
