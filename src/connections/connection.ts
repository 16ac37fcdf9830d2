import { SAMPLE_BASE } from '../formats/link.ts';
import { t } from '../text/l10n.ts';

/**
 * A service that the user connected to, or a file of exported logs. A key is stored separately, in `KeyStore`. Stored
 * as JSON in global state.
 */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /**
   * A checked base URL (`parseBaseUrl`); `SAMPLE_BASE` for the sample service that this window starts itself; for a
   * file, its name in links, which does not reveal its place.
   */
  readonly baseUrl: string;
  /** The URI of a file of exported logs. */
  readonly file?: string;
}

/** Returns the address of a connection as shown to the user; not safe as a label yet. */
export function addressText(connection: Connection): string {
  if (isSample(connection)) return t('Sample logs from a service that runs inside the editor');
  return connection.file === undefined ? connection.baseUrl : placeOf(connection.file);
}

/** Returns the path of a file on this computer, the URI of any other. */
function placeOf(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    return decodeURIComponent(uri.replace(/^file:\/\//, ''));
  } catch {
    return uri;
  }
}

export function isFile(connection: Connection): boolean {
  return connection.file !== undefined;
}

/** True when a connection leads to a service of the user's, with an address and a key. */
export function hasKey(connection: Connection): boolean {
  return !isSample(connection) && !isFile(connection);
}

export function isSample(connection: Connection): boolean {
  return connection.baseUrl === SAMPLE_BASE;
}
