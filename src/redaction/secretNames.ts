/** Determines which header, parameter, and field names indicate secrets, by their words (`nameWords.ts`). */
import { fullyDecoded } from './decodedText.ts';
import {
  AMBIGUOUS_NAMES,
  CODES,
  EXCEPTIONS,
  FOREIGN_NAMES,
  FOREIGN_WORDS,
  HARMLESS_FIRST,
  HARMLESS_HEADERS,
  HARMLESS_LAST,
  JOINED_WITH,
  KEYS,
  LAST_PAIRS,
  LAST_WORDS,
  NEUTRAL_LAST,
  plainLetters,
  SECRET_ENDINGS,
  SECRET_HEADERS,
  SECRET_NAMES,
  SECRET_WORDS,
} from './nameWords.ts';

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

const HEADER_KINDS: Readonly<Record<string, SecretKind>> = {
  authorization: 'authorization',
  'proxy-authorization': 'authorization',
  authentication: 'authorization',
  authorisation: 'authorization',
  'x-authorization': 'authorization',
  'x-original-authorization': 'authorization',
  'x-forwarded-authorization': 'authorization',
  cookie: 'cookie',
  cookie2: 'cookie',
  'x-cookie': 'cookie',
  'set-cookie': 'cookie',
  'set-cookie2': 'cookie',
  'sec-websocket-protocol': 'token',
};

/** Maximum length, in UTF-16 units, of a name to judge by its words; no field has a longer name. */
const LONGEST_NAME = 200;
/** Maximum number of letters in a joined name to split into words. */
const LONGEST_JOINED = 40;

/**
 * Distinguishes names of secrets from other names. `further` contains the user's own names, which are compared ignoring
 * case and separators.
 */
export class SecretNames {
  readonly #further: ReadonlySet<string>;
  readonly #judgements = new Remembered<NameJudgement>((name) => this.#judge(fullyDecoded(name)));
  readonly #headers = new Remembered((name) => this.#judgeHeader(name.trim().toLowerCase()) ?? 'no secret');

  constructor(further: readonly string[]) {
    this.#further = new Set(further.map(squash).filter((name) => name !== ''));
  }

  /**
   * Returns true if a parameter, form field, or JSON member with this name, in any encoding, always contains a secret.
   */
  isSecret(name: string): boolean {
    const judgement = this.judge(name);
    return judgement === 'secret' || judgement === 'container';
  }

  /** Judges a name in any encoding. */
  judge(name: string): NameJudgement {
    return this.#judgements.of(name);
  }

  /** Returns the kind of secret in the header with this name, or undefined if it does not contain one. */
  ofHeader(name: string): SecretKind | undefined {
    const kind = this.#headers.of(name);
    return kind === 'no secret' ? undefined : kind;
  }

  #judgeHeader(lower: string): SecretKind | undefined {
    if (Object.hasOwn(HEADER_KINDS, lower)) return HEADER_KINDS[lower];
    const squashed = squash(lower);
    const withoutX = squash(lower.replace(/^x-/, ''));
    if (this.#further.has(squashed) || this.#further.has(withoutX) || SECRET_HEADERS.has(squashed))
      return 'key';
    if (HARMLESS_HEADERS.has(squashed) || EXCEPTIONS.has(squashed) || lower.startsWith('access-control-'))
      return undefined;
    return /(?:^|[-_])(?:api)?key$/.test(lower) || this.isSecret(lower) ? 'key' : undefined;
  }

  #judge(name: string): NameJudgement {
    if (name.length > LONGEST_NAME) return 'harmless';
    const squashed = squash(name);
    if (this.#further.has(squashed)) return 'secret';
    if (EXCEPTIONS.has(squashed)) return 'harmless';
    if (SECRET_NAMES.has(squashed) || /(?:2|two)fa(?:code|token|value)?$/.test(squashed)) return 'secret';
    if (AMBIGUOUS_NAMES.has(squashed)) return 'ambiguous';
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
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, '$1 ')
    .split(/[^\p{L}\p{M}]{1,200}/u);
  return parts.flatMap((part) => (part === '' ? [] : takenApart(plainLetters(part))));
}

function judgeWords(all: readonly string[]): NameJudgement {
  let end = all.length;
  while (end > 1 && NEUTRAL_LAST.has(all[end - 1] ?? '') && !isLastPair(all, end)) end--;
  const words = all.slice(0, end);
  const last = words.at(-1) ?? '';
  if (last === '' || (words.length > 1 && HARMLESS_FIRST.has(words[0] ?? ''))) return 'harmless';
  if (
    words.some((_, from) =>
      [2, 3].some((count) => FOREIGN_NAMES.has(words.slice(from, from + count).join(''))),
    )
  )
    return 'secret';
  if (FOREIGN_NAMES.has(words.join(''))) return 'secret';
  if (isLastPair(words, words.length)) return 'secret';
  if (LAST_WORDS.has(last)) return 'container';
  if (HARMLESS_LAST.has(last)) return 'harmless';
  if (words.some((word) => FOREIGN_WORDS.has(word) || holdsForeign(word))) return 'secret';
  if (words.some((word) => SECRET_WORDS.has(word) || SECRET_ENDINGS.test(word)))
    return CONTAINERS.has(last) ? 'container' : 'secret';
  return all.length === 1 && AMBIGUOUS_NAMES.has(last) ? 'ambiguous' : ambiguousPair(words);
}

/** Names of secrets that can be objects as well as strings, such as `"credentials":{"username":…}`. */
const CONTAINERS: ReadonlySet<string> = new Set(
  'credential credentials creds cred token jwt authorization authentication assertion signature key'.split(
    ' ',
  ),
);

/** Words that precede `key` in names of values that order, find, or describe something. */
const NO_KEY: ReadonlySet<string> = new Set(
  (
    'primary foreign sort partition cache object public idempotency surrogate i translation locale message lang row range group ' +
    'map field index unique natural file storage item block component entity record lookup order option menu short hot arrow page ' +
    'routing issue ticket dedup deduplication correlation composite image asset path s ' +
    // Beginnings of unrelated words that end in "key": monkey, hockey, whiskey.
    'mon don tur hoc joc mic lac whis flun'
  ).split(' '),
);

function ambiguousPair(words: readonly string[]): NameJudgement {
  const last = words.at(-1) ?? '';
  if (/ticket$|signature$/.test(last) || (words.length > 1 && /^(?:sign|mac)$/.test(last)))
    return 'ambiguous';
  if (words.length > 1 && last === 'key' && !NO_KEY.has(words.at(-2) ?? '')) return 'ambiguous';
  return words.length === 2 && AMBIGUOUS_NAMES.has(last) && AMBIGUOUS_NAMES.has(words[0] ?? '')
    ? 'ambiguous'
    : 'harmless';
}

/** Words in other scripts, which can be joined to other words without a space. */
const UNSPACED = [...FOREIGN_WORDS].filter((word) => word.length > 1 && /[^ -~]/.test(word));

function holdsForeign(word: string): boolean {
  return /[^ -~]/.test(word) && UNSPACED.some((foreign) => word.includes(foreign));
}

function isLastPair(words: readonly string[], end: number): boolean {
  const [before = '', last = ''] = [words[end - 2], words[end - 1]];
  if (end < 2) return false;
  if (last === 'key' || last === 'keys') return KEYS.has(before);
  if (last === 'code' || last === 'codes') return CODES.has(before);
  return LAST_PAIRS.has(`${before} ${last}`);
}

/** Splits joined words if all of them are known, such as `loginpwd` into `login` and `pwd`. */
function takenApart(word: string): string[] {
  if (word.length > LONGEST_JOINED || isKnown(word)) return [word];
  const [, before = '', noun = ''] = /^(.{1,30}?)(keys?|codes?)$/.exec(word) ?? [];
  if (noun === 'key' || (noun.startsWith('k') ? KEYS : CODES).has(before)) return [before, noun];
  const parts = partsOf(word);
  return parts?.some((part) => !JOINED_WITH.has(part) || part === 'key' || part === 'code') ? parts : [word];
}

function isKnown(word: string): boolean {
  return SECRET_WORDS.has(word) || JOINED_WITH.has(word) || LAST_WORDS.has(word) || FOREIGN_WORDS.has(word);
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

/** Maximum number of cached names. */
const MOST_REMEMBERED = 10_000;

/** A cache of results by name, because the same few names occur many times in a log. */
class Remembered<Answer extends boolean | string> {
  readonly #judge: (name: string) => Answer;
  readonly #answers = new Map<string, Answer>();

  constructor(judge: (name: string) => Answer) {
    this.#judge = judge;
  }

  of(name: string): Answer {
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const answer = this.#judge(name);
    if (this.#answers.size < MOST_REMEMBERED) this.#answers.set(copyOf(name), answer);
    return answer;
  }
}

/** Copies text to its own memory. A substring would keep the complete text in memory. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

function squash(name: string): string {
  return plainLetters(name).replace(/[^\p{L}\d]/gu, '');
}
