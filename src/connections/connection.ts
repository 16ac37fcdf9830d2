import { SAMPLE_BASE } from '../formats/link.ts';
import { t } from '../text/l10n.ts';

/**
 * A service that the user connected to, or a file of exported logs. Stored as JSON in global state; the key is stored
 * separately, in `KeyStore`.
 */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /**
   * A validated base URL (`parseBaseUrl`); `SAMPLE_BASE` for the sample service, which this window starts itself; for a
   * file, its name in links, which does not reveal its location.
   */
  readonly baseUrl: string;
  /** The URI of a file of exported logs. */
  readonly file?: string;
}

/** Returns the address of a connection as shown to the user. It must be sanitized before it is used in a label. */
export function addressText(connection: Connection): string {
  if (isSample(connection)) return t('Sample logs from a service that runs inside the editor');
  return connection.file === undefined ? connection.baseUrl : placeOf(connection.file);
}

/** Returns the path of a file on this computer, or the URI of any other file. */
function placeOf(uri: string): string {
  return uri.startsWith('file:') ? decodeURIComponent(uri.replace(/^file:\/\//, '')) : uri;
}

export function isFile(connection: Connection): boolean {
  return connection.file !== undefined;
}

/** Returns true for a connection that has an address and a key, unlike the sample service or a file. */
export function hasKey(connection: Connection): boolean {
  return !isSample(connection) && !isFile(connection);
}

export function isSample(connection: Connection): boolean {
  return connection.baseUrl === SAMPLE_BASE;
}
