/** Writes a message that requests the missing information from a service's provider. Used if no setting works. */

import { isServiceError } from '../base/errors.ts';
import type { Conventions } from '../service/conventions.ts';
import type { Read } from '../service/wireRequest.ts';
import type { Found } from './findConventions.ts';
import type { Try } from './prober.ts';
import type { OpenQuestion } from './search.ts';
import { sharedFault, sharedMessage, sharedName, sharedPath } from './sharedText.ts';

const MOST_TRIED = 20;
const SUBJECTS: Readonly<Record<Read, string>> = {
  domains: 'The list of domains',
  logs: 'The list of detection logs of a domain',
  detail: 'One detection log',
  counts: 'The counts of visitors and attackers',
};

/**
 * Returns the message: the failing requests, the responses, the attempts, and the missing information. It contains no
 * key. The only data from the service is the origin, statuses, result codes, and names that consist of known words.
 */
export function providerQuestion({ place, questions }: Found, tries: readonly Try[]): string {
  const { origin } = new URL(place.baseUrl);
  return [
    'Hello,',
    '',
    `I read the Partner Log Service at ${origin} with the VS Code extension Partner Logs. These requests fail, and I could not find out how the service expects them:`,
    '',
    ...questions.flatMap((question, at) => [...linesOf(question, place.conventions, tries, at + 1), '']),
    'Could you tell me, or send me the current description of the interface? Thank you.',
    '',
  ].join('\n');
}

function linesOf(
  question: OpenQuestion,
  conventions: Conventions,
  tries: readonly Try[],
  number: number,
): string[] {
  const { read, fault } = question;
  const tried = tries.flatMap((each) => (each.read === read && each.what ? [sharedMessage(each.what)] : []));
  const shown = [...new Set(tried)].slice(0, MOST_TRIED);
  return [
    `${number}. ${SUBJECTS[read]}: GET ${sharedPath(conventions[read].path)}`,
    ...(fault === undefined ? [] : [`   Answer: ${sharedFault(fault)}`]),
    ...(shown.length > 0 ? [`   Also tried: ${shown.join('; ')}.`] : []),
    `   Question: ${wanted(question, conventions)}`,
  ];
}

function wanted({ read, fault, about }: OpenQuestion, conventions: Conventions): string {
  if (about === 'paging')
    return 'With which parameters is the second page of this list read, and how many items may a page have?';
  if (isServiceError(fault) && fault.facts.status === 405)
    return 'Which method does this request take? I can only send GET.';
  if (isServiceError(fault, 'unauthorized'))
    return 'In which request header is the API key expected, and in which form? Is the key active, and does the address that I connect from have to be allowed?';
  if (isServiceError(fault, 'forbidden'))
    return 'What does this key have access to? Does the address that I connect from have to be allowed?';
  switch (read) {
    case 'domains':
      return isServiceError(fault, 'bad-shape')
        ? 'Which field of a domain holds the number that the log endpoints call user_domain_idx, and which its name?'
        : 'At which path, and with which parameters, is the list of domains read?';
    case 'logs':
      return 'At which path, and with which parameters, are the detection logs of a domain listed, and which number of the domain does the path take?';
    case 'detail': {
      const { idx, detectedType } = conventions.detail.parameters;
      const sent = [idx, detectedType]
        .flatMap((name) => name ?? [])
        .map(sharedName)
        .join(' and ');
      return `With which parameters is one detection log selected (I send ${sent}), and which values does detected_type have?`;
    }
    case 'counts':
      return 'Which parameters carry the range of days, and in which format?';
  }
}
