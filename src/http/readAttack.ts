/** Finds the attack in a logged request: the text that the rule matched, in its context, and the payload as fields. */
import { isTooLargeHere } from '../base/errors.ts';
import {
  type Attack,
  type AttackMatch,
  type DecodedExcerpt,
  excerptOf,
  MATCHES_SHOWN,
  noMatch,
} from './attack.ts';
import { type DecodedRequest, decodeRequest } from './decode/decodeRequest.ts';
import type { TextRange } from './decode/offsetMap.ts';
import { type DecodedStage, decodedStages } from './decodedMatch.ts';
import { type Field, type FieldPart, fieldPath, innermostField } from './fields/field.ts';
import { readFields } from './fields/readFields.ts';
import type { MatchedLog } from './findRuleMatch.ts';
import { type LazyRequest, lazily, matchingIn } from './readRequest.ts';
import { describeMatch, isFound, mainMatch } from './ruleMatch.ts';

const PAYLOAD: ReadonlySet<FieldPart> = new Set(['query', 'cookie', 'form', 'multipart', 'json', 'xml']);

/** Finds the attack. `decompressedLimit` is passed to `decodeRequest`. */
export function readAttack(log: MatchedLog, decompressedLimit?: number): Attack {
  const { rawData } = log;
  const request = lazily(() => decodeRequest(rawData, decompressedLimit));
  const matching = matchingIn(log, request);
  const { fields, more } = readFields(rawData);
  const payload = fields.filter(
    ({ part, kind }) => PAYLOAD.has(part) || (part === 'body' && kind === 'binary'),
  );
  const base = { ...noMatch(matching), payload, isPayloadCut: more };
  if (!isFound(matching)) return base;
  const main = mainMatch(matching);
  const first = Math.max(0, main ? matching.matches.indexOf(main) - MATCHES_SHOWN + 1 : 0);
  const shown = matching.matches.slice(first, first + MATCHES_SHOWN);
  const decoded = decodedOf(request);
  const matches = shown.map((match): AttackMatch => {
    const { start, end } = match;
    const index = innermostField(payload, match);
    const field = payload[index];
    const stages = decoded ? decodedStages(decoded, match) : [];
    const range = field && rangeInField(rawData, match, field, stages);
    return {
      start,
      end,
      place: field ? fieldPath(field) : match.place,
      how: describeMatch(match),
      sent: excerptOf(rawData, match),
      decoded: differing(rawData.slice(start, end), stages),
      ...(field && { field: { index, ...(range && { range }) } }),
    };
  });
  return { ...base, matches, main: main ? shown.indexOf(main) : 0 };
}

/** Returns the decoded request, or undefined if it cannot be decoded. */
function decodedOf(request: LazyRequest): DecodedRequest | undefined {
  try {
    return request.get();
  } catch (error) {
    if (isTooLargeHere(error)) throw error;
    return undefined;
  }
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
