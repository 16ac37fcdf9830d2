/** Reads and changes the value of the setting `partnerLogs.connections`, which users can also edit by hand. */
import { ServiceError } from '../base/errors.ts';
import { isObject, typeName } from '../base/values.ts';
import { baseUrlProblem, parseBaseUrl } from '../service/baseUrl.ts';
import { resolveDifferences, UNKNOWN_NAME } from '../service/differences.ts';
import { type Message, message } from '../text/l10n.ts';
import type { Connection } from './connection.ts';

const SETTING = 'partnerLogs.connections';

/** An entry of the setting. */
export interface Entry {
  readonly name: string;
  readonly baseUrl: string;
  readonly differences?: unknown;
}

/**
 * Returns the connections in the setting. An entry that cannot be used becomes a connection with a `problem`, which
 * states the place.
 */
export function connectionsIn(setting: unknown): readonly Connection[] {
  if (setting === undefined) return [];
  if (!Array.isArray(setting))
    return [unusable(SETTING, SETTING, problemAt(SETTING, 'array', typeName(setting)))];
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
      connections.push(unusable(name || place, name && isFree ? name : place, problem as ServiceError));
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
  const problem = baseUrlProblem(baseUrl);
  if (problem) throw problemAt(`${place}.baseUrl`, message('a base URL. {0}', problem));
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw problemAt(`${place}.${unknown}`, 'name, baseUrl, differences', UNKNOWN_NAME);
  resolveDifferences(differences, `${place}.differences`);
  return {
    id: name,
    name,
    baseUrl: parseBaseUrl(baseUrl).text,
    ...(differences !== undefined && { differences }),
  };
}

/** Maximum length of a connection's name, in UTF-16 units. */
export const NAME_LIMIT = 100;

function unusable(name: string, id: string, problem: ServiceError): Connection {
  return { id, name, baseUrl: '', problem };
}

function problemAt(field: string, expected: string | Message, found?: string | Message): ServiceError {
  return new ServiceError('bad-setting', `${field} is invalid.`, {
    field,
    expected,
    ...(found && { found }),
  });
}

/** Returns true if an entry of the setting, which might have a problem, uses a connection's name and origin. */
export function usesKey(setting: unknown, name: string, origin: string): boolean {
  if (setting === undefined) return false;
  if (!Array.isArray(setting)) return true;
  return setting.some((entry) => {
    if (!isObject(entry) || entry['name'] !== name) return false;
    const baseUrl = String(entry['baseUrl']).trim();
    return !URL.canParse(baseUrl) || new URL(baseUrl).origin === origin;
  });
}

/** Returns the setting with an entry added, or with the entry of the same name replaced. Keeps entries with problems. */
export function withEntry(
  setting: unknown,
  { name, baseUrl, differences }: Entry,
  before = name,
): readonly unknown[] {
  const entries = entriesIn(setting);
  const isEmpty = !isObject(differences) || Object.keys(differences).length === 0;
  const entry = { name, baseUrl, ...(!isEmpty && { differences }) };
  return entries.some((each) => isNamed(each, before))
    ? entries.map((each) => (isNamed(each, before) ? entry : each))
    : [...entries, entry];
}

/** Returns the setting without the entry with a name, or undefined if that was the only one. */
export function withoutEntry(setting: unknown, name: string): readonly unknown[] | undefined {
  const others = entriesIn(setting).filter((each) => !isNamed(each, name));
  return others.length === 0 ? undefined : others;
}

function isNamed(entry: unknown, name: string): boolean {
  return isObject(entry) && entry['name'] === name;
}

/** @throws ServiceError `bad-setting` if the setting is not a list, because changing it would discard its value */
function entriesIn(setting: unknown): readonly unknown[] {
  if (setting === undefined || Array.isArray(setting)) return setting ?? [];
  throw problemAt(SETTING, 'array', typeName(setting));
}
