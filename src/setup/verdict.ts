import type { Found } from './findConventions.ts';

/**
 * The result of a diagnosis: everything works, the settings that were found fix all or some failures, something is
 * doubtful, or nothing was found.
 */
export type Verdict = 'works' | 'fixes' | 'fixes some' | 'doubtful' | 'fails';

/** @param isChanged true if the place that was found differs from the current one */
export function verdictOf({ findings, questions, stopped }: Found, isChanged: boolean): Verdict {
  const kinds = findings.map(({ outcome }) => outcome.kind);
  if (isChanged) return questions.length > 0 || kinds.includes('fault') ? 'fixes some' : 'fixes';
  if (kinds.every((kind) => kind === 'works') && stopped === undefined) return 'works';
  return kinds.includes('fault') ? 'fails' : 'doubtful';
}
