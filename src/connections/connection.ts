/** A service that the person connected to. Its key is apart, in `KeyStore`. Kept as JSON in global state. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /** As `parseBaseUrl` gives it, or `sample:` for the sample service that this window starts itself. */
  readonly baseUrl: string;
}

/** The base URL of the sample connection: a marker, resolved to this window's own server at first use. */
export const SAMPLE_BASE_URL = 'sample:';

export function isSample(connection: Connection): boolean {
  return connection.baseUrl === SAMPLE_BASE_URL;
}
