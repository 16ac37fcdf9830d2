import type { ReportPreview } from '../formats/reportPreview.ts';
import type { Detail } from '../redaction/redact.ts';
import { t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';
import { hiddenValues } from './copyMessages.ts';

/** Returns one line that describes the values that a report hides and explains how to show more. */
export function reportSummary(detail: Detail, report: Pick<ReportPreview, 'hidden'>): string {
  if (detail === 'exact') return t('Nothing is redacted. This might contain secrets.');
  const hidden = hiddenValues(report);
  return sentences(
    ...(hidden.length === 0
      ? [t('Nothing is hidden.')]
      : [...hidden, t('To show more, select a hidden value or another level of detail.')]),
    t('To hide text, select it.'),
  );
}
