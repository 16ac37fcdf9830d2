/**
 * Writes text in POSIX shell syntax that is safe to paste into a terminal. Lines are short because terminals truncate
 * long lines, which would remove the closing quote, and each line opens and closes its own quotes. Only printable ASCII
 * is written literally: any other character could be a command for the terminal or for the shell's line editor.
 */

/**
 * Maximum size, in bytes, of a line, which leaves room for the rest of the command. macOS truncates lines at 1,024
 * bytes.
 */
const LONGEST_LINE = 350;

/** A way to write characters, surrounded by `start` and `end`. */
interface Notation {
  readonly start: string;
  readonly end: string;
  readonly escape: (character: string) => string;
}

/** History expansion in bash and zsh interprets `!`, and fish treats a backslash in quotes as an escape. */
const quoted: Notation = {
  start: "'",
  end: "'",
  escape: (character) => (/['\\!]/.test(character) ? `'\\${character}'` : character),
};

const printed: Notation = { start: `"$(printf '`, end: `')"`, escape: octal };

const format: Notation = {
  start: "'",
  end: "'",
  escape: (character) => formatEscapes[character] ?? (/[ -~]/.test(character) ? character : octal(character)),
};

const formatEscapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '%': '%%',
  "'": '\\047',
  '\\': '\\134',
  '!': '\\041',
};

/** Returns the text as one shell word. The text must not contain NUL or line feeds; a lone surrogate becomes U+FFFD. */
export function shellWord(text: string): string {
  return writeLines(text, (character) => (/[ -~]/.test(character) ? quoted : printed));
}

/** Returns a command that prints the text as UTF-8; a lone surrogate becomes U+FFFD. */
export function printfCommand(text: string): string {
  // Some shells treat a leading hyphen as an option.
  return `printf ${writeLines(text, () => format).replace(/^'-/, "'\\055")}`;
}

function writeLines(text: string, notationOf: (character: string) => Notation): string {
  let lines = '';
  let line = '';
  let open: Notation | undefined;
  for (const character of text) {
    const notation = notationOf(character);
    const escaped = notation.escape(character);
    const change = notation === open ? '' : (open?.end ?? '') + notation.start;
    if (line.length + change.length + escaped.length + notation.end.length > LONGEST_LINE) {
      lines += `${line}${open?.end ?? ''}\\\n`;
      line = notation.start + escaped;
    } else {
      line += change + escaped;
    }
    open = notation;
  }
  return lines + (open === undefined ? "''" : line + open.end);
}

function octal(character: string): string {
  return Array.from(Buffer.from(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
