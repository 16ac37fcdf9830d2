/** The levels of detail of a report, and the choices about one of its values. */

export const DETAILS = ['essential', 'redacted', 'exact'] as const;

/** Show a value, hide it again, or hide it wherever it occurs. */
export const VALUE_CHOICES = ['showValue', 'hideAgain', 'hideEverywhere'] as const;
export type ValueChoice = (typeof VALUE_CHOICES)[number];
