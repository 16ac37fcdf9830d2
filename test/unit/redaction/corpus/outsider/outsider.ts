/**
 * Cases by four authors who knew the classes of leaks but neither the rules nor the other cases. One case per line.
 * Runs of letters are interrupted by `‖`, so that no repository scanner mistakes a fictitious token for a real one.
 */
import { readFileSync } from 'node:fs';
import type { SecretCase } from '../case.ts';

function read(file: string, author: string): readonly SecretCase[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll('‖', '');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((each) => ({ ...each, class: `${author}: ${each.class}` }));
}

export const outsiderSecrets = [
  ...read('secrets.jsonl', 'by an outsider'),
  ...read('secrets2.jsonl', 'by another'),
  ...read('secrets3.jsonl', 'by a third'),
  ...read('secrets4.jsonl', 'by a fourth'),
];
