/** Look-alikes that are redacted because of a rule, not by mistake. */
export const redactedOnPurpose: ReadonlySet<string> = new Set([
  // A name for a secret hides its value even if the value consists of words.
  'by a fourth: look-alikes: k6b-054',
  'by a fourth: look-alikes: k6c-048',
  'by a fourth: look-alikes: k6c-050',
  'by a fourth: look-alikes: k6c-053',
  'by a fourth: look-alikes: k6c-055',
  'by a fourth: look-alikes: k6c-056',
  'by a fourth: look-alikes: k6c-059',
  'by a fourth: look-alikes: k6c-061',
  'by a fourth: look-alikes: k6c-066',
  'by a fourth: look-alikes: k6c-067',
  // An operation on credentials hides all of its values except the match.
  'by a fourth: look-alikes: k6-042',
  'by an outsider: names-that-contain: credentials-username',
  'by an outsider: no-secret-values: grant-type',
  'names that only contain a secret word: auth_provider',
  'names that only contain a secret word: credentials.username',
  'names that only contain a secret word: grant type of passwords',
  'texts beside a secret: password that is the method',
  'texts beside a secret: user of a login',
  'values that are no secret: empty password',
]);
