import { type FaultFacts, isServiceError, ServiceError } from '../errors.ts';

/** The error without the API key, should the service have sent it back: the facts of a fault are shown. */
export function withoutKey<T>(error: T, key: string): T | ServiceError {
  if (!isServiceError(error)) return error;
  const facts = Object.entries(error.facts);
  if (!facts.some(([, fact]) => typeof fact === 'string' && fact.includes(key))) return error;
  const without: FaultFacts = Object.fromEntries(
    facts.map(([name, fact]) => [name, typeof fact === 'string' ? fact.replaceAll(key, '(the key)') : fact]),
  );
  return new ServiceError(error.code, error.message, without);
}
