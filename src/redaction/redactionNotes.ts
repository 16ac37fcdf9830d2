/**
 * Returns the notes for the reader of a redacted log: sentences that quote only placeholders and harmless values from a
 * token's header.
 */
import { type Message, message } from '../text/l10n.ts';
import { counted } from '../text/numbers.ts';
import { looksRandom } from './randomness.ts';
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
    ...[...tokenHeaders(detected)].map((header) =>
      message('The header of the detected token contains {0}.', header),
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

/** The header of a JSON Web Token (RFC 7519). The payload, which follows a period, begins like a header. */
const TOKEN_HEADER = /(?<![\w.-])eyJ[\w-]{8,1000}\./g;
/** Maximum number of units to search for tokens. */
const MOST_LOOKED_AT = 10_000;

/** A member of a token's header with a string as its value. Matches only names that are safe in any output. */
const MEMBER = /"([\w#-]{1,20})"\s{0,5}:\s{0,5}"((?:[^"\\]|\\.){0,1000})"/g;
/** Members that RFC 7515 and 7516 define and that contain no secret. */
const STANDARD = /^(?:alg|typ|cty|enc|zip|kid)$/;
/** A value that is safe in any output. */
const WORD = /^[\w+-]{1,20}$/;
const MOST_MEMBERS = 8;

/**
 * Returns the decoded headers of the JSON Web Tokens in the text, because an attack can change them. A value is
 * shown only if it is a short word in a standard member.
 */
function tokenHeaders(text: string): ReadonlySet<string> {
  const headers = text.slice(0, MOST_LOOKED_AT).match(TOKEN_HEADER) ?? [];
  return new Set(
    headers.flatMap((header) => {
      const decoded = Buffer.from(header, 'base64url').toString('utf8');
      const members = Array.from(decoded.matchAll(MEMBER), ([, name = '', value = '']) => {
        const isShown = STANDARD.test(name) && WORD.test(value) && !looksRandom(value);
        return `“${name}”: ${isShown ? `“${value}”` : `‹${counted(value.length, 'character')}›`}`;
      });
      return members.length === 0 ? [] : members.slice(0, MOST_MEMBERS).join(', ');
    }),
  );
}
