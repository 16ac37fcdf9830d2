/**
 * Finds secrets whose name is the value of one field of a form and whose value is that of the next:
 * `opt[0][name]=smtp_pass&opt[0][value]=x`, in multipart bodies too. Linear in the text. Findings ascend.
 */
import { fullyDecoded } from './decodedText.ts';
import type { Finding, Span } from './headerGrammar.ts';
import { multipartFields, namedValue } from './namedSecrets.ts';
import type { SecretNames } from './secretNames.ts';

/** A field of a form: its name, and where its value is. */
export interface Field extends Span {
  readonly name: string;
}

const NAMING = /^(.{0,100}?)(?:name|key|field|param|option|setting)(\W{0,4})$/i;
const HOLDING = /^(.{0,100}?)(?:value|val|data|content)(\W{0,4})$/i;
const LONGEST_NAME = 150;
const MOST_BETWEEN = 2;

export function findInPairedFields(text: string, names: SecretNames): Finding[] {
  if (!/(?:value|val|data|content)(?:\]|%5D|\\?["']|=)/i.test(text)) return [];
  return [...pairsOf(formFields(text), text, names), ...pairsOf(multipartFields(text), text, names)].sort(
    (one, other) => one.start - other.start,
  );
}

function pairsOf(fields: Iterable<Field>, text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  let naming: { readonly stem: string; readonly named: string; since: number } | undefined;
  for (const { name, start, end } of fields) {
    const field = fullyDecoded(name);
    const [, stem = '', rest = ''] = HOLDING.exec(field) ?? [];
    if (naming && HOLDING.test(field) && naming.stem === stem + rest && naming.since < MOST_BETWEEN) {
      const finding = namedValue(names, naming.named, text, start, end);
      if (finding) findings.push(finding);
      naming = undefined;
      continue;
    }
    const begun = NAMING.exec(field);
    if (begun && end - start <= 100)
      naming = {
        stem: (begun[1] ?? '') + (begun[2] ?? ''),
        named: fullyDecoded(text.slice(start, end)),
        since: 0,
      };
    else if (naming) naming.since++;
  }
  return findings;
}

function* formFields(text: string): Generator<Field> {
  if (!text.includes('&')) return;
  let start = 0;
  for (const field of text.split(/[&?\s]/)) {
    const equals = field.indexOf('=');
    if (equals > 0 && equals <= LONGEST_NAME)
      yield { name: field.slice(0, equals), start: start + equals + 1, end: start + field.length };
    start += field.length + 1;
  }
}
