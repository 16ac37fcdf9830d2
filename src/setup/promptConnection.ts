/** The prompts for a connection's address, key, and name. */
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import { type Connection, NAME_LIMIT } from '../connections/connection.ts';
import { type BaseUrl, baseUrlProblem, parseBaseUrl } from '../service/baseUrl.ts';
import { resolveDifferences } from '../service/differences.ts';
import { describeFault, isAnswered } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { type Problem, promptText, type Step, steps, type TypedAnswer } from '../ui/prompts.ts';
import { isDefaultHeader, readExample } from './exampleCall.ts';

/** A connection that is not stored yet. */
export interface Draft {
  readonly connection: Connection;
  /** The key that the user entered, or an empty string if the existing key is kept. */
  readonly key: string;
  /** True if the service responded but its domains could not be read, and the user saves the connection anyway. */
  readonly needsDiagnosis: boolean;
}

/**
 * Prompts for a base URL or an example request, a key, and a name, and reads one page of domains with them. A problem is
 * shown in the prompt for the answer that caused it. Returns undefined if the user cancels.
 */
export async function promptConnection(
  app: App,
  title: string,
  before?: Connection,
): Promise<Draft | undefined> {
  const prompts = new ConnectionPrompts(app, title, before);
  const done = await steps([prompts.baseUrl, prompts.key, prompts.name]);
  return done ? prompts.draft : undefined;
}

class ConnectionPrompts {
  readonly #app: App;
  readonly #title: string;
  /** The connection to edit. */
  readonly #before: Connection | undefined;
  #base: BaseUrl | undefined;
  /** The header that contains the key in an example request. */
  #header: string | undefined;
  #key = '';
  #name: string;
  #fault: unknown;
  /** The problem to show in the prompt for the base URL. */
  #urlProblem: Problem | undefined;
  /** True if the user accepted the base URL although the service could not be read. */
  #isUrlAccepted = false;

  constructor(app: App, title: string, before: Connection | undefined) {
    this.#app = app;
    this.#title = title;
    this.#before = before;
    this.#base = before && parseBaseUrl(before.baseUrl);
    this.#name = before?.name ?? '';
  }

  get draft(): Draft {
    const isOther = this.#header !== undefined && !isDefaultHeader(this.#header);
    const differences = isOther ? { keyHeader: this.#header } : this.#before?.differences;
    const connection = { id: this.#name, name: this.#name, baseUrl: this.#baseUrl, differences };
    return { connection, key: this.#key, needsDiagnosis: isAnswered(this.#fault) };
  }

  get #baseUrl(): string {
    return this.#base?.text ?? '';
  }

  readonly baseUrl: Step = async (step) => {
    const isNew = this.#before === undefined;
    const exampleIn = (text: string) => (isNew ? readExample(text) : undefined);
    const answer = await promptText({
      ...step,
      title: this.#title,
      prompt: isNew
        ? t('Base URL of the Partner Log Service, or an example request (URL or cURL command)')
        : t('Base URL of the Partner Log Service'),
      placeholder: 'https://api.example.com',
      value: this.#baseUrl,
      problem: this.#urlProblem,
      isSecret: isCommand,
      check: (value) => {
        const example = exampleIn(value);
        if (isNew && !example && isCommand(value))
          return t('Only a URL or a cURL command can be read. In a browser, choose “Copy as cURL”');
        const problem = baseUrlProblem(example?.baseUrl ?? value);
        return problem && local(problem);
      },
    });
    if (!isValue(answer)) return answer;
    this.#urlProblem = undefined;
    this.#isUrlAccepted = answer.isOverridden === true;
    const example = exampleIn(answer.value);
    const base = parseBaseUrl(example?.baseUrl ?? answer.value);
    if (example || base.origin !== this.#base?.origin) {
      this.#header = example?.keyHeader;
      this.#key = example?.key ?? '';
    }
    this.#base = base;
    return answer;
  };

  readonly key: Step = async (step) => {
    const before = this.#before;
    const isMoved = before && parseBaseUrl(before.baseUrl).origin !== this.#base?.origin;
    if (this.#isUrlAccepted || (before && !isMoved)) return 'skip';
    const answer = await promptText({
      ...step,
      ...keyPrompt(this.draft.connection, (key, signal) => this.#verify(key, signal)),
      title: this.#title,
      value: this.#key,
    });
    if (isValue(answer)) this.#key = answer.value.trim();
    return this.#urlProblem ? 'back' : answer;
  };

  readonly name: Step = async (step) => {
    const { connections } = this.#app;
    const { host } = new URL(this.#baseUrl);
    const answer = await promptText({
      ...step,
      title: this.#title,
      prompt: t('Name of this connection'),
      value: this.#name || (connections.get(host) ? '' : host),
      check: (value) => {
        const name = value.trim();
        if (name === '') return t('Enter a name');
        if (name.length > NAME_LIMIT) return t('Enter at most {0} characters', NAME_LIMIT);
        return name !== this.#before?.id && connections.get(name)
          ? t('Another connection has this name')
          : undefined;
      },
    });
    if (isValue(answer)) this.#name = answer.value.trim();
    return answer;
  };

  /** Reads the domains. A problem that the key did not cause is shown in the previous prompt. */
  async #verify(key: string, signal: AbortSignal): Promise<Problem | undefined> {
    this.#fault = await this.#app.services.readFault(this.draft.connection, key, signal);
    const isOfKey = isServiceError(this.#fault, 'unauthorized') || isServiceError(this.#fault, 'forbidden');
    const override = isAnswered(this.#fault) ? t('Save and Diagnose') : t('Save Without Verifying');
    const problem = problemOf(this.#fault, override);
    if (isOfKey) return problem;
    this.#urlProblem = problem;
    return undefined;
  }
}

/** Returns true for a text other than an address, which might contain a key. */
function isCommand(text: string): boolean {
  return /[\s{}"'`]/.test(text.trim());
}

/**
 * Returns the prompt for a connection's key, which states where the key is sent before anything is sent.
 * @param verify checks a well-formed key, and returns the problem if there is one
 */
export function keyPrompt(
  { baseUrl, differences }: Connection,
  verify: (key: string, signal: AbortSignal) => Promise<Problem | undefined>,
) {
  const prompt = t(
    "API key for {0}, sent in the header {1}. It's stored only in the secret storage of this computer",
    asLabel(baseUrl),
    asLabel(resolveDifferences(differences).keyHeader),
  );
  return {
    prompt,
    password: true,
    check: async (typed: string, signal: AbortSignal) => {
      const key = typed.trim();
      if (key === '') return t('Enter the API key');
      return /^[\x21-\x7e]+$/.test(key)
        ? verify(key, signal)
        : t("A key can't contain spaces, line breaks, or non-ASCII characters");
    },
  };
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
