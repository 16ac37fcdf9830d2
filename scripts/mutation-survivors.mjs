/** A reporter for Stryker that prints each change as soon as no test detects it, because a run might be ended early. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/**
 * @typedef {object} Mutant
 * @property {string} fileName
 * @property {{ start: Position, end: Position }} location
 * @property {string} [replacement]
 */

/** @typedef {{ line: number, column: number }} Position Starting with 1. */

/** @typedef {{ file: string, from: string, to: string }} Change The first changed line, without its indentation. */

/** @param {Mutant} mutant @returns {Change} */
export function changeOf({ fileName, location: { start, end }, replacement }) {
  const lines = readFileSync(fileName, 'utf8').split('\n');
  const first = lines[start.line - 1] ?? '';
  const [changed] =
    `${first.slice(0, start.column - 1)}${replacement}${(lines[end.line - 1] ?? '').slice(end.column - 1)}`.split(
      '\n',
    );
  return { file: path.relative(root, fileName), from: first.trim(), to: (changed ?? '').trim() };
}

class Survivors {
  /** @param {Mutant & { status: string }} mutant */
  onMutantTested(mutant) {
    if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') return;
    const { file, from, to } = changeOf(mutant);
    console.log(`\n${mutant.status} ${file}:${mutant.location.start.line}\n- ${from}\n+ ${to}`);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', injectableClass: Survivors }];
