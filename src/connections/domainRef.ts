import { isObject } from '../base/values.ts';
import { t } from '../text/l10n.ts';

/** A reference to a domain, in the form that is stored and passed between commands, lists, and counts. */
export interface DomainRef {
  readonly connectionId: string;
  /** `user_domain_idx`. */
  readonly index: number;
  /** The service's name, if known. */
  readonly name?: string | undefined;
}

/** Returns an ID that is unique for each connection and domain. */
export function domainId({ connectionId, index }: DomainRef): string {
  // The name of a connection can contain any separator.
  return JSON.stringify([connectionId, index]);
}

/** Returns true if a command's argument is a domain. */
export function isDomainRef(argument: unknown): argument is DomainRef {
  return isObject(argument) && 'connectionId' in argument && typeof argument['index'] === 'number';
}

/** Returns the domain's name, or its number if no name is known. */
export function domainLabel({ index, name }: Pick<DomainRef, 'index' | 'name'>): string {
  return name ?? t('Domain {0}', String(index));
}
