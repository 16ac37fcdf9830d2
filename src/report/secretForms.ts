/** The strings under which a secret may occur again. */
import { readings } from './decodedText.ts';

/** Shorter secrets are replaced where they were found only: elsewhere they may be ordinary text. */
const SHORTEST = 6;
const SHORTEST_BASE64 = 8;
/** Units of a secret of which Base64 forms are made. */
const LONGEST_BASE64 = 4096;

/**
 * The secret as found and as decoded, and its Base64 forms, alone or amid other bytes. Percent-encoded and escaped forms are
 * not among them: texts are searched decoded, too. None for a short secret.
 */
export function secretForms(secret: string): Set<string> {
  const forms = new Set<string>();
  for (const text of readings(secret)) {
    if (text.length < SHORTEST) continue;
    forms.add(text);
    for (const form of base64Forms(text.slice(0, LONGEST_BASE64))) forms.add(form);
  }
  return forms;
}

/** What the credentials of an Authorization header say once decoded: `user:password` and the password of Basic. */
export function basicCredentials(credentials: string): string[] {
  if (!/^[\w+/-]{4,}={0,2}$/.test(credentials)) return [];
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 || decoded.includes('\ufffd') ? [] : [decoded, decoded.slice(colon + 1)];
}

function* base64Forms(text: string): Generator<string> {
  const bytes = Buffer.from(text);
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = encoded.toString('base64');
    // Without the digits at either end that also depend on the bytes around it.
    const [start, end] = [before === 0 ? 0 : before + 1, Math.floor((encoded.length * 8) / 6)];
    for (const form of [whole.slice(start, end), ...(before === 0 ? [whole] : [])]) {
      if (form.length < SHORTEST_BASE64) continue;
      yield form;
      yield form.replaceAll('+', '-').replaceAll('/', '_');
    }
  }
}
