import type { Header } from '../service/model.ts';
import type { ResponseHead } from './responses.ts';
import type { SampleRule } from './rules.ts';
import type { Visitor } from './visitors.ts';

/** Facts about a log that can be determined without creating its request. */
export interface LogFacts extends Visitor {
  readonly rule: SampleRule;
  /** `attack`. */
  readonly ruleName: string;
  readonly action: string;
}

export interface SampleLog extends LogFacts {
  readonly idx: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly virtualHost: string;
  readonly uri: string;
  /** `detected_value`. */
  readonly detected: string;
  /** `basemessage`. */
  readonly place: string;
  /** `basestr`. */
  readonly description: string;
  readonly requestLine: string;
  /** The headers as sent by the client, followed by the headers that the service adds. */
  readonly requestHeaders: readonly Header[];
  /** Approximate length of `rawData` in characters. */
  readonly rawLength: number;
  /** Creates `raw_data`, which can be large. */
  readonly rawData: () => string;
  readonly response: ResponseHead;
}
