import { createHash } from 'node:crypto';
import type { ServiceError } from '../base/errors.ts';
import { SAMPLE_BASE } from '../formats/link.ts';
import { t } from '../text/l10n.ts';

/** A service that the user connected to, the sample service, or a file of exported logs. */
export interface Connection {
  /** Identifies the connection in this editor. For a connection in the setting, its name. */
  readonly id: string;
  readonly name: string;
  /**
   * A validated base URL (`parseBaseUrl`); `SAMPLE_BASE` for the sample service, which this window starts itself; for a
   * file, its name in links, which does not reveal its location.
   */
  readonly baseUrl: string;
  /** The conventions that differ from the defaults, as in the setting. */
  readonly differences?: unknown;
  /** The URI of a file of exported logs. */
  readonly file?: string;
  /** The reason that an entry of the setting cannot be used. */
  readonly problem?: ServiceError;
}

/** Returns the connection to the sample service. */
export function sampleConnection(): Connection {
  return { id: SAMPLE_BASE, name: t('Sample Data'), baseUrl: SAMPLE_BASE };
}

/** Returns the connection for a file. Its ID is always the same for the same file. */
export function fileConnection(uri: string): Connection {
  const hash = createHash('sha256').update(uri).digest('hex').slice(0, 16);
  const baseUrl = `export:${hash}`;
  const { pathname } = new URL(uri);
  return {
    id: baseUrl,
    name: decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1)),
    baseUrl,
    file: uri,
  };
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
  return !isSample(connection) && !isFile(connection) && connection.problem === undefined;
}

export function isSample(connection: Connection): boolean {
  return connection.baseUrl === SAMPLE_BASE;
}
