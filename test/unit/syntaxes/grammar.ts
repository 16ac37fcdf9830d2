/** The extension's grammars, running in the editor's own engine. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar } from 'vscode-textmate';

/** The grammar files in package.json, by scope name. */
const FILES: Readonly<Record<string, string>> = {
  'source.partner-log-http': 'partner-log-http.tmLanguage.json',
  'source.partner-log-decoded': 'partner-log-decoded.tmLanguage.json',
};

/** Loads a grammar. Embedded languages are the editor's own and are omitted. */
export async function loadGrammar(scopeName: string): Promise<IGrammar> {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(await readFile(wasm));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) => {
      const file = FILES[name];
      if (file === undefined) return null;
      const url = new URL(`../../../syntaxes/${file}`, import.meta.url);
      return textmate.parseRawGrammar(await readFile(url, 'utf8'), file);
    },
  });
  const grammar = await registry.loadGrammar(scopeName);
  if (grammar === null) throw new Error(`No grammar ${scopeName}.`);
  return grammar;
}

/**
 * Tokenizes lines one after another. Returns each token with its innermost scope, or undefined if it has none of its
 * own.
 */
export function scopesOf(
  grammar: IGrammar,
  lines: readonly string[],
): [text: string, scope: string | undefined][][] {
  let stack = textmate.INITIAL;
  return lines.map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => [
      line.slice(startIndex, endIndex),
      scopes.length > 1 ? scopes.at(-1) : undefined,
    ]);
  });
}
