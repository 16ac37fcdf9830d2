import * as vscode from 'vscode';
import { ServiceError } from '../base/errors.ts';
import type { RegisterOptional } from '../ui/activation.ts';
import { Disposables } from '../ui/disposables.ts';
import { type Connection, usesKey } from './connection.ts';
import { connectionsSetting } from './stored.ts';
import { StoredList } from './storedList.ts';

const PREFIX = 'partnerLogs.key:';

/**
 * The connections' keys, stored only in SecretStorage, under the connection's name and origin, so that a key is not
 * found after the base URL changes to another origin. The names of stored keys are remembered in global state, so that a
 * key can be deleted when its connection leaves the setting.
 */
export class KeyStore extends Disposables {
  readonly #secrets: vscode.SecretStorage;
  readonly #stored: StoredList<string>;
  /** The reads from SecretStorage, by name. Each key is read only once per session, unless reading it fails. */
  readonly #read = new Map<string, Promise<string | undefined>>();
  /** The names that this window is currently storing. Events about them can be ignored. */
  readonly #storing = new Set<string>();
  readonly #changed = this.register(new vscode.EventEmitter<string>());
  /** Fires with a connection's ID when its key is stored or removed, in this or another window. */
  readonly onDidChange = this.#changed.event;

  /** @param optional registers the listener for changes in other windows, which a keyring might not support */
  constructor(secrets: vscode.SecretStorage, state: vscode.Memento, optional: RegisterOptional) {
    super();
    this.#secrets = secrets;
    this.#stored = new StoredList<string>(state, 'keys');
    this.register(
      optional('changes of keys in other windows', () =>
        secrets.onDidChange(({ key }) => {
          if (!key.startsWith(PREFIX) || this.#storing.has(key)) return;
          this.#read.delete(key);
          const [connectionId] = parsed(key);
          this.#changed.fire(connectionId);
        }),
      ),
    );
  }

  /**
   * Returns the key, or undefined if there is none.
   * @throws ServiceError `key-unreadable` if the keyring fails
   */
  get(connection: Connection): Promise<string | undefined> {
    const name = secretName(connection);
    const known = this.#read.get(name);
    if (known) return known;
    const fromKeyring = async () => this.#secrets.get(name);
    const read: Promise<string | undefined> = fromKeyring().catch(() => {
      if (this.#read.get(name) === read) this.#read.delete(name);
      throw new ServiceError('key-unreadable', 'The secret storage could not be read.');
    });
    this.#read.set(name, read);
    return read;
  }

  /**
   * Stores a key. The key is deleted at the next start unless its connection is in the setting. Rejects
   * if the keyring fails, in which case the key is kept for this session only.
   */
  async store(connection: Connection, key: string): Promise<void> {
    const name = secretName(connection);
    this.#read.set(name, Promise.resolve(key));
    this.#storing.add(name);
    try {
      await this.#secrets.store(name, key);
      await this.#stored.change((names) => [...names.filter((each) => each !== name), name]);
    } finally {
      this.#storing.delete(name);
      this.#changed.fire(connection.id);
    }
  }

  /**
   * Deletes the keys whose connections are no longer in the setting. Returns false if the keyring fails, in which case
   * this is tried again later.
   * @param changed the IDs of the connections to check. Another window might have added others, which this one has not
   * seen yet
   */
  async removeUnused(changed?: ReadonlySet<string>): Promise<boolean> {
    const setting = connectionsSetting();
    const isUnused = (secret: string) => {
      const [name, origin] = parsed(secret);
      return changed?.has(name) !== false && !usesKey(setting, name, origin);
    };
    for (const name of [...this.#read.keys()].filter(isUnused)) this.#read.delete(name);
    const unused = this.#stored.list().filter(isUnused);
    if (unused.length === 0) return true;
    try {
      await Promise.all(unused.map(async (name) => this.#secrets.delete(name)));
    } catch {
      return false;
    }
    await this.#stored.change((names) => names.filter((each) => !unused.includes(each)));
    return true;
  }
}

function secretName({ name, baseUrl }: Connection): string {
  return `${PREFIX}${JSON.stringify([name, new URL(baseUrl).origin])}`;
}

function parsed(secret: string): [name: string, origin: string] {
  return JSON.parse(secret.slice(PREFIX.length));
}
