/** What is read out of one log, each part when it is first asked for. */
import type { DetectionLog } from '../service/model.ts';
import { type DecodedDocument, decodedDocument } from './decode/decodedDocument.ts';
import { type DecodedRequest, decodeRequest } from './decode/request.ts';
import { findRuleMatches } from './match.ts';
import { normaliseRequest } from './normalise.ts';
import type { RuleMatches } from './ruleMatch.ts';

export class Reading {
  readonly log: DetectionLog;
  readonly #detectedValue: string | undefined;
  #request: DecodedRequest | undefined;
  #document: DecodedDocument | undefined;
  #matches: { readonly found: RuleMatches | undefined } | undefined;

  /** @param detectedValue `detected_value` of the log's row in a list, if it came from one */
  constructor(log: DetectionLog, detectedValue: string | undefined) {
    this.log = log;
    this.#detectedValue = detectedValue;
  }

  get decoded(): DecodedDocument {
    this.#document ??= decodedDocument(this.log, this.#decodedRequest);
    return this.#document;
  }

  get normalised(): string {
    return normaliseRequest(this.log.rawData);
  }

  /** What the rule matched; undefined when it is not found in the request. */
  get matches(): RuleMatches | undefined {
    const { rawData, description } = this.log;
    this.#matches ??= {
      found: findRuleMatches(
        { rawData, description, detectedValue: this.#detectedValue },
        this.#decodedRequest,
      ),
    };
    return this.#matches.found;
  }

  get #decodedRequest(): DecodedRequest {
    this.#request ??= decodeRequest(this.log.rawData);
    return this.#request;
  }
}
