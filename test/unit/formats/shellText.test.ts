import assert from 'node:assert/strict';
import fc from 'fast-check';
import { printfCommand, shellWord } from '../../../src/formats/shellText.ts';
import { hostileText } from './logs.ts';

const octals = (text: string) =>
  Buffer.from(
    text.replace(/\\(\d{3})|%%/g, (_, digits?: string) =>
      digits ? String.fromCharCode(Number.parseInt(digits, 8)) : '%',
    ),
    'latin1',
  ).toString();

/** Reads a word as a shell does, one line at a time; quotes must be closed at the end of each line. */
function read(word: string): string {
  return word
    .split('\\\n')
    .map((line) => {
      assert.ok(line.length <= 350, `${line.length} bytes`);
      assert.match(line, /^(?:'[ "-&(-[\]-~]*'|\\['\\!]|"\$\(printf '(?:[\w ]|\\[0-3][0-7]{2})+'\)")+$/);
      return line.replace(
        /'([^']*)'|\\(['\\!])|"\$\(printf '([^']*)'\)"/g,
        (_, quoted?: string, escaped?: string, printed?: string) =>
          quoted ?? escaped ?? (printed === undefined ? '' : octals(printed)),
      );
    })
    .join('');
}

const asUtf8 = (text: string) => Buffer.from(text).toString();

describe('shellWord', () => {
  it('has lines of 350 bytes, and escapes a hyphen only at the start', () => {
    const most = 'a'.repeat(348);
    assert.equal(shellWord(most), `'${most}'`);
    assert.equal(shellWord(`${most}a`), `'${most}'\\\n'a'`);
    assert.equal(printfCommand(`${most}-`), `printf '${most}'\\\n'-'`);
    assert.equal(printfCommand('--'), "printf '\\055-'");
  });

  it('holds any text', () => {
    const text = fc
      .array(fc.oneof(hostileText, fc.string({ maxLength: 500 })))
      .map((parts) => parts.join('').replace(/[\0\n]/g, ''));
    fc.assert(fc.property(text, (value) => assert.equal(read(shellWord(value)), asUtf8(value))));
  });
});

describe('printfCommand', () => {
  it('has a format of printable ASCII without quotes, lines below 400 bytes and no option', () => {
    assert.equal(printfCommand('--a\r\n\t50%\0'), String.raw`printf '\055-a\r\n\t50%%\000'`);
    fc.assert(
      fc.property(fc.array(hostileText), (parts) => {
        const text = parts.join('');
        const lines = printfCommand(text)
          .replace(/^printf /, '')
          .split('\\\n');
        for (const line of lines)
          assert.match(line, /^(?=.{2,359}$)'(?:[ "-$&(-[\]-~]|%%|\\[rnt]|\\[0-3][0-7]{2})*'$/);
        const format = lines.map((line) => line.slice(1, -1)).join('');
        const escapes: Readonly<Record<string, string>> = { r: '\\015', n: '\\012', t: '\\011' };
        const octal = format.replace(/\\([rnt])/g, (_, letter) => escapes[letter] ?? '');
        assert.equal(octals(octal), asUtf8(text));
      }),
    );
  });
});
