/** What to ask the provider of a service of which no setting was found, as a message that can be sent. */
import type { Read } from '../connections/diagnosis.ts';
import type { Conventions } from '../service/conventions.ts';
import { isServiceError } from '../service/errors.ts';
import { describeFault } from '../service/faults.ts';
import { english } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import type { OpenQuestion } from './attempts.ts';
import type { Found } from './findConventions.ts';

const SUBJECTS: Readonly<Record<Read, string>> = {
  domains: 'The list of domains',
  logs: 'The list of detection logs of a domain',
  detail: 'One detection log',
  counts: 'The counts of visitors and attackers',
};

/**
 * Returns the message: the requests that fail, what the service answers, what was tried, and what has to be known. It holds no
 * key, and of the service only its address, statuses, messages and names of fields.
 */
export function providerQuestion({ place, questions }: Found): string {
  const { origin } = new URL(place.baseUrl);
  return [
    'Hello,',
    '',
    `I read the Partner Log Service at ${origin} with the VS Code extension Partner Logs. These requests fail, and I could not find out how the service expects them:`,
    '',
    ...questions.flatMap((question, at) => [...linesOf(question, place.conventions, at + 1), '']),
    'Could you tell me, or send me the current description of the interface? Thank you.',
    '',
  ].join('\n');
}

function linesOf(question: OpenQuestion, conventions: Conventions, number: number): string[] {
  const { read, fault, tried, fields } = question;
  return [
    `${number}. ${SUBJECTS[read]}: GET ${conventions[read].path}`,
    `   Answer: ${asPlainLine(describeFault(fault, english).headline)}`,
    ...(tried.length > 0
      ? [`   Also tried: ${tried.map((what) => asPlainLine(english(what))).join('; ')}.`]
      : []),
    ...(fields ? [`   Fields of a domain: ${asPlainLine(fields.join(', '))}`] : []),
    `   Question: ${wanted(read, fault, conventions)}`,
  ];
}

function wanted(read: Read, fault: unknown, conventions: Conventions): string {
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
      const sent = [idx, detectedType].filter((name) => name !== null).join(' and ');
      return `With which parameters is one detection log selected (I send ${sent}), and which values does detected_type have?`;
    }
    case 'counts':
      return 'Which parameters carry the range of days, and in which format?';
  }
}
