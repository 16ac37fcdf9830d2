import type { LogTarget } from '../connections/logTarget.ts';
import type { Services } from '../connections/services.ts';

export interface SharedLinkOptions {
  readonly services: Pick<Services, 'fileFacts' | 'originalOf'>;
  readonly links: { toLink(target: LogTarget): string };
}

/**
 * Returns a link that other users can open. For a log from a file, this is the link to the original log, or an empty
 * string if no connection has it.
 */
export function sharedLink(target: LogTarget, { services, links }: SharedLinkOptions): string {
  const original = services.originalOf(target.connectionId);
  if (original) return links.toLink({ ...target, connectionId: original.id });
  return services.fileFacts(target.connectionId) ? '' : links.toLink(target);
}
