import { SAMPLE_BASE } from '../formats/link.ts';
import { t } from '../text/l10n.ts';

/** A service that the person connected to. Its key is apart, in `KeyStore`. Kept as JSON in global state. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /** A checked base URL (`parseBaseUrl`), or `SAMPLE_BASE` for the sample service that this window starts itself. */
  readonly baseUrl: string;
}

/** Returns the address of a connection as shown to the user; not safe as a label yet. */
export function addressText(connection: Connection): string {
  return isSample(connection)
    ? t('Made-up logs, from a service that runs inside the editor')
    : connection.baseUrl;
}

export function isSample(connection: Connection): boolean {
  return connection.baseUrl === SAMPLE_BASE;
}
