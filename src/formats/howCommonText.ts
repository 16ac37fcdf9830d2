/** Text that describes how common a log is, or why that is not known. */
import type { Commonness, Counted, Unsupported } from '../service/queries/howCommon.ts';
import { type Message, message, type Say } from '../text/l10n.ts';
import { fieldList, notAppliedTexts } from './queryText.ts';

const NOTHING = { ignored: [], unasked: [], doubtful: [] };

/** Returns a sentence that explains why a number is not known. */
export function unsupportedText({ why, fields }: Unsupported, say: Say): string {
  const names = fieldList(fields, say);
  switch (why) {
    case 'missing':
      return say(message('The row of this log has no value for {0}.', names));
    case 'unasked':
    case 'ignored':
      return notAppliedTexts({ ...NOTHING, [why]: fields }, say).join(' ');
    case 'wider':
      return say(
        message("The service also returned logs that don't match this part of the filter: {0}.", names),
      );
    case 'not-shown':
      return say(
        message(
          "Some rows that the service returned don't appear to match this part of the filter: {0}.",
          names,
        ),
      );
    case 'as-many':
      return say(
        message(
          'The service might have ignored part of the filter: {0}. Without it, the service returns the same number of logs.',
          names,
        ),
      );
    case 'no-total':
      return say(message("The service doesn't return the number of logs."));
    case 'page-size':
      return say(message('The service might have counted the rows of one page only.'));
    case 'contradicts':
      return say(message('The number of logs does not match the rows that the service sent.'));
    case 'unread':
      return say(
        message(
          'Other lists had to be read first. This number might be shown for the next log that you open from this service.',
        ),
      );
  }
}

export interface CommonPart {
  readonly name: Counted;
  readonly text: Message;
  /** The reason why the number is not known. */
  readonly unsupported?: Unsupported;
}

/** Returns the parts of the line that shows how common a log is, with their numbers if known. */
export function commonParts({ counts }: Commonness): CommonPart[] {
  const part = (name: Counted, known: (total: number) => Message, unknown: Message): CommonPart => {
    const count = counts[name];
    if ('unsupported' in count) return { name, text: unknown, unsupported: count.unsupported };
    return { name, text: known(count.total) };
  };
  const notKnown = message('not known');
  const { route } = counts;
  const unknownOutcome = message('blocked or detected: {0}', notKnown);
  const blocked = part('blocked', (total) => message('{0} blocked', total), unknownOutcome);
  const detected = part('detected', (total) => message('{0} detected', total), unknownOutcome);
  return [
    part(
      'route',
      (total) => message('same rule and path: {0} in 7 days', total),
      message('same rule and path: {0}', notKnown),
    ),
    part('address', (total) => message('this address: {0}', total), message('this address: {0}', notKnown)),
    part('rule', (total) => message('this rule: {0}', total), message('this rule: {0}', notKnown)),
    ...(route.total ? (blocked.unsupported ? [blocked] : [blocked, detected]) : []),
  ];
}
