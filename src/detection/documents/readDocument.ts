/** Creates the text of a log's document and the marks in it. Runs in a thread for large logs. */

import type { TextRange } from '../../http/decode/mappedText.ts';
import { readMatch } from '../../http/findMatch.ts';
import {
  describeMatch,
  describeMatching,
  isFound,
  isNamed,
  mainMatch,
  type RuleMatches,
} from '../../http/match.ts';
import type { DetectionLog } from '../../service/model.ts';
import { type Message, message } from '../../text/l10n.ts';
import { decodedDocument, rangesOf } from './decodedDocument.ts';
import { type LinePosition, positionsIn } from './linePositions.ts';
import type { DocumentKind } from './logDocument.ts';
import { normaliseRequest } from './normalise.ts';

export interface DocumentToRead {
  readonly log: Pick<DetectionLog, 'rawData' | 'description' | 'request'>;
  /** `detected_value` of the log's row, if the log is from a list. */
  readonly detectedValue?: string | undefined;
  readonly kind: DocumentKind;
}

export interface ReadDocument {
  /** Empty for raw data. */
  readonly text: string;
  /** The text that the rule matched, with a description for each hover. */
  readonly marks: readonly (LineRange & { readonly hover: Message })[];
  /** The text to show at the end of a line. */
  readonly note?: { readonly line: number; readonly text: Message };
}

interface LineRange {
  readonly start: LinePosition;
  readonly end: LinePosition;
}

/** The text of the hover on a match, by the source of the match. */
const DESCRIPTIONS: Readonly<Record<RuleMatches['source'], (place: Message, how: Message) => Message>> = {
  'detected value': (place, how) => message('{0}: the detected value, {1}.', place, how),
  description: (place, how) => message('{0}: the description, {1}.', place, how),
  'text quoted in the description': (place, how) =>
    message('{0}: the text quoted in the description, {1}.', place, how),
};

/** `decompressedLimit` is passed to `readFields`. */
export function readDocument(
  { log, detectedValue, kind }: DocumentToRead,
  decompressedLimit?: number,
): ReadDocument {
  const { rawData, description } = log;
  if (kind === 'normalised') return { text: normaliseRequest(rawData), marks: [] };
  const matching = readMatch({ rawData, description, detectedValue }, decompressedLimit);
  const decoded = kind === 'decoded' ? decodedDocument(log, decompressedLimit) : undefined;
  const position = positionsIn(decoded?.text ?? rawData);
  const linesOf = (range: TextRange): LineRange[] =>
    (decoded ? rangesOf(decoded, range) : [range]).map(({ start, end }) => ({
      start: position(start),
      end: position(end),
    }));
  const main = isFound(matching) ? mainMatch(matching) : undefined;
  const place = main ?? (isNamed(matching) ? matching : undefined);
  const [first] = place ? linesOf(place) : [];
  // The location of a match is where its note is shown.
  const note = main ? describeMatch(main) : describeMatching(matching);
  const isHere = note && (!place || first);
  return {
    text: decoded?.text ?? '',
    marks: isFound(matching)
      ? matching.matches.flatMap((match) => {
          const hover = DESCRIPTIONS[matching.source](match.place, describeMatch(match));
          return linesOf(match).map((range) => ({ ...range, hover }));
        })
      : [],
    ...(isHere && { note: { line: first?.end.line ?? 0, text: message('rule match: {0}', note) } }),
  };
}
