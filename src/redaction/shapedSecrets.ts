/** Finds secrets under any name, by shape alone. Linear in the length of the text. Findings are in ascending order. */
import { type Finding, matches } from './headerGrammar.ts';
import { looksRandom, UUID } from './randomness.ts';

/** Words and numbers in the name of a page. */
const SLUG = /^(?:[A-Za-z]{1,40}|\d{1,10})(?:[-_](?:[A-Za-z]{1,40}|\d{1,10})){0,200}$/;

/** Finds `user:password`, or only a token, before the host of a URL. */
export function findUrlCredentials(text: string): Finding[] {
  const findings: Finding[] = [];
  for (const { 0: match, index } of text.matchAll(/:\/\/[^\s/?#"'<>\\]*/g)) {
    const authority = match.slice('://'.length);
    const [colon, end] = [authority.indexOf(':'), authority.lastIndexOf('@')];
    const isPair = colon >= 0 && end > colon + 1 && authority.indexOf('@') > colon;
    const isToken = !isPair && end > 0 && looksRandom(authority.slice(0, end).replace(/:$/, ''));
    if (isPair || isToken) findings.push({ start: index + 3, end: index + 3 + end, kind: 'credentials' });
  }
  return findings;
}

/** Finds email addresses (RFC 5321, 6531): names and hosts in any script. */
export function findEmails(text: string): Finding[] {
  const findings: Finding[] = [];
  for (const { 0: host, index } of text.matchAll(/@(?:[\p{L}\d-]{1,63}\.){1,126}\p{L}{2,63}/giu)) {
    let start = index;
    while (/[\p{L}\d_.+-]/u.test(text.charAt(start - 1))) start--;
    if (start < index) findings.push({ start, end: index + host.length, kind: 'e-mail' });
  }
  return findings;
}

/**
 * Finds runs of 32 or more random-looking letters, digits, hyphens, and underscores, except UUIDs, which are
 * identifiers.
 */
export function findLongTokens(text: string): Finding[] {
  return matches(text, /[\w-]{32}[\w-]*/g, 'token', (run) => {
    return !UUID.test(run) && !SLUG.test(run) && looksRandom(run);
  });
}

/**
 * The first digits and lengths of card numbers (ISO/IEC 7812-1 and the networks' published ranges): Visa, Mastercard,
 * American Express, Discover, Diners Club, JCB, UnionPay, Mir, Maestro.
 */
const CARD =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12,15}|3(?:0[0-5]|[689]\d)\d{11,13}|35(?:2[89]|[3-8]\d)\d{12,15}|62\d{14,17}|220[0-4]\d{12,15}|(?:50|5[6-8]|67)\d{14,17})$/;

/** Finds 13 to 19 digits, grouped or not, that form a card network's number with a valid check digit. */
export function findCardNumbers(text: string): Finding[] {
  return matches(text, /(?<![\d.])\d(?:[ +-]?\d){12,18}(?![\d.]*\d)/g, 'card number', (run) => {
    const digits = run.replace(/\D/g, '');
    return CARD.test(digits) && hasLuhnCheckDigit(digits);
  });
}

function hasLuhnCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of Array.from(digits).reverse().entries()) {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
