import { isServiceError } from '../service/errors.ts';

/** What a failed request says is wrong; `other`: nothing that a convention could mend. */
export type Complaint = 'key' | 'path' | 'request' | 'shape' | 'other';

export function complaintOf(fault: unknown): Complaint {
  if (!isServiceError(fault)) return 'other';
  switch (fault.code) {
    case 'unauthorized':
      return 'key';
    case 'not-found':
    case 'not-json':
    case 'redirected':
      return 'path';
    case 'bad-request':
    case 'not-success':
      return 'request';
    case 'unexpected-status':
      return fault.facts.status === 405 || fault.facts.status === 410 ? 'path' : 'request';
    case 'bad-shape':
      return 'shape';
    default:
      return 'other';
  }
}

/** Whether a service that complained of one thing and now of another has got further with the request. */
export function isFurther(before: Complaint, now: Complaint): boolean {
  if (now === 'other' || now === before) return false;
  // Some services look for the path first, others for the key.
  if (before === 'key') return true;
  if (before === 'path') return now !== 'shape';
  return before === 'request' && now === 'shape';
}
