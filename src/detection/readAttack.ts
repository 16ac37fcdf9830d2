/** Finds the attack in a logged request: the text that the rule matched, in its context, and the payload as fields. */

import type { TextRange } from '../http/decode/mappedText.ts';
import { type DecodedStage, decodedStages } from '../http/decodedMatch.ts';
import type { Field, FieldPart } from '../http/fields/field.ts';
import { readFields } from '../http/fields/readFields.ts';
import { findMatch, type MatchedLog } from '../http/findMatch.ts';
import { describeMatch, isFound, isNamed } from '../http/match.ts';
import { type Attack, type AttackMatch, type DecodedExcerpt, excerptOf, MATCHES_SHOWN } from './attack.ts';

const PAYLOAD: ReadonlySet<FieldPart> = new Set(['query', 'cookie', 'form', 'multipart', 'json', 'xml']);

/** Finds the attack. `decompressedLimit` is passed to `readFields`. */
export function readAttack(log: MatchedLog, decompressedLimit?: number): Attack {
  const { rawData } = log;
  const read = readFields(rawData, decompressedLimit);
  const found = findMatch(log, read);
  const { matching } = found;
  /** The index of each field in the payload. */
  const places = new Map<number, number>();
  const payload: Field[] = [];
  for (const [index, { sent: _, encoding: __, isBase64: ___, ...field }] of read.fields.entries()) {
    if (!PAYLOAD.has(field.part) && (field.part !== 'body' || field.kind !== 'binary')) continue;
    places.set(index, payload.length);
    payload.push(field);
  }
  const attack = { matching, payload, isPayloadCut: read.more, matches: [], main: 0 };
  if (isNamed(matching)) {
    const named = places.get(matching.field);
    return { ...attack, ...(named !== undefined && { named }) };
  }
  if (!isFound(matching)) return attack;
  const first = Math.max(0, matching.main - MATCHES_SHOWN + 1);
  const matches = matching.matches.slice(first, first + MATCHES_SHOWN).map((match): AttackMatch => {
    const { start, end, place, field } = match;
    const stages = decodedStages(found, match, matching.value);
    const index = field === undefined ? undefined : places.get(field);
    const inPayload = index === undefined ? undefined : payload[index];
    const range = inPayload && rangeInField(rawData, match, inPayload, stages);
    return {
      start,
      end,
      place,
      how: describeMatch(match),
      sent: excerptOf(rawData, match),
      decoded: differing(rawData.slice(start, end), stages),
      ...(index !== undefined && { field: { index, ...(range && { range }) } }),
    };
  });
  return { ...attack, matches, main: matching.main - first };
}

function differing(sent: string, stages: readonly DecodedStage[]): DecodedExcerpt[] {
  const shown: DecodedExcerpt[] = [];
  let before = sent;
  for (const { text, range, layers } of stages) {
    const match = text.slice(range.start, range.end);
    if (match !== before) shown.push({ layers, excerpt: excerptOf(text, range) });
    before = match;
  }
  return shown;
}

/**
 * Returns the range of the match in a field's decoded value, located by its position or else by one of its decoded
 * forms.
 */
function rangeInField(
  rawData: string,
  { start, end }: TextRange,
  { place, value }: Field,
  stages: readonly DecodedStage[],
): TextRange | undefined {
  if (start < place.start || end > place.end) return undefined;
  if (rawData.slice(place.start, place.end) === value)
    return { start: start - place.start, end: end - place.start };
  const forms = [
    rawData.slice(start, end),
    ...stages.map(({ text, range }) => text.slice(range.start, range.end)),
  ];
  for (const form of forms.toReversed()) {
    const at = form === '' ? -1 : value.indexOf(form);
    if (at >= 0) return { start: at, end: at + form.length };
  }
  return undefined;
}
