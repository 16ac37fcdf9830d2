import { t } from './l10n.ts';

/** Puts sentences after one another, with a space between them in languages that have one there. */
export function sentences(...all: readonly string[]): string {
  const [first = '', ...others] = all;
  return others.reduce(
    (before, next) => t({ message: '{0} {1}', comment: 'sentences' }, before, next),
    first,
  );
}
