/** Thrown by a job that would block this thread: it has to run in a thread of its own. */
export class TooLargeHere extends Error {
  readonly code = 'TOO_LARGE_HERE';
}

/** Whether an error is a `TooLargeHere`, of any bundle's copy. */
export function isTooLargeHere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'TOO_LARGE_HERE';
}
