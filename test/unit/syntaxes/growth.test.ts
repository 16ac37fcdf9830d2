import type { IGrammar } from 'vscode-textmate';
import { assertLinear } from '../growth.ts';
import { loadGrammar, scopesOf } from './grammar.ts';

/** The positions of a long line: the lines before it, and its possible starts there. */
const places: Readonly<
  Record<string, { scope?: string; before?: readonly string[]; starts: readonly string[] }>
> = {
  'a request line': { starts: ['', 'GET ', 'GET /?', 'GET / HTTP/1.1'] },
  'a status line': { starts: ['HTTP/1.1 200 '] },
  'a header line': {
    before: ['GET / HTTP/1.1'],
    starts: ['', 'Cookie: ', 'Content-Type:', 'content-type: multipart/'],
  },
  'a header line after a JSON type': {
    before: ['POST / HTTP/1.1', 'Content-Type: application/json'],
    starts: ['', 'Cookie: '],
  },
  'a body': { before: ['POST / HTTP/1.1', ''], starts: ['', '1f;'] },
  'a form': {
    before: ['POST / HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded', ''],
    starts: ['', 'a='],
  },
  'a multipart body': {
    before: ['POST / HTTP/1.1', 'Content-Type: multipart/form-data; boundary=b', ''],
    starts: ['', '--', 'Content-Disposition:'],
  },
  'a decoded log': {
    scope: 'source.partner-log-decoded',
    starts: ['', 'Note: ', 'Body ← ', '    00000000  '],
  },
};

/** The texts that a long line is filled with. */
const fillings = [
  ...[' ', '\t', 'a', ':', '/', '%', '%41', '"', '[{', '?', '&', '=', '-', '\r', '\u2028'],
  ...['&a=1', '&%41=1', '&amp;', '\\u0041', 'a: ', ' HTTP/1.1 x', ' ← ', '00 ', ' \t:/%41"[a=&?'],
];

describe('grammar', function () {
  this.timeout(120_000);
  for (const [place, { scope = 'source.partner-log-http', before = [], starts }] of Object.entries(places)) {
    it(`colors a long line in linear time: ${place}`, async () => {
      const grammar = await loadGrammar(scope);
      for (const start of starts) {
        for (const filling of fillings) {
          // The second one ends in a character that few patterns accept, so that the preceding match is tried again.
          for (const end of ['', '\0']) assertLineIsLinear(grammar, before, { start, filling, end });
        }
      }
    });
  }
});

function assertLineIsLinear(
  grammar: IGrammar,
  before: readonly string[],
  { start, filling, end }: Readonly<Record<'start' | 'filling' | 'end', string>>,
): void {
  try {
    assertLinear(
      (size) => {
        const line = start + filling.repeat(size / filling.length) + end;
        return () => scopesOf(grammar, [...before, line]);
      },
      { from: 250, to: 16_000 },
    );
  } catch (error) {
    throw new Error(`${JSON.stringify([start, filling, end])} ${error}`);
  }
}
