/** The prompts for a connection's address, key, and name. */
import { isAnswered, isServiceError } from '../base/errors.ts';
import type { Connection } from '../connections/connection.ts';
import { NAME_LIMIT } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { Services } from '../connections/services.ts';
import { baseUrlProblem, parseBaseUrl } from '../service/baseUrl.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { type Problem, promptText, type Step, steps, type TypedAnswer } from '../ui/prompts.ts';
import { readExample } from './exampleCall.ts';
import { confirmExample, isDefaultHeader, keyOfExample } from './fromExample.ts';

interface PromptOptions {
  readonly connections: ConnectionStore;
  readonly services: Services;
  readonly title: string;
  /** The connection to edit. */
  readonly before?: Connection;
}

/** A connection that is not stored yet. */
export interface Draft {
  readonly connection: Connection;
  /** The key that the user entered, or an empty string if the existing key is kept. */
  readonly key: string;
  /** The reason that the domains could not be read, if the user saves the connection anyway. */
  readonly fault: unknown;
}

/**
 * Prompts for a base URL or an example call, a key, and a name, and reads one page of domains with them. A problem is
 * shown in the prompt for the answer that caused it. Returns undefined if the user cancels.
 */
export async function promptConnection(options: PromptOptions): Promise<Draft | undefined> {
  const prompts = new ConnectionPrompts(options);
  const done = await steps([prompts.baseUrl, prompts.key, prompts.name]);
  return done ? prompts.draft : undefined;
}

class ConnectionPrompts {
  readonly #options: PromptOptions;
  #baseUrl: string;
  #key = '';
  #keyHeader: string | undefined;
  #name: string;
  #fault: unknown;
  /** The problem to show in the prompt for the base URL. */
  #urlProblem: Problem | undefined;
  /** True if the user accepted the base URL although the service could not be read. */
  #isUrlAccepted = false;

  constructor(options: PromptOptions) {
    this.#options = options;
    this.#baseUrl = options.before?.baseUrl ?? '';
    this.#name = options.before?.name ?? '';
  }

  get draft(): Draft {
    const { before } = this.#options;
    const differences = this.#keyHeader === undefined ? before?.differences : { keyHeader: this.#keyHeader };
    const connection = {
      id: this.#name,
      name: this.#name,
      baseUrl: this.#baseUrl,
      ...(differences !== undefined && { differences }),
    };
    return { connection, key: this.#key, fault: this.#fault };
  }

  readonly baseUrl: Step = async (step) => {
    const { before, title } = this.#options;
    const exampleIn = (text: string) => (before ? undefined : readExample(text));
    const answer = await promptText({
      ...step,
      title,
      prompt: before
        ? t('Base URL of the Partner Log Service')
        : t('Base URL of the Partner Log Service, or an example call (URL or cURL command)'),
      placeholder: 'https://api.example.com',
      value: this.#baseUrl,
      problem: this.#urlProblem,
      isSecret: isCommand,
      check: (value) => {
        const example = exampleIn(value);
        if (!example && !before && isCommand(value))
          return t('Only a URL or a cURL command can be read. In a browser, choose “Copy as cURL”');
        const problem = baseUrlProblem(example?.baseUrl ?? value);
        return problem && local(problem);
      },
    });
    if (!isValue(answer)) return answer;
    this.#urlProblem = undefined;
    this.#isUrlAccepted = answer.isOverridden === true;
    const example = exampleIn(answer.value);
    if (!example) {
      this.#setBaseUrl(answer.value);
      return answer;
    }
    const found = keyOfExample(example);
    if (!(await confirmExample(example.baseUrl, found))) return 'back';
    this.#setBaseUrl(example.baseUrl);
    this.#key = found?.key ?? '';
    this.#keyHeader = found && !isDefaultHeader(found.keyHeader) ? found.keyHeader : undefined;
    return answer;
  };

  readonly key: Step = async (step) => {
    const { before, title } = this.#options;
    const isMoved = before && originOf(before.baseUrl) !== originOf(this.#baseUrl);
    if (this.#isUrlAccepted || (before && !isMoved)) return 'skip';
    const answer = await promptText({
      ...step,
      ...keyPrompt((key, signal) => this.#verify(key, signal)),
      ...(isMoved && { prompt: t('The address has a different origin. Enter the API key for it') }),
      title,
      value: this.#key,
    });
    if (isValue(answer)) this.#key = answer.value.trim();
    return this.#urlProblem ? 'back' : answer;
  };

  readonly name: Step = async (step) => {
    const { before, connections, title } = this.#options;
    const answer = await promptText({
      ...step,
      title,
      prompt: t('Name of this connection'),
      value: this.#name || this.#freeName(),
      check: (value) => {
        const name = value.trim();
        if (name === '') return t('Enter a name');
        if (name.length > NAME_LIMIT) return t('Enter at most {0} characters', NAME_LIMIT);
        return name !== before?.id && connections.get(name)
          ? t('Another connection has this name')
          : undefined;
      },
    });
    if (isValue(answer)) this.#name = answer.value.trim();
    return answer;
  };

  /** Reads the domains. A problem that the key did not cause is shown in the previous prompt. */
  async #verify(key: string, signal: AbortSignal): Promise<Problem | undefined> {
    const { services } = this.#options;
    this.#fault = await readFault(services, this.draft.connection, key, signal);
    const isOfKey = isServiceError(this.#fault, 'unauthorized') || isServiceError(this.#fault, 'forbidden');
    const override = isAnswered(this.#fault) ? t('Save and Diagnose') : t('Save Without Verifying');
    const problem = problemOf(this.#fault, override);
    if (problem === undefined || isOfKey) return problem;
    this.#urlProblem = problem;
    return undefined;
  }

  /** Sets the base URL that the user entered. Discards a key that was entered for another origin. */
  #setBaseUrl(text: string): void {
    const baseUrl = parseBaseUrl(text).text;
    if (this.#key !== '' && originOf(this.#baseUrl) !== originOf(baseUrl)) this.#key = '';
    if (this.#baseUrl !== baseUrl) this.#keyHeader = undefined;
    this.#baseUrl = baseUrl;
  }

  /** Returns the host, with a number if another connection has that name. */
  #freeName(): string {
    const { host } = new URL(this.#baseUrl);
    const isFree = (name: string) => this.#options.connections.get(name) === undefined;
    for (let number = 2; ; number++) {
      if (isFree(host)) return host;
      if (isFree(`${host} (${number})`)) return `${host} (${number})`;
    }
  }
}

/** Returns true for a text other than an address, which might contain a key. */
function isCommand(text: string): boolean {
  return /[\s{}"'`]/.test(text.trim());
}

/** @param verify checks a well-formed key, and returns the problem if there is one */
export const keyPrompt = (verify: (key: string, signal: AbortSignal) => Promise<Problem | undefined>) => ({
  prompt: t("API key. It's stored only in the secret storage of this computer"),
  password: true,
  check: async (typed: string, signal: AbortSignal) => {
    const key = typed.trim();
    if (key === '') return t('Enter the API key');
    return /^[\x21-\x7e]+$/.test(key)
      ? verify(key, signal)
      : t("A key can't contain spaces, line breaks, or non-ASCII characters");
  },
});

/** Reads one page of domains with the key. Returns the fault if this fails; otherwise, undefined. */
export async function readFault(
  services: Services,
  connection: Connection,
  key: string,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const service = await services.candidate(connection, key);
    await service.domains({ page: 1, perPage: 10 }, { signal }).finally(() => service.dispose());
    return undefined;
  } catch (fault) {
    return fault;
  }
}

/**
 * Returns the problem to show for a read that failed.
 * @param override the label of a button that saves the connection anyway
 */
export function problemOf(fault: unknown, override: string): Exclude<Problem, string> | undefined {
  if (fault === undefined) return undefined;
  const { headline, cause } = describeFault(fault, local);
  return { message: sentences(asLabel(headline), asLabel(cause)), override };
}

export function isValue(answer: TypedAnswer | 'skip'): answer is Exclude<TypedAnswer, 'back' | undefined> {
  return typeof answer === 'object';
}

export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}
