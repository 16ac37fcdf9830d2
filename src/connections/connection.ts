import type { RouteName } from '../service/api.ts';

/** A service that the person connected to. Its key is apart, in `KeyStore`. Kept as JSON in global state. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /** As `parseBaseUrl` gives it, or `sample:` for the sample service that this window starts itself. */
  readonly baseUrl: string;
  /** The route to the network that worked last, once another than the first choice did. */
  readonly route?: RouteName;
}

/** The base URL of the sample connection: a marker, resolved to this window's own server at first use. */
export const SAMPLE_BASE_URL = 'sample:';

export function isSample(connection: Connection): boolean {
  return connection.baseUrl === SAMPLE_BASE_URL;
}
