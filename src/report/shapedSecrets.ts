/** Finds secrets by their shape alone, whatever they are called. Linear in the text. Findings ascend. */
import type { Finding } from './headerSecrets.ts';

/** JSON Web Tokens, signed or encrypted. */
export function findTokens(text: string): Finding[] {
  if (!text.includes('eyJ')) return [];
  const findings: Finding[] = [];
  const token = /(?<![\w-])([\w-]{0,64}?)(eyJ[\w-]{7,}\.[\w-]*\.[\w-]+(?:\.[\w-]+\.[\w-]+)?)/g;
  for (const { 1: before = '', 2: found = '', index } of text.matchAll(token)) {
    const start = index + before.length;
    findings.push({ start, end: start + found.length, kind: 'token' });
  }
  return findings;
}

/** `user:password` before the host of a URL. */
export function findUrlCredentials(text: string): Finding[] {
  if (!text.includes('://') || !text.includes('@')) return [];
  const findings: Finding[] = [];
  for (const { 1: credentials = '', index } of text.matchAll(
    /:\/\/([^\s/@?#"'<>\\:]{0,200}:[^\s/?#"'<>\\]{1,200})@/g,
  )) {
    findings.push({ start: index + 3, end: index + 3 + credentials.length, kind: 'credentials' });
  }
  return findings;
}

export function findEmails(text: string): Finding[] {
  const findings: Finding[] = [];
  const address = /@(?<=([\w.+-]{1,64})@)((?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63})/gi;
  for (const { 1: local = '', 2: host = '', index } of text.matchAll(address)) {
    findings.push({ start: index - local.length, end: index + 1 + host.length, kind: 'e-mail' });
  }
  return findings;
}

/** Runs of 32 or more letters, digits, hyphens and underscores that mix letters and digits. */
export function findLongTokens(text: string): Finding[] {
  const findings: Finding[] = [];
  for (const { 0: run, index } of text.matchAll(/[\w-]{32,}/g)) {
    if (/\d/.test(run) && /[a-z]/i.test(run)) {
      findings.push({ start: index, end: index + run.length, kind: 'token' });
    }
  }
  return findings;
}

/** 13 to 19 digits, in groups or not, with a valid check digit. */
export function findCardNumbers(text: string): Finding[] {
  const findings: Finding[] = [];
  for (const { 0: run, index } of text.matchAll(/(?<!\d)\d(?:[ +-]?\d){12,18}(?!\d)/g)) {
    if (hasLuhnCheckDigit(run.replace(/\D/g, ''))) {
      findings.push({ start: index, end: index + run.length, kind: 'card number' });
    }
  }
  return findings;
}

function hasLuhnCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of Array.from(digits).reverse().entries()) {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
