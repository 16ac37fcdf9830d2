/**
 * Finds secrets shortly after a word such as “password” in any sentence, list, directive, or command: `the admin
 * password for the server is x`, `**Password:** x`, `bindpw x`, `비번 x 입니다`. The value must look like a chosen or
 * generated secret. Linear in the length of the text. Each expression's findings are in ascending order.
 */

import { groupSpan } from '../text/nearby.ts';
import type { Finding } from './headerGrammar.ts';
import { isChosen, looksNumbered } from './randomness.ts';
import type { SecretNames } from './secretNames.ts';

/** Words for a secret. ASCII words are judged like names; other words can be joined to the text that follows them. */
const WORD =
  /(?<![\p{L}\p{N}_.-])(?:[a-z][a-z\d_-]{0,20}[_-])?(?:[a-z]{0,12}pass(?:w[a-z]{0,20}|phrase|code|e)?|[a-z]{0,8}(?:pw|psk|pwd|psw|creds?|secret|token|pin|credentials?)|(?:api|access|secret|license|private)[ _-]?key|kennwort|passwort|mdp|contrase[nñ]a|clave|senha|parola|has[lł]o|heslo|wachtwoord|lösenord|şifre[a-zıü]{0,6}|sifre[a-z]{0,6}|парол[а-яё]{1,3}|mật khẩu|mot de passe)(?![\p{L}\p{N}_-])|identifiants?|credencia(?:is|les)|credenziali|zugangsdaten|비밀번호|비번|암호|패스워드|パスワード|暗証番号|密码|密碼|口令/giu;

/** Number of units after a word in which to search for its value. */
const WINDOW = 50;
const TOKEN = /[!#$%&*./:?@\w^~À-ɏ-]{1,100}/g;
/** Punctuation that can follow the word or precede its value. */
const AROUND = /["'`*\])>}:]{0,6}/;
/** Characters that cannot occur between a word and its value. */
const BARRIER = /[=&;(){}[\],，。]/;
/** Words between a secret word and a value that indicate SQL or a sentence about secrets in general. */
const ABOUT =
  /^(?:reset|request|ids?|error|links?|polic(?:y|ies)|page|form|expires?|expired|hint|manager|attempts?|field|length|type|count|urls?|uri|file|version|names?|must|should|cannot|can|requires?|needs?|like|rlike|regexp|union|select|where|limit|into)$/i;

/** Words that directly precede a value. */
const IS = /^(?:is|was|ist|lautet|war|est|es|é|è|to|auf|это)$/i;
/** Words for a group of values that includes a secret. */
const SEVERAL = /identifiant|credencia|credenziali|zugangsdaten/i;

/** A call: `client.login("anna", "x")`, `.password("x")`, `env('DB_PASSWORD', 'x')`. */
const CALL =
  /(?<![\w$])(?<call>[A-Za-z_$][\w$]{2,60})\s?\(\s{0,3}(?<args>(?:[^()"'\r\n]{0,60}\\?["'][^"'\r\n\\]{0,200}\\?["']){1,5})/dg;
const STRING = /\\?["'](?<value>[^"'\r\n\\]{0,200})\\?["']/dg;
/** A list that represents a call: `["login","anna","x"]`. */
const LIST_CALL =
  /\[\s{0,9}\\?["'](?<call>[A-Za-z_$][\w$.:]{2,60})\\?["'](?<args>(?:\s{0,9},\s{0,9}\\?["'][^"'\r\n\\]{0,200}\\?["']){2,5})\s{0,9}\]/dg;
/** Names of functions that take two strings: a user name and a password. */
const SIGN_IN = /(?:log_?in|logon|sign_?in|auth(?:enticate)?|credentials?|connect(?:ion)?|bind)$/i;

const PASSWORD = { kind: 'secret', name: 'password' } as const;

export function findChosenSecrets(text: string, names: SecretNames): Finding[] {
  return /\d/.test(text) ? [...afterWords(text, names), ...inCalls(text, names)] : [];
}

function afterWords(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    if (!/[^ -~]/.test(word) && !SEVERAL.test(word) && names.judge(word) === 'harmless') continue;
    const wordEnd = match.index + word.length;
    // The word is part of a path or of a longer name.
    if (/[ -~][/.]\w/.test(text.slice(wordEnd - 1, wordEnd + 2))) continue;
    const start = wordEnd + (AROUND.exec(text.slice(wordEnd, wordEnd + 8))?.[0].length ?? 0);
    const span = chosenIn(text.slice(start, start + WINDOW + 100));
    if (span) findings.push({ start: start + span[0], end: start + span[1], ...PASSWORD });
  }
  return findings;
}

/**
 * Returns the range of the first value in `window` that looks chosen, unless a barrier precedes it. `window` is the
 * text after a word.
 */
function chosenIn(window: string): readonly [start: number, end: number] | undefined {
  let past = 0;
  let before = '';
  for (const { 0: found, index } of window.matchAll(TOKEN)) {
    const gap = window.slice(past, index);
    // This is the boundary of a multipart body, or an option.
    if (found.startsWith('--')) return undefined;
    if (index > WINDOW || BARRIER.test(gap)) return undefined;
    // A line break ends a sentence, unless the value is alone on the line below its label.
    if (/[\r\n]/.test(gap) && before !== '') return undefined;
    const rest = found.replace(/^[:*.-]{1,3}/, '');
    const start = index + found.length - rest.length;
    const value = rest.replace(/[:*.?]{1,3}$/, '');
    const isGiven = IS.test(before) || (before === '' && /\p{Lu}/u.test(value));
    if (isChosen(value) || (isGiven && looksNumbered(value))) return [start, start + value.length];
    before = value;
    if (ABOUT.test(value) || /[.!?]$/.test(found)) return undefined;
    past = index + found.length;
  }
  return undefined;
}

function inCalls(text: string, names: SecretNames): Finding[] {
  const calls = [...text.matchAll(CALL), ...text.matchAll(LIST_CALL)];
  return calls.flatMap((match) => {
    const { call = '', args = '' } = match.groups ?? {};
    const [from] = match.indices?.groups?.['args'] ?? [0];
    const strings = Array.from(args.matchAll(STRING)).flatMap((each) => groupSpan(each, 'value') ?? []);
    const isNamed =
      (SIGN_IN.test(call) && strings.length > 1) ||
      [call, ...strings.map(({ start, end }) => args.slice(start, end))].some((name) => names.isSecret(name));
    const isSignIn = SIGN_IN.test(call) && strings.length === 2;
    return strings
      .filter(({ start, end }, index) => {
        const value = args.slice(start, end);
        return isNamed && (isChosen(value) || (isSignIn && index === 1 && isMixed(value)));
      })
      .map(({ start, end }) => ({ start: from + start, end: from + end, ...PASSWORD }));
  });
}

/** Returns true for a short word with letters and digits. */
function isMixed(value: string): boolean {
  return /^(?=.{0,40}\p{L})(?=.{0,40}\d)[^\s/]{4,40}$/u.test(value);
}
