import { t } from '../text/l10n.ts';

/** What a preview shows of a report that is no longer known. */
export function reportGone(): string {
  return t('This report is no longer available. Preview it again from its log.');
}
