/** The view of a log: plain data that the host creates once and the page renders. All text is untrusted and as sent. */

import type { TextRange } from '../http/decode/mappedText.ts';
import type { RowFilterField } from '../service/model.ts';
import type { Message } from '../text/l10n.ts';
import type { Excerpt } from './excerpt.ts';

export interface LogView {
  /** The title of the tab. */
  readonly title: string;
  /** The method and path of the request; empty if unknown. */
  readonly heading: string;
  readonly facts: readonly Fact[];
  /** Undefined while the log is being read; the facts are then those in its row. */
  readonly content?: LogContent;
}

/** The position of a fact at the top of the panel. The other facts and all times are listed in the details. */
export type HeadField = 'status' | 'action' | 'rule' | 'path' | 'address' | 'country' | 'time';

export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly head?: HeadField;
  /** The list filter that can be set to the value. */
  readonly filter?: RowFilterField;
  /** The outcome of the request, if the action is one of the two known ones. */
  readonly outcome?: 'blocked' | 'detected';
  /** Text for display next to the value, such as an alternative name or the time in another time zone. */
  readonly note?: string;
  /** The part of the log that the value was taken from, if not the log's row. */
  readonly source?: string;
  /** The time zone of a time. */
  readonly zone?: string;
  /** The time in milliseconds since 1970. */
  readonly instant?: number;
}

/** A log without the facts about it. */
export interface LogContent {
  /** The matches to show in context, and the index of the one to show first. */
  readonly matches: readonly ViewedMatch[];
  readonly main: number;
  /** Why there is no match. */
  readonly noMatch?: Message;
  /** `detected_value`, if no match shows it. */
  readonly detectedValue?: string;
  /** `basestr`. */
  readonly description: string;
  readonly payload: readonly PayloadPart[];
  /** True if the request has more fields than the payload contains. */
  readonly isPayloadCut: boolean;
  readonly request: ViewedHead;
  readonly response: ViewedHead;
  /** Fields that are not part of the interface. */
  readonly other: readonly Field[];
  /** The raw data around the main match. */
  readonly raw: {
    readonly text: string;
    /** The offset of the text, and the length of all raw data. */
    readonly start: number;
    readonly length: number;
    /** The ranges of the text that the rule matched. */
    readonly matched: readonly TextRange[];
  };
}

export interface ViewedMatch {
  /** The location, for example `JSON body ▸ coupon`. */
  readonly place: Message;
  readonly sent: Excerpt;
  /** The decoded forms in which the match looks different from the previous form, in decoding order. */
  readonly decoded: readonly { readonly layers: readonly string[]; readonly excerpt: Excerpt }[];
  /** The index in `raw.matched`; undefined if the match is not in the visible raw data. */
  readonly matched?: number;
}

/** One side of the exchange: its first line unless the raw data begins with it, and its headers. */
export interface ViewedHead {
  readonly firstLine: string;
  readonly headers: readonly Field[];
  /** The number of all headers, and of those that the service added. */
  readonly total: number;
  readonly added: number;
}

/** The fields of a part of the request, such as its query. */
export interface PayloadPart {
  readonly title: Message;
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  /** The value or, if it is very long, its start or the part around the match. */
  readonly value: string;
  /** Set if the value is not complete: the length of all of it. */
  readonly length?: number;
  /** The value of an object, a list, or binary data. */
  readonly note?: string | Message;
  /** Set for a field that the rule matched: the range of the value, if known. */
  readonly matched?: TextRange | true;
  /** Nested fields, and true if they are initially visible. */
  readonly fields?: readonly Field[];
  readonly isOpen?: boolean;
  /** True for a request header that the service added and `raw_data` does not contain. */
  readonly added?: boolean;
  readonly filter?: RowFilterField;
}

/** The sections of the panel with a link, in order. */
export const SECTIONS = ['payload', 'request', 'raw', 'response', 'details'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Maximum length, in UTF-16 units, of the selected text that a panel reports. */
export const SELECTED_LIMIT = 200;
/** Maximum length, in UTF-16 units, of the raw data in a panel; the editor shows all of it. */
export const RAW_DATA_LIMIT = 256 * 1024;
/** Maximum length, in UTF-16 units, of one value, and of all names and values together. */
export const VALUE_LIMIT = 1024 * 1024;
export const CONTENT_LIMIT = 8 * 1024 * 1024;
/** Maximum number of fields or headers of one kind. */
export const FIELDS_LIMIT = 3_000;
/** Maximum number of matches to show in context. */
export const MATCHES_LIMIT = 50;
