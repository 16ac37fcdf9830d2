/** Returns the notes for the reader of a redacted log: sentences that quote only placeholders and a token's algorithm. */
import { type Message, message } from '../text/l10n.ts';
import type { Redactor } from './redactor.ts';
import type { Subject } from './shownTexts.ts';

export function redactionNotes(redactor: Redactor, before: Subject, after: Subject): readonly Message[] {
  const { foreignPlaceholders, count, withoutBase64, notSearched } = redactor;
  const foreign = noteIf(
    foreignPlaceholders,
    message('The log contains text that looks like redaction placeholders. It is marked as part of the log.'),
  );
  if (count === 0) return foreign;
  const detected = detection(before);
  const named = redactor.placeholdersNamedBy(detected);
  return [
    ...foreign,
    ...noteIf(
      detected !== detection(after),
      message('Part of the detected text is redacted. Check the original log.'),
    ),
    ...[...tokenAlgorithms(detected)].map((algorithm) =>
      message('The header of the detected token contains “alg”: “{0}”.', algorithm),
    ),
    ...noteIf(
      named.length > 0,
      message(
        'Part of the detected text is redacted ({0}). The attack itself might be hidden.',
        named.slice(0, 3).join(', '),
      ),
    ),
    ...noteIf(
      withoutBase64 > 0,
      message(
        '{0} of the secrets were not searched for in Base64, because there are too many. Review the text before you share it.',
        withoutBase64,
      ),
    ),
    ...noteIf(
      notSearched > 0,
      message(
        '{0} of the secrets were not searched for again, because there are too many similar ones. Review the text before you share it.',
        notSearched,
      ),
    ),
  ];
}

function noteIf(applies: boolean, note: Message): readonly Message[] {
  return applies ? [note] : [];
}

/** Returns the service's description of the detection. */
function detection({ log, row }: Subject): string {
  return `${log?.description ?? ''}\n${row?.description ?? ''}\n${row?.detectedValue ?? ''}`;
}

/** The header of a JSON Web Token (RFC 7519). */
const TOKEN_HEADER = /(?<![\w-])eyJ[\w-]{8,1000}\./g;
/** Maximum number of units to search for tokens. */
const MOST_LOOKED_AT = 10_000;

/** Returns the algorithms of the JSON Web Tokens in the text, because an attack can change a token's algorithm. */
function tokenAlgorithms(text: string): ReadonlySet<string> {
  const headers = text.slice(0, MOST_LOOKED_AT).match(TOKEN_HEADER) ?? [];
  return new Set(
    headers.flatMap((header) => {
      const decoded = Buffer.from(header, 'base64url').toString('utf8');
      return /"alg"\s{0,5}:\s{0,5}"([\w-]{1,20})"/.exec(decoded)?.[1] ?? [];
    }),
  );
}
