/** Determines which header, parameter, and field names indicate secrets, by their words (`wordLists.json`). */
import { cached } from '../base/cached.ts';
import { fullyDecoded } from './levels.ts';
import { lastWordPairs, wordLists as lists, plainLetters } from './wordLists.ts';

/** The words for secrets that are used in placeholders. */
export type SecretKind =
  | 'cookie'
  | 'authorization'
  | 'key'
  | 'credentials'
  | 'secret'
  | 'token'
  | 'e-mail'
  | 'card number'
  | 'address';

/**
 * `secret`: always a secret; `container`: a secret, but nested values have their own names; `ambiguous`: a secret if
 * the value looks random.
 */
export type NameJudgement = 'secret' | 'container' | 'ambiguous' | 'harmless';

const HEADER_KINDS: readonly (readonly [RegExp, SecretKind])[] = [
  [/^(?:(?:proxy|x|x-original|x-forwarded)-)?authori[sz]ation$|^authentication$/, 'authorization'],
  [/^(?:x-|set-)?cookie2?$/, 'cookie'],
  [/^sec-websocket-protocol$/, 'token'],
];

/** Suffixes of joined words that indicate a secret: `csrfmiddlewaretoken`, `lgpassword`. */
const SECRET_ENDINGS =
  /(?:password|passwd|passwort|kennwort|pwd|token|secret|apikey|(?<!by|com|tres|over|under|sur|encom|im)pass)$/;

/** Maximum length, in UTF-16 units, of a name to judge by its words; no field has a longer name. */
const LONGEST_NAME = 200;
/** Maximum number of letters in a joined name to split into words. */
const LONGEST_JOINED = 40;

/** Distinguishes names of secrets from other names. */
export class SecretNames {
  /** Judges a name in any encoding. */
  readonly judge = cached((name) => this.#judge(fullyDecoded(name)));
  /** Returns the kind of secret in the header with this name, or undefined if it does not contain one. */
  readonly ofHeader = cached((name) => this.#judgeHeader(name.trim().toLowerCase()));

  /**
   * Returns true if a parameter, form field, or JSON member with this name, in any encoding, always contains a secret.
   */
  isSecret(name: string): boolean {
    const judgement = this.judge(name);
    return judgement === 'secret' || judgement === 'container';
  }

  #judgeHeader(lower: string): SecretKind | undefined {
    const kind = HEADER_KINDS.find(([pattern]) => pattern.test(lower))?.[1];
    if (kind) return kind;
    if (lower.startsWith('access-control-')) return undefined;
    if (this.isSecret(lower)) return 'key';
    if (lists.exceptions.has(squash(lower))) return undefined;
    return /(?:^|[-_])(?:api)?key$/.test(lower) ? 'key' : undefined;
  }

  #judge(name: string): NameJudgement {
    if (name.length > LONGEST_NAME) return 'harmless';
    const squashed = squash(name);
    if (lists.secretHeaders.has(squashed)) return 'secret';
    if (lists.exceptions.has(squashed)) return 'harmless';
    if (lists.secretNames.has(squashed) || /(?:2|two)fa(?:code|token|value)?$/.test(squashed))
      return 'secret';
    if (lists.ambiguousNames.has(squashed)) return 'ambiguous';
    return judgeWords(wordsOf(name));
  }
}

/**
 * Returns the words of a name, which is split at case changes, digits, and other nonletters. Joined words are
 * separated.
 */
function wordsOf(name: string): string[] {
  const parts = name
    .normalize('NFC')
    .replace(/\p{Ll}(?=\p{Lu})/gu, '$& ')
    .replace(/\p{Lu}(?=\p{Lu}\p{Ll}{2})/gu, '$& ')
    .split(/[^\p{L}\p{M}]/u);
  return parts.flatMap((part) => takenApart(plainLetters(part)));
}

function judgeWords(all: readonly string[]): NameJudgement {
  let end = all.length;
  while (end > 1 && lists.neutralLast.has(all[end - 1] ?? '') && !isLastPair(all, end)) end--;
  const words = all.slice(0, end);
  const last = words.at(-1) ?? '';
  if (lists.harmlessFirst.has(words[0] ?? '')) return 'harmless';
  const isForeign = (from: number) =>
    [1, 2, 3].some((count) => lists.foreignNames.has(words.slice(from, from + count).join('')));
  if (words.some((_, from) => isForeign(from))) return 'secret';
  if (isLastPair(words, words.length)) return 'secret';
  if (lists.lastWords.has(last)) return 'container';
  if (lists.harmlessLast.has(last)) return 'harmless';
  if (words.some((word) => lists.foreignWords.has(word) || holdsForeign(word))) return 'secret';
  if (words.some((word) => lists.secretWords.has(word) || SECRET_ENDINGS.test(word)))
    return lists.containers.has(last) ? 'container' : 'secret';
  return all.length === 1 && lists.ambiguousNames.has(last) ? 'ambiguous' : ambiguousPair(words);
}

function ambiguousPair(words: readonly string[]): NameJudgement {
  const last = words.at(-1) ?? '';
  if (/ticket$|signature$/.test(last) || (words.length > 1 && /^(?:sign|mac)$/.test(last)))
    return 'ambiguous';
  if (words.length > 1 && last === 'key' && !lists.noKey.has(words.at(-2) ?? '')) return 'ambiguous';
  return words.length === 2 && lists.ambiguousNames.has(last) && lists.ambiguousNames.has(words[0] ?? '')
    ? 'ambiguous'
    : 'harmless';
}

/** Words in other scripts, which can be joined to other words without a space. */
const UNSPACED = [...lists.foreignWords].filter((word) => /[^ -~]/.test(word));

function holdsForeign(word: string): boolean {
  return /[^ -~]/.test(word) && UNSPACED.some((foreign) => word.includes(foreign));
}

function isLastPair(words: readonly string[], end: number): boolean {
  const before = words[end - 2] ?? '';
  const last = words[end - 1];
  if (last === 'key' || last === 'keys') return lists.keys.has(before);
  if (last === 'code' || last === 'codes') return lists.codes.has(before);
  return lastWordPairs.has(`${before} ${last}`);
}

/** Splits joined words if all of them are known, such as `loginpwd` into `login` and `pwd`. */
function takenApart(word: string): string[] {
  if (word.length > LONGEST_JOINED || isKnown(word)) return [word];
  const [, before = '', noun = ''] = /^(.{1,30}?)((?:api)?key|keys|codes?)$/.exec(word) ?? [];
  if (noun === 'key' || (noun.startsWith('k') ? lists.keys : lists.codes).has(before)) return [before, noun];
  return partsOf(word) ?? [word];
}

function isKnown(word: string): boolean {
  return (
    lists.secretWords.has(word) ||
    lists.joinedWith.has(word) ||
    lists.lastWords.has(word) ||
    lists.foreignWords.has(word)
  );
}

/** Returns the fewest known words that together form the word. */
function partsOf(word: string): string[] | undefined {
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    for (let start = 0; start < end; start++) {
      const before = best[start];
      if (before === undefined || !isKnown(word.slice(start, end))) continue;
      if (before.length + 1 < (best[end]?.length ?? Number.POSITIVE_INFINITY))
        best[end] = [...before, word.slice(start, end)];
    }
  }
  return best[word.length];
}

function squash(name: string): string {
  return plainLetters(name).replace(/[^\p{L}\d]/gu, '');
}
