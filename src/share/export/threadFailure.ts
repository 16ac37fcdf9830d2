import { type FaultFacts, isServiceError, ServiceError } from '../../service/errors.ts';

/** An error as plain data: a `ServiceError` cannot be posted to another thread. */
export interface ThreadFailure {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  /** Logs that failed, for an error of code `TOO_MANY_FAILED` only. */
  readonly count: number | undefined;
  /** The facts, for a `ServiceError` only. */
  readonly facts: FaultFacts | undefined;
}

export function toFailure(error: unknown): ThreadFailure {
  const { message, code, syscall, count } = (
    error instanceof Error ? error : new Error(String(error))
  ) as NodeJS.ErrnoException & { readonly count?: number };
  return { message, code, syscall, count, facts: isServiceError(error) ? error.facts : undefined };
}

export function fromFailure({ message, code, syscall, count, facts }: ThreadFailure): Error {
  if (facts !== undefined) return new ServiceError(code as ServiceError['code'], message, facts);
  return Object.assign(new Error(message), {
    ...(code && { code }),
    ...(syscall && { syscall }),
    ...(count !== undefined && { count }),
  });
}
