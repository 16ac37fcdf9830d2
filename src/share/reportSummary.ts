import type { ReportPreview } from '../formats/reportPreview.ts';
import type { Detail } from '../redaction/redact.ts';
import { plural, t } from '../text/l10n.ts';
import { sentences } from '../text/sentences.ts';

/** Returns one line that describes the values that a report hides and explains how to show more. */
export function reportSummary(
  detail: Detail,
  { hidden, redactions }: Pick<ReportPreview, 'hidden' | 'redactions'>,
): string {
  if (detail === 'exact') return t('Nothing is redacted. This might contain secrets.');
  const values = plural(hidden, { one: '{0} value is hidden.', other: '{0} values are hidden.' });
  const secrets = plural(redactions, {
    one: '{0} secret is redacted.',
    other: '{0} different secrets are redacted.',
  });
  const isComplete = hidden + redactions === 0;
  return sentences(
    ...(isComplete ? [t('Nothing is hidden.')] : []),
    ...(hidden > 0 ? [values] : []),
    ...(redactions > 0 ? [secrets] : []),
    ...(isComplete ? [] : [t('To show more, select a hidden value or another level of detail.')]),
    t('To hide text, select it.'),
  );
}
