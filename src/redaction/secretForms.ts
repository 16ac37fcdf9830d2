/** The strings under which a secret may occur again. */
import { readings } from './decodedText.ts';

/** Shorter secrets are replaced where they were found only: elsewhere they may be ordinary text. */
const SHORTEST = 6;
const SHORTEST_BASE64 = 8;
/** Units of a secret of which Base64 forms are made. */
const LONGEST_BASE64 = 4096;

export interface SecretForm {
  readonly text: string;
  /** Whether this is the start of a longer Base64 form: the secret goes on as far as there are digits of Base64. */
  readonly isStart: boolean;
}

/**
 * The secret as found and as decoded, and its Base64 forms, alone or amid other bytes. Percent-encoded and escaped forms are
 * not among them: texts are searched decoded, too. None for a short secret; some may be there twice.
 */
export function secretForms(secret: string): readonly SecretForm[] {
  const forms: SecretForm[] = [];
  for (const text of readings(secret)) {
    if (text.length < SHORTEST) continue;
    forms.push({ text, isStart: false });
    const isStart = text.length > LONGEST_BASE64;
    for (const form of base64Forms(text.slice(0, LONGEST_BASE64))) forms.push({ text: form, isStart });
  }
  return forms;
}

/** What the credentials of an Authorization header say once decoded: `user:password` and the password of Basic. */
export function basicCredentials(credentials: string): string[] {
  if (!/^[\w+/-]{4}[\w+/-]*={0,2}$/.test(credentials)) return [];
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 || decoded.includes('\ufffd') ? [] : [decoded, decoded.slice(colon + 1)];
}

function base64Forms(text: string): readonly string[] {
  const forms: string[] = [];
  const add = (form: string) => {
    if (form.length < SHORTEST_BASE64) return;
    forms.push(form);
    if (/[+/]/.test(form)) forms.push(form.replaceAll('+', '-').replaceAll('/', '_'));
  };
  const padded = Buffer.from(`\0\0${text}`);
  for (const before of [0, 1, 2]) {
    const whole = padded.toString('base64', 2 - before);
    // Without the digits at either end that also depend on the bytes around it.
    const [start, end] = [before === 0 ? 0 : before + 1, Math.floor(((padded.length - 2 + before) * 8) / 6)];
    add(whole.slice(start, end));
    if (before === 0) add(whole);
  }
  return forms;
}
