/** Tells what stands under the name of a secret and is none: words, counts, labels, and what is said of a wrong value. */
import { fullyDecoded } from './decodedText.ts';
import { FOREIGN_NAMES, FOREIGN_WORDS, plainLetters } from './nameWords.ts';

/** Names that are as often those of something else. */
const WEAK_NAME = /^(?:pass|pin|token|session|signature|code|key)$/i;
const SIGN_IN_BESIDE = /(?:user|log(?:in)?|e-?mail|account|member|admin|uid)\w{0,10}\\?["']?\s{0,5}[=:]/i;
const AROUND = 200;
/** Longer values are no words, labels or sentences. */
const LONGEST = 400;

/** Words in small letters, or the name of a person. */
const WORDS = /^\p{Ll}{2,14}(?:[ _-]\p{Ll}{2,14}){0,3}$/u;
/** No words, or words for a secret that stand for one. */
const NO_WORDS =
  /[^aeiouy _-]{5}|(?:^|[ _-])[^aeiouy _-]{1,14}(?:$|[ _-])|abc|token|secret|passw|session|credential/;
const PERSON = /^\p{Lu}\p{Ll}{1,20}(?: \p{Lu}\p{Ll}{1,20}){1,3}$/u;
const FEW = /^\d{1,3}$/;

const SENTENCE = /^\p{L}[\p{L}\d ,;:'’"()-]{8,300}[.!?。]$/u;
const WORDS_ONLY = /^\p{L}[\p{L} _.,'’!-]{1,200}$/u;
/** In an object of what went wrong, or of labels. */
const ABOUT_FIELDS =
  /["'](?:\w{0,20}errors?|violations|messages|validation\w{0,12}|labels?|placeholders?|translations?)\\?["']\s{0,9}:\s{0,9}\{[^{}]{0,200}$/i;

/** What a program has in place of a value: a call without arguments, a field of PHP's request, a type of GraphQL. */
const IN_A_PROGRAM =
  /^(?:[A-Za-z_][A-Za-z_.]{1,60}\(\)|\$_(?:POST|GET|REQUEST|COOKIE|SERVER|SESSION|ENV)\[["']?\w{1,40}["']?\]|string|str|\[?(?:String|ID|Int|Float|Boolean)!?\]?!?)$/;
/** The same taken by its name from where a program has it: `request.form["password"]`, `input("Password: ")`; also with nothing as its default. */
const TAKEN =
  /^(?:[A-Za-z_$][\w$]{0,40}(?:(?:\.|->|::)[A-Za-z_]\w{0,40}){0,5}(?:\[(?::|["'])[A-Za-z_]\w{0,40}["']?\]){1,4}|(?:[A-Za-z_$][\w$]{0,40}(?:\.|->|::)){0,5}(?:get|(?:raw_)?input|prompt|read|ask|fetch|header|cookie|param|env|query)\w{0,30}\(["'][A-Za-z_ .-]{0,60}(?:pass|pwd|token|secret|key)[A-Za-z_.-]{0,20}:?\s?["']\))(?:\.[a-z]{1,20}(?:\(\))?)?(?:\s{0,2}(?:\?\?|\|\||or)\s{0,2}(?:''|""|null|None))?$/i;
const HASHED =
  /^(?:password_hash|md5|sha1|hash|crypt|bcrypt\.hash)\(\s{0,3}\$_(?:POST|GET|REQUEST)\[["']?\w{1,40}["']?\]\s{0,3}[,)]/;
/** What is called, and its arguments, where a value was cut off between both: `localStorage.getItem("token")`. */
const CALLED = /^(?:[A-Za-z]{1,30}(?:[._][A-Za-z]{1,30}){1,4}|\$[A-Za-z_]{1,40}-)$/;
const ARGUMENTS = /^(?:\(\s{0,3}["'$]|>[a-z])/;
/** Where Kubernetes says which entry of an object is meant. */
const KEY_OF_OBJECT = /KeyRef["']?:[\s{]/;

/** A variable, alone or before a command: `PASSWORD=$PASSWORD docker run`. */
const VARIABLE = /^(?:\$\{?|:)(\w{2,60})\}?(?=$|[\s;,)])/;

/** Names of one text for the places of a database, with values of their own. */
const CONNECTION_STRING = /conn(?:ection)?[_.-]?str(?:ing)?/i;
const PAIRS = /^[^=;"]{1,60}=[^=;]{0,400};[^=;]{1,60}=/;
const FIRST_PAIR = /^[^=;"]{1,60}=[^=;]{0,400}$/;

/**
 * Whether a value under the name of a secret is plainly none.
 *
 * @param start of the value in `text`
 */
export function isOrdinary(name: string, value: string, text: string, start: number): boolean {
  if (CONNECTION_STRING.test(name)) {
    const isFirst = text[start + value.length] === ';' && FIRST_PAIR.test(value);
    if (isFirst || PAIRS.test(value)) return true;
  }
  if (value.length > LONGEST) return false;
  if (WEAK_NAME.test(name)) {
    if (FEW.test(value)) return true;
    const isWords = WORDS.test(value) && !NO_WORDS.test(value);
    if ((isWords || PERSON.test(value)) && !(/^pass$/i.test(name) && hasSignInBeside(text, start)))
      return true;
  }
  const said = fullyDecoded(value);
  if (/^key$/i.test(name) && KEY_OF_OBJECT.test(text.slice(Math.max(0, start - AROUND / 2), start)))
    return true;
  if (CALLED.test(value) && ARGUMENTS.test(text.slice(start + value.length, start + value.length + 8)))
    return true;
  if (TAKEN.test(said) || HASHED.test(said)) return true;
  if (IN_A_PROGRAM.test(said) || VARIABLE.exec(said)?.[1] === name.split(' ').at(-1)) return true;
  if (SENTENCE.test(said) && /\s\S+\s/.test(said) && !/\p{L}\d|\d\p{L}/u.test(said)) return true;
  if (WORDS_ONLY.test(said) && ABOUT_FIELDS.test(text.slice(Math.max(0, start - AROUND), start))) return true;
  return isLabel(said);
}

/** The word for a secret in another language, written as a label is. */
function isLabel(value: string): boolean {
  if (!/^(?:\p{Lu}\p{Ll}{3,20}|[^ -~]{2,20}|\p{L}{3,10}(?: \p{L}{2,12}){1,2})$/u.test(value)) return false;
  const squashed = plainLetters(value).replaceAll(' ', '');
  return FOREIGN_WORDS.has(squashed) || FOREIGN_NAMES.has(squashed);
}

function hasSignInBeside(text: string, at: number): boolean {
  return SIGN_IN_BESIDE.test(text.slice(Math.max(0, at - AROUND), at + AROUND));
}
