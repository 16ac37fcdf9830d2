/** A domain of a connection: passed between commands, lists and counts, and the stored form of a domain. */
export interface DomainRef {
  readonly connectionId: string;
  /** `user_domain_idx`. */
  readonly index: number;
  /** The service's name, if known. */
  readonly name?: string | undefined;
}

/** Returns an id that is equal for the same domain of the same connection and different for any other. */
export function domainId({ connectionId, index }: DomainRef): string {
  return `${connectionId}/${index}`;
}

/** True when a command's argument is a domain. */
export function isDomainRef(argument: unknown): argument is DomainRef {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'connectionId' in argument &&
    'index' in argument &&
    typeof argument.index === 'number'
  );
}
