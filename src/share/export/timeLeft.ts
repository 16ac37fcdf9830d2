import { t } from '../../text/l10n.ts';

/**
 * Estimates how long a piece of work still takes at the pace so far, in words; undefined while it is too early to tell.
 *
 * @param elapsed milliseconds
 */
export function timeLeft(done: number, total: number, elapsed: number): string | undefined {
  if (elapsed < 1000 || done <= 0 || done >= total) return undefined;
  const seconds = ((elapsed / done) * (total - done)) / 1000;
  if (seconds < 5) return t('a few seconds left');
  if (seconds < 55) return t('about {0} s left', Math.ceil(seconds / 5) * 5);
  if (seconds < 55 * 60) return t('about {0} min left', Math.ceil(seconds / 60));
  return t('about {0} h left', Math.ceil(seconds / 3600));
}
