import type { LookAlikeCase, SecretCase } from './case.ts';
import { passwordNames } from './passwordNames.ts';

/** Every case that holds a secret. */
export const secretCorpus: readonly SecretCase[] = [...passwordNames];

/** Every case that holds none. */
export const lookAlikeCorpus: readonly LookAlikeCase[] = [];
