import { t } from '../text/l10n.ts';

/** The content of a preview whose report is no longer available. */
export function reportGone(): string {
  return t('This report is no longer available. Preview it again from its log.');
}
