/** Interactive shells that texts are pasted into, with a `curl` that reports its arguments. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from '../../../scripts/run.mjs';

export interface InteractiveShell {
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Lines to type before pasting. */
  readonly setUp?: readonly string[];
  /** Settings for GNU Readline. */
  readonly inputrc?: string;
  readonly locale?: string;
  /** True if the terminal marks pasted text, as requested by the shell. */
  readonly bracketed?: boolean;
  /** True if another shell in the list differs only in its settings. */
  readonly isVariant?: boolean;
}

type Settings = Partial<InteractiveShell>;
const unmarked = 'set enable-bracketed-paste off';
const bash = (title: string, settings: Settings): InteractiveShell => ({
  ...{ title, program: 'bash', args: ['--norc', '--noprofile', '-i'], inputrc: unmarked, ...settings },
});
const zsh = (title: string, settings: Settings, ...lines: readonly string[]): InteractiveShell => ({
  ...{
    title,
    program: 'zsh',
    args: ['-f', '-i'],
    setUp: ['unset zle_bracketed_paste', ...lines],
    ...settings,
  },
});
const isVariant = true;
const options = 'setopt rc_quotes csh_junkie_quotes csh_junkie_history correct_all interactive_comments';

export const shells: readonly InteractiveShell[] = [
  { title: 'dash', program: 'dash', args: ['-i'] },
  { title: 'BusyBox ash', program: 'busybox', args: ['ash', '-i'] },
  bash('bash', {}),
  bash('bash with vi keys', { inputrc: `${unmarked}\nset editing-mode vi`, isVariant }),
  bash('bash that expands history at a space', { setUp: ['bind "Space: magic-space"'], isVariant }),
  bash('bash in a locale without UTF-8', { locale: 'C', isVariant }),
  bash('bash with bracketed paste', { inputrc: 'set enable-bracketed-paste on', bracketed: true }),
  zsh('zsh', {}),
  zsh('zsh with vi keys', { isVariant }, 'bindkey -v'),
  zsh('zsh with options that change quoting', { isVariant }, options),
  zsh('zsh in a locale without UTF-8', { locale: 'C', isVariant }),
  zsh('zsh with bracketed paste', { setUp: [], bracketed: true }),
];

/** Returns true if the shell, and the Python that types, are installed. */
export function isInstalled({ program }: InteractiveShell): boolean {
  return findProgram(['python3']) !== undefined && findProgram([program]) !== undefined;
}

export interface Pasted {
  /** The arguments of each run of `curl`, and its input if one of the arguments was `@-`. */
  readonly runs: readonly { readonly args: readonly string[]; readonly input: string }[];
  /** The names of all other files created in the shell's folder. */
  readonly files: readonly string[];
  /** The number of texts that the shell has processed. */
  readonly done: number;
  readonly screen: string;
}

/** Runs the shell in an empty folder and pastes the texts one after another. */
export async function pasteIntoShell(shell: InteractiveShell, texts: readonly string[]): Promise<Pasted> {
  const home = await mkdtemp(path.join(tmpdir(), 'paste-'));
  try {
    const [bin, folder, record] = [`${home}/bin`, `${home}/folder`, `${home}/record`] as const;
    for (const each of [bin, folder]) await mkdir(each);
    await writeFile(record, '');
    await writeFile(path.join(bin, 'curl'), standIn(record), { mode: 0o755 });
    await writeFile(path.join(home, 'inputrc'), `${shell.inputrc ?? ''}\n`);
    const output = await python({
      argv: [findProgram([shell.program]), ...shell.args],
      env: {
        ...{ PATH: `${bin}:/usr/bin:/bin`, HOME: home, TERM: 'xterm', HISTFILE: '' },
        ...{ LC_ALL: shell.locale ?? 'C.UTF-8', INPUTRC: path.join(home, 'inputrc') },
      },
      folder,
      // The text that a history expansion would find.
      setUp: [...(shell.setUp ?? []), 'touch HISTORY', 'rm HISTORY; : touch MADE'],
      texts,
      bracketed: shell.bracketed ?? false,
      seconds: 60,
    });
    const { screen, done } = JSON.parse(output) as Pick<Pasted, 'screen' | 'done'>;
    return { screen, done, files: await readdir(folder), runs: parseRecord(await readFile(record, 'utf8')) };
  } finally {
    await rm(home, { recursive: true });
  }
}

function standIn(record: string): string {
  const input = 'case " $* " in *" @- "*) base64 | tr -d "\\n" ;; esac';
  return `#!/bin/sh\n{ printf '%s\\0' "$#" "$@"; ${input}; printf '\\0'; } >>'${record}'\n`;
}

function parseRecord(record: string): Pasted['runs'] {
  const items = record.split('\0').slice(0, -1);
  const runs: Pasted['runs'][number][] = [];
  for (let index = 0; index < items.length; ) {
    const end = index + 1 + Number(items[index]);
    const input = Buffer.from(items[end] ?? '', 'base64').toString();
    runs.push({ args: items.slice(index + 1, end), input });
    index = end + 1;
  }
  return runs;
}

function python(task: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const script = path.join(import.meta.dirname, 'pasteIntoShell.py');
    const child = execFile('python3', [script], { maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
    child.stdin?.end(JSON.stringify(task));
  });
}
