/**
 * Whether an error says that a text is beyond a limit of the JavaScript engine: its stack, or its longest text. It is a
 * fault of the log that the text belongs to, not of the others.
 */
export function isEngineLimit(error: unknown): error is RangeError {
  return error instanceof RangeError;
}
