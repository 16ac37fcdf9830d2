import { type FaultFacts, isServiceError, ServiceError } from '../../service/errors.ts';

/** An error in parts: one of ours cannot be handed over to another thread. */
export interface Failure {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  /** Only of a `ServiceError`. */
  readonly facts: FaultFacts | undefined;
}

export function toFailure(error: unknown): Failure {
  const { message, code, syscall } =
    error instanceof Error
      ? (error as NodeJS.ErrnoException)
      : (new Error(String(error)) as NodeJS.ErrnoException);
  return { message, code, syscall, facts: isServiceError(error) ? error.facts : undefined };
}

export function fromFailure({ message, code, syscall, facts }: Failure): Error {
  if (facts !== undefined) return new ServiceError(code as ServiceError['code'], message, facts);
  return Object.assign(new Error(message), { ...(code && { code }), ...(syscall && { syscall }) });
}
