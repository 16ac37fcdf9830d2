/** What a job throws that would hold this thread: it belongs in one of its own. */
export class TooLargeHere extends Error {
  readonly code = 'TOO_LARGE_HERE';
}

/** Whether it is one, of any bundle's copy. */
export function isTooLargeHere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'TOO_LARGE_HERE';
}
