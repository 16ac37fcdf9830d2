/**
 * Finds secrets shortly after a word for one, in any sentence, list, directive, or command:
 * `the admin password for the server is x`, `**Password:** x`, `bindpw x`, `비번 x 입니다`. The value must look like a
 * chosen or generated secret. Linear in the length of the text. The findings of each expression ascend.
 */
import type { Finding } from './headerGrammar.ts';
import { groupSpan } from './nearby.ts';
import { looksChosen, looksNumbered, looksRandom } from './randomness.ts';
import type { SecretNames } from './secretNames.ts';

/** Words for a secret. ASCII words are judged like names; the others are joined to the text that follows them. */
const WORD =
  /(?<![\p{L}\p{N}_.-])(?:[a-z][a-z\d_-]{0,20}[_-])?(?:[a-z]{0,12}pass(?:w[a-z]{0,20}|phrase|code|e?)?|[a-z]{0,8}(?:pw|psk|pwd|psw|creds?|secret|token|pin|credentials?)|(?:api|access|secret|license|private)[ _-]?key|kennwort|passwort|mdp|contrase[nñ]a|clave|senha|parola|has[lł]o|heslo|wachtwoord|lösenord|şifre[a-zıü]{0,6}|sifre[a-z]{0,6}|парол[а-яё]{1,3}|mật khẩu|mot de passe)(?![\p{L}\p{N}_-])|identifiants?|credencia(?:is|les)|credenziali|zugangsdaten|비밀번호|비번|암호|패스워드|パスワード|暗証番号|密码|密碼|口令/giu;

/** Number of units after a word in which to search for its value. */
const WINDOW = 80;
const MOST_TOKENS = 7;
const TOKEN = /[!#$%&*./:?@\w^~À-ɏ-]{1,100}/g;
/** Marks that can follow the word or precede its value. */
const AROUND = /^["'`*\])>}:]{0,6}/;
/** Characters that cannot occur between a word and its value. */
const BARRIER = /[=&;(){}[\],，;]|[。]/;
/** Words between the two that indicate SQL or a sentence about secrets in general. */
const ABOUT =
  /^(?:reset|request|ids?|error|links?|polic(?:y|ies)|page|form|expires?|expired|hint|manager|attempts?|field|length|type|count|urls?|uri|file|version|names?|must|should|cannot|can|requires?|needs?|like|rlike|regexp|union|select|where|limit|into)$/i;

/** `use x as the password`, `x is my password` */
const VALUE_FIRST =
  /(?<![^\s"'`「“:=(])(?<value>[!#$%&*./:?@\w^~-]{6,60})["'`」”]?\s(?:as|is|was|als|comme|como|come)\s(?:[a-zé]{1,10}\s){0,3}(?:password|passwort|passphrase|secret|token|contraseña|senha|mot de passe|api key)/dgi;

/** Program options for a secret: `-p x`, `-P x`, `-pw x`, `-w x`, `-px`, `/p:x`. */
const OPTION =
  /(?<=\s)(?:-{1,2}(?:p|P|pw|w|k|A|X|a|pass\w{0,10})[\s=]{0,3}|\/p:)["']?(?<value>[^\s"'|;<>()]{6,100})/dg;

/** Words that directly precede their value. */
const IS = /^(?:is|was|ist|lautet|war|est|es|é|è|to|auf|это)$/i;
/** Words for several values, including a secret. */
const SEVERAL = /^(?:identifiants?|credencia(?:is|les)|credenziali|zugangsdaten)$/i;

/** Commands that take a secret, and accounts before a host. Each has the value in its group. */
const COMMANDS: readonly RegExp[] = [
  // echo x | docker login --password-stdin, echo x | sudo -S
  /\becho\s{1,5}(?:-\w\s{1,5})?["']?(?<value>[^\s"'|]{4,100})["']?\s{0,5}\|[^|\r\n]{0,80}(?:--\w{0,10}-?stdin|sudo\s{1,5}-\w{0,3}S|passwd)/dg,
  // corp/anna:x@10.0.0.1
  /(?<![^\s"'=])(?:[\w.-]{1,60}\/)?[\w.-]{1,60}:(?<value>[^\s"'@/:=]{6,100})@[\w.-]{1,100}(?![\w@])/dg,
  // /login anna x, identify x, AUTH x, vault login x
  /(?<![\w.-])(?:log[io]n|signin|auth|identify|register)\s{1,5}(?:[\w.@-]{1,60}\s{1,5})?(?<value>[^\s"'|;<>()=&-][^\s"'|;<>()=&]{5,100})/dgi,
  // anna@shop.example:x
  /(?<![\w.+-])[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,60}:(?<value>[^\s"'<>/:@&=]{6,100})/dg,
  // login: anna / x
  /\b(?:log[io]n|credentials?|creds|account)(?: [\w-]{1,20}){0,3}\s{0,3}:\s{0,3}[^\s"'/]{1,60}\s{1,3}\/\s{1,3}(?<value>[^\s"'<>/]{6,100})/dgi,
  // passwd=MD5('x')
  /(?<![\w$])(?<name>[a-z_]\w{2,40})\s{0,3}=\s{0,3}[a-z_]\w{1,20}\(\s{0,3}'(?<value>[^'\r\n]{4,100})'/dgi,
  /assword[^\r\n]{0,60}\bsend(?:line|_user)?[\s("'\\]{1,6}(?<value>[^\s"'\\)]{4,100})/dgi,
  /\bset\s{1,5}(?<name>[A-Za-z_]\w{2,60})=(?<value>[^\s"'&|;=]{4,100})/dgi,
  // [password] => x, ["password"]=> string(12) "x"
  /\[\\?["']?(?<name>[\w.-]{1,60})(?::\w{1,60}){0,2}\\?["']?\]\s{0,5}=>\s{0,20}(?:string\(\d{1,6}\)\s{0,5}\\?")?(?<value>[^\r\n"\\]{1,400})/dg,
];

/** A call: `client.login("anna", "x")`, `.password("x")`, `env('DB_PASSWORD', 'x')`. */
const CALL =
  /(?<![\w$])(?<call>[A-Za-z_$][\w$]{2,60})\s?\(\s{0,3}(?<args>(?:[^()"'\r\n]{0,60}\\?["'][^"'\r\n\\]{0,200}\\?["']){1,5})/dg;
const STRING = /\\?["'](?<value>[^"'\r\n\\]{0,200})\\?["']/dg;
/** Calls with two strings, the second one a password. */
const SIGN_IN = /(?:log_?in|logon|sign_?in|auth(?:enticate)?|credentials?|connect(?:ion)?|bind)$/i;

/** `u=anna&p=x`, `{"u":"anna","p":"x"}` */
const BESIDE_USER = /(?<![\w-])["']?(?:u|user|username|usr|login|email)["']?\s?[=:]/i;
const ONE_LETTER = /(?<![\w-])["']?p["']?\s?[=:]\s?["']?(?:enc:)?(?<value>[^\s"'&,;{}<>/]{6,100})(?!\/)/dg;

export function findChosenSecrets(text: string, names: SecretNames): Finding[] {
  if (!/\d/.test(text)) return [];
  return [
    ...afterWords(text, names),
    ...ofPattern(text, VALUE_FIRST, names, isChosen),
    ...ofPattern(text, OPTION, names, looksChosen),
    ...COMMANDS.flatMap((pattern) => ofPattern(text, pattern, names, isChosen)),
    ...inCalls(text, names),
    ...(BESIDE_USER.test(text) ? ofPattern(text, ONE_LETTER, names, isChosen) : []),
  ];
}

function isChosen(value: string): boolean {
  return looksChosen(value) || (looksRandom(value) && !/%[\da-f]{2}/i.test(value));
}

function afterWords(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    if (isPartOfToken(text, match.index, word)) continue;
    if (/^[ -~]+$/.test(word) && !SEVERAL.test(word) && names.judge(word) === 'harmless') continue;
    const wordEnd = match.index + word.length;
    const start = wordEnd + (AROUND.exec(text.slice(wordEnd, wordEnd + 8))?.[0].length ?? 0);
    const span = chosenIn(text.slice(start, start + WINDOW + 100), start > wordEnd || /[^ -~]/.test(word));
    if (span)
      findings.push({ start: start + span[0], end: start + span[1], kind: 'secret', name: 'password' });
  }
  return findings;
}

const LONGEST_TOKEN = 100;
/** The beginning of a token in text: white space, a bracket, a separator, an opening quote, or a parameter name. */
const TOKEN_START = /[\s,;(){}<>[\]|]|(?:^|[\s,:{[(=>])\\{0,3}["'`“「*]{1,3}|[?&][\w.-]{1,40}=/;

/** Returns true if a word is the end of a secret, such as `x8a@winterPW`, and therefore not a name. */
function isPartOfToken(text: string, index: number, word: string): boolean {
  if (/[A-Z][a-z][A-Z]|[a-z][A-Z][a-z]{1,2}[A-Z]/.test(word)) return true;
  const before =
    text
      .slice(Math.max(0, index - LONGEST_TOKEN), index)
      .split(TOKEN_START)
      .at(-1) ?? '';
  return /[@\d]|\p{Ll}\p{Lu}/u.test(before);
}

/** Returns the range of the first value after a word that looks chosen, up to a barrier. */
function chosenIn(window: string, mayTouch: boolean): readonly [start: number, end: number] | undefined {
  let past = 0;
  let before = '';
  let count = 0;
  for (const { 0: found, index } of window.matchAll(TOKEN)) {
    const gap = window.slice(past, index);
    // The boundary of a multipart body, or an option.
    if (found.startsWith('--')) return undefined;
    if (index > WINDOW || count++ >= MOST_TOKENS || BARRIER.test(gap) || (index === 0 && !mayTouch))
      return undefined;
    // A line end ends a sentence, unless the value is alone on the line below its label.
    if (/[\r\n]/.test(gap) && count > 1) return undefined;
    const start =
      index + (/^[:*.-]{0,3}/.exec(found)?.[0].length ?? 0) + (window[index - 1] === '\\' ? 1 : 0);
    const value = window.slice(start, index + found.length).replace(/[:*.?]{1,3}$/, '');
    const isGiven = IS.test(before) || (count === 1 && /\p{Lu}/u.test(value));
    if (isChosen(value) || (isGiven && looksNumbered(value))) return [start, start + value.length];
    before = value;
    if (ABOUT.test(value) || /[.!?]$/.test(found)) return undefined;
    past = index + found.length;
  }
  return undefined;
}

function ofPattern(
  text: string,
  pattern: RegExp,
  names: SecretNames,
  accepts: (value: string) => boolean,
): Finding[] {
  const findings: Finding[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const name = match.groups?.['name'] ?? 'password';
    const [start, end] = match.indices?.groups?.['value'] ?? [0, 0];
    if (names.judge(name) !== 'harmless' && accepts(text.slice(start, end).trim()))
      findings.push({ start, end, kind: 'secret', name });
    else pattern.lastIndex = Math.max(match.index + 1, Math.min(start, pattern.lastIndex));
  }
  return findings;
}

function inCalls(text: string, names: SecretNames): Finding[] {
  if (!text.includes('(')) return [];
  return Array.from(text.matchAll(CALL)).flatMap((match) => {
    const { call = '', args = '' } = match.groups ?? {};
    const [from] = match.indices?.groups?.['args'] ?? [0];
    const strings = Array.from(args.matchAll(STRING)).flatMap((each) => groupSpan(each, 'value') ?? []);
    const { start, end } = strings.at(-1) ?? { start: 0, end: 0 };
    const before = strings.at(-2);
    const isNamed =
      names.isSecret(call) ||
      (before !== undefined && (SIGN_IN.test(call) || names.isSecret(args.slice(before.start, before.end))));
    const isSecret = isNamed && isChosen(args.slice(start, end));
    return isSecret
      ? [{ start: from + start, end: from + end, kind: 'secret' as const, name: 'password' }]
      : [];
  });
}
