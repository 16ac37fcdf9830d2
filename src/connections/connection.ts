import { SAMPLE_BASE } from '../report/link.ts';

/** A service that the person connected to. Its key is apart, in `KeyStore`. Kept as JSON in global state. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /** A checked base URL (`parseBaseUrl`), or `SAMPLE_BASE` for the sample service that this window starts itself. */
  readonly baseUrl: string;
}

export function isSample(connection: Connection): boolean {
  return connection.baseUrl === SAMPLE_BASE;
}
