/** A report's levels of detail, and the choices for a value in it. */

export const DETAILS = ['essential', 'exact'] as const;

/** The choices for a value: show it, hide it again, or hide it wherever it occurs. */
export const VALUE_CHOICES = ['showValue', 'hideAgain', 'hideEverywhere'] as const;
export type ValueChoice = (typeof VALUE_CHOICES)[number];
