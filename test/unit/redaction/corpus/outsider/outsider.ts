/**
 * Cases by four authors who knew the classes of leaks but neither the rules nor the other cases. One case per line.
 * Runs of letters are interrupted by `‖`, so that no repository scanner mistakes a fictitious token for a real one.
 */
import { readFileSync } from 'node:fs';
import type { LookAlikeCase, SecretCase } from '../case.ts';

function read<Case>(file: string, author: string): readonly Case[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll('‖', '');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((each) => ({ ...each, class: `${author}: ${each.class}` }));
}

export const outsiderSecrets = [
  ...read<SecretCase>('secrets.jsonl', 'by an outsider'),
  ...read<SecretCase>('secrets2.jsonl', 'by another'),
  ...read<SecretCase>('secrets3.jsonl', 'by a third'),
  ...read<SecretCase>('secrets4.jsonl', 'by a fourth'),
];

export const outsiderLookAlikes = [
  ...read<LookAlikeCase>('lookAlikes.jsonl', 'by an outsider'),
  ...read<LookAlikeCase>('lookAlikes2.jsonl', 'by another'),
  ...read<LookAlikeCase>('lookAlikes3.jsonl', 'by a third'),
  ...read<LookAlikeCase>('lookAlikes4.jsonl', 'by a fourth'),
];
