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

const bash = { program: 'bash', args: ['--norc', '--noprofile', '-i'] };
const zsh = { program: 'zsh', args: ['-f', '-i'] };
const unmarked = { inputrc: 'set enable-bracketed-paste off', setUp: ['unset zle_bracketed_paste'] };
const history = 'bind "Space: magic-space"';
const options = 'setopt rc_quotes csh_junkie_quotes csh_junkie_history correct_all interactive_comments';

export const shells: readonly InteractiveShell[] = [
  { title: 'dash', program: 'dash', args: ['-i'] },
  { title: 'BusyBox ash', program: 'busybox', args: ['ash', '-i'] },
  { title: 'bash', ...bash, inputrc: unmarked.inputrc },
  {
    title: 'bash with vi keys',
    ...bash,
    inputrc: `${unmarked.inputrc}\nset editing-mode vi`,
    isVariant: true,
  },
  {
    title: 'bash that expands history at a space',
    ...bash,
    inputrc: unmarked.inputrc,
    setUp: [history],
    isVariant: true,
  },
  {
    title: 'bash in a locale without UTF-8',
    ...bash,
    inputrc: unmarked.inputrc,
    locale: 'C',
    isVariant: true,
  },
  { title: 'bash with bracketed paste', ...bash, inputrc: 'set enable-bracketed-paste on', bracketed: true },
  { title: 'zsh', ...zsh, setUp: unmarked.setUp },
  { title: 'zsh with vi keys', ...zsh, setUp: [...unmarked.setUp, 'bindkey -v'], isVariant: true },
  {
    title: 'zsh with options that change quoting',
    ...zsh,
    setUp: [...unmarked.setUp, options],
    isVariant: true,
  },
  { title: 'zsh in a locale without UTF-8', ...zsh, setUp: unmarked.setUp, locale: 'C', isVariant: true },
  { title: 'zsh with bracketed paste', ...zsh, bracketed: true },
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
    const [bin, folder, record] = ['bin', 'folder', 'record'].map((name) => path.join(home, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(bin);
    await mkdir(folder);
    await writeFile(record, '');
    await writeFile(path.join(bin, 'curl'), standIn(record), { mode: 0o755 });
    await writeFile(path.join(home, 'inputrc'), `${shell.inputrc ?? ''}\n`);
    const output = await python({
      argv: [findProgram([shell.program]), ...shell.args],
      env: {
        PATH: `${bin}:/usr/bin:/bin`,
        HOME: home,
        TERM: 'xterm',
        LC_ALL: shell.locale ?? 'C.UTF-8',
        INPUTRC: path.join(home, 'inputrc'),
        HISTFILE: '',
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
