import * as vscode from 'vscode';
import { Disposables } from '../ui/disposables.ts';
import type { RegisterOptional } from '../ui/optional.ts';
import type { Connection } from './connection.ts';

const PREFIX = 'partnerLogs.key';

/**
 * The connections' keys, stored only in SecretStorage. A key is stored under its connection and the connection's
 * origin, so that the old key is not found after the base URL changes to another origin.
 */
export class KeyStore extends Disposables {
  readonly #secrets: vscode.SecretStorage;
  /** The reads from SecretStorage, by name. Each key is read only once per session, unless reading it fails. */
  readonly #read = new Map<string, Promise<string | undefined>>();
  /** The names that this window is currently storing. Events about them can be ignored. */
  readonly #storing = new Set<string>();
  readonly #changed = this.register(new vscode.EventEmitter<string>());
  /** Fires with a connection's ID when its key is stored or removed, in this or another window. */
  readonly onDidChange = this.#changed.event;

  /** @param optional registers the listener for changes in other windows, which a keyring might not support */
  constructor(secrets: vscode.SecretStorage, optional: RegisterOptional = (_, register) => register()) {
    super();
    this.#secrets = secrets;
    this.register(
      optional('changes of keys in other windows', () =>
        secrets.onDidChange(({ key }) => {
          if (!key.startsWith(PREFIX) || this.#storing.has(key)) return;
          this.#read.delete(key);
          this.#changed.fire(key.split(':')[1] ?? '');
        }),
      ),
    );
  }

  /**
   * Returns the key, or undefined if there is none or the keyring fails, in which case the user must enter the key
   * again.
   */
  get(connection: Connection): Promise<string | undefined> {
    const name = secretName(connection);
    const known = this.#read.get(name);
    if (known) return known;
    const fromKeyring = async () => this.#secrets.get(name);
    const read: Promise<string | undefined> = fromKeyring().catch(() => {
      if (this.#read.get(name) === read) this.#read.delete(name);
      return undefined;
    });
    this.#read.set(name, read);
    return read;
  }

  /** Stores a key. Rejects if the keyring fails, in which case the key is kept for this session only. */
  async store(connection: Connection, key: string): Promise<void> {
    const name = secretName(connection);
    this.#read.set(name, Promise.resolve(key));
    this.#storing.add(name);
    try {
      await this.#secrets.store(name, key);
    } finally {
      this.#storing.delete(name);
      this.#changed.fire(connection.id);
    }
  }

  async remove(connection: Connection): Promise<void> {
    const name = secretName(connection);
    this.#read.delete(name);
    await this.#secrets.delete(name);
  }
}

function secretName(connection: Connection): string {
  return `${PREFIX}:${connection.id}:${new URL(connection.baseUrl).origin}`;
}
