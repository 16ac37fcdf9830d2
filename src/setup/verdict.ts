import type { Found } from './findConventions.ts';

/** The result of a diagnosis: everything works, the settings that were found fix it or some of it, something is in doubt, or nothing was found. */
export type Verdict = 'works' | 'fixes' | 'fixes some' | 'doubtful' | 'fails';

/** @param isChanged whether the place that was found is another than the one in use */
export function verdictOf({ findings, questions, stopped }: Found, isChanged: boolean): Verdict {
  const kinds = findings.map(({ outcome }) => outcome.kind);
  if (isChanged) return questions.length > 0 || kinds.includes('fault') ? 'fixes some' : 'fixes';
  if (kinds.every((kind) => kind === 'works') && stopped === undefined) return 'works';
  return kinds.includes('fault') ? 'fails' : 'doubtful';
}
