/** A domain of a connection: what commands, lists and counts pass to each other, and what is stored of a domain. */
export interface DomainRef {
  readonly connectionId: string;
  /** `user_domain_idx`. */
  readonly index: number;
  /** What the service calls it, where whoever refers to it knows that. */
  readonly name?: string | undefined;
}

/** Equal for the same domain of the same connection, different for any other. */
export function domainId({ connectionId, index }: DomainRef): string {
  return `${connectionId}/${index}`;
}

/** Whether a command's argument is a domain. */
export function isDomainRef(argument: unknown): argument is DomainRef {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'connectionId' in argument &&
    'index' in argument &&
    typeof argument.index === 'number'
  );
}
