/** Connections, and the setting `partnerLogs.connections`, which users can also edit by hand. */
import { createHash } from 'node:crypto';
import { ServiceError } from '../base/errors.ts';
import { isObject, typeName } from '../base/values.ts';
import { SAMPLE_BASE } from '../formats/link.ts';
import { parseBaseUrl } from '../service/baseUrl.ts';
import { resolveDifferences, UNKNOWN_NAME } from '../service/differences.ts';
import { type Message, message, t } from '../text/l10n.ts';

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

/**
 * Returns the address of a connection as shown to the user, which is the path of a file on this computer. It must be
 * sanitized before it is used in a label.
 */
export function addressText(connection: Connection): string {
  if (isSample(connection)) return t('Sample logs from a service that runs inside the editor');
  const { baseUrl, file = baseUrl } = connection;
  return file.startsWith('file://') ? decodeURIComponent(file.slice('file://'.length)) : file;
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

const SETTING = 'partnerLogs.connections';

/**
 * Returns the connections in the setting. An entry that cannot be used becomes a connection with a `problem`, which
 * states the place.
 */
export function connectionsIn(setting: unknown): readonly Connection[] {
  if (setting === undefined) return [];
  if (!Array.isArray(setting)) return [unusable(SETTING, problemAt(SETTING, 'array', typeName(setting)))];
  const connections: Connection[] = [];
  for (const [index, entry] of setting.entries()) {
    const place = `${SETTING}[${index}]`;
    try {
      const connection = connectionOf(entry, place);
      if (connections.some(({ id }) => id === connection.id))
        throw problemAt(`${place}.name`, message('a name that no other connection has'), connection.id);
      connections.push(connection);
    } catch (problem) {
      const name = isObject(entry) && typeof entry['name'] === 'string' && entry['name'];
      const isFree = connections.every(({ id }) => id !== name);
      connections.push(unusable(name && isFree ? name : place, problem as ServiceError));
    }
  }
  return connections;
}

/** @throws ServiceError `bad-setting` */
function connectionOf(entry: unknown, place: string): Connection {
  if (!isObject(entry)) throw problemAt(place, 'object', typeName(entry));
  const { name, baseUrl, differences, ...others } = entry;
  if (typeof name !== 'string' || name.trim() === '' || name.length > NAME_LIMIT)
    throw problemAt(`${place}.name`, message('1 to {0} characters', NAME_LIMIT), typeName(name));
  if (typeof baseUrl !== 'string') throw problemAt(`${place}.baseUrl`, 'string', typeName(baseUrl));
  const { text } = parseBaseUrl(baseUrl, `${place}.baseUrl`);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw problemAt(`${place}.${unknown}`, 'name, baseUrl, differences', UNKNOWN_NAME);
  resolveDifferences(differences, `${place}.differences`);
  return { id: name, name, baseUrl: text, ...(differences !== undefined && { differences }) };
}

/** Maximum length of a connection's name, in UTF-16 units. */
export const NAME_LIMIT = 100;

function unusable(id: string, problem: ServiceError): Connection {
  return { id, name: id, baseUrl: '', problem };
}

function problemAt(field: string, expected: string | Message, found: string | Message): ServiceError {
  return new ServiceError('bad-setting', `${field} is invalid.`, { field, expected, found });
}

/**
 * Returns the setting with the entry of a name replaced or added or, if there is no new entry, removed. Keeps entries
 * with problems. Returns undefined if there are no entries.
 * @throws ServiceError `bad-setting` if the setting is not a list, because changing it would discard its value
 */
export function withEntry(
  setting: unknown,
  name: string,
  changed: Connection | undefined,
): readonly unknown[] | undefined {
  if (setting !== undefined && !Array.isArray(setting)) throw problemAt(SETTING, 'array', typeName(setting));
  const entries: readonly unknown[] = setting ?? [];
  const known = entries.findIndex((each) => isObject(each) && each['name'] === name);
  const others = entries.filter((_, index) => index !== known);
  const after = changed ? others.toSpliced(known < 0 ? others.length : known, 0, entryOf(changed)) : others;
  return after.length === 0 ? undefined : after;
}

function entryOf({ name, baseUrl, differences }: Connection): object {
  const isEmpty = !isObject(differences) || Object.keys(differences).length === 0;
  return { name, baseUrl, ...(!isEmpty && { differences }) };
}

/** Returns true if a key with this name and origin belongs to a connection, or might belong to an entry with a problem. */
export function usesKey(setting: unknown, name: string, origin: string): boolean {
  return connectionsIn(setting).some((connection) =>
    connection.problem
      ? [name, SETTING].includes(connection.id)
      : connection.name === name && new URL(connection.baseUrl).origin === origin,
  );
}
