/** The view of a log: plain data that the host creates and the page renders. All text is untrusted and as sent. */

import type { TextRange } from '../http/decode/mappedText.ts';
import type { Outcome, RowFilterField } from '../service/model.ts';
import type { Message } from '../text/l10n.ts';

export interface LogView extends Facts {
  /** The title of the tab. */
  readonly title: string;
  /** The method and path of the request; empty if unknown. */
  readonly heading: string;
  /** Undefined while the log is being read; the facts are then those in its row. */
  readonly content?: LogContent | undefined;
}

/** The facts about a log, in order. Each is in one of the lists, except for the time, which is whole in the details. */
export interface Facts {
  /** The outcome of the request, if the action is one of the two known ones. */
  readonly outcome?: Outcome | undefined;
  /** The outcome and the rule. */
  readonly chips: readonly Fact[];
  /** The client and the time. */
  readonly head: readonly Fact[];
  readonly details: readonly Fact[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** The text to show instead of the value. */
  readonly text?: string | undefined;
  /** Text for display next to the value, such as its source or the time zone. */
  readonly note?: string | undefined;
  /** The list filter that can be set to the value. */
  readonly filter?: RowFilterField;
}

/** A log without the facts about it. */
export interface LogContent {
  /** The text that the rule matched; if there are several places, the one to show first. */
  readonly match?: ShownMatch;
  /** Why there is no match. */
  readonly noMatch?: Message;
  /** `detected_value`, if the match does not show it. */
  readonly detectedValue?: string;
  /** `basestr`. */
  readonly description: string;
  readonly payload: readonly PayloadPart[];
  /** True if the request has more fields than the payload contains. */
  readonly isPayloadCut: boolean;
  readonly request: ShownHead;
  readonly response: ShownHead;
  /** Fields that are not part of the interface. */
  readonly other: readonly Field[];
  /** The raw data around the match. */
  readonly raw: {
    readonly text: string;
    /** The offset of the text, and the length of all raw data. */
    readonly start: number;
    readonly length: number;
    /** The ranges of the text that the rule matched, and the index of the one to show first. */
    readonly marked: readonly TextRange[];
    readonly main: number;
  };
}

export interface ShownMatch {
  /** The location, for example `JSON body ▸ coupon`. */
  readonly place: Message;
  /** The other locations, or the first ones of many. */
  readonly others: readonly Message[];
  /** The match in its context: as sent, then the decoded forms that look different, in decoding order. */
  readonly forms: readonly (ShownText & { readonly layers: readonly string[] })[];
}

/** Text from the log. If it is very long, its start or the part around the match. */
export interface ShownText {
  readonly text: string;
  /** The range that the rule matched. */
  readonly marked?: TextRange | undefined;
  /** The length of the whole text or, in a form of the match, of the whole match; set if a part is shown. */
  readonly length?: number | undefined;
}

/** One side of the exchange: its first line unless the raw data begins with it, and its headers. */
export interface ShownHead {
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

export interface Field extends ShownText {
  readonly name: string;
  /** The text to show for an object, a list, or binary data. */
  readonly note?: string | Message;
  /** True for a field that the rule matched. */
  readonly isMatched?: boolean;
  /** Where the whole value is, if a part is shown. */
  readonly whole?: ValuePlace;
  /** Nested fields, and true if they are initially visible. */
  readonly fields?: readonly Field[];
  readonly isOpen?: boolean;
  /** True for a request header that the service added and `raw_data` does not contain. */
  readonly isAdded?: boolean;
}

/** A list of values in a log, and an index in it. */
export const VALUE_LISTS = ['payload', 'request', 'response', 'other'] as const;
export type ValuePlace = readonly [list: (typeof VALUE_LISTS)[number], index: number];

/** The sections of the panel with a link, in order. */
export const SECTIONS = ['payload', 'request', 'raw', 'response', 'details'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Maximum length, in UTF-16 units, of the selected text that a panel reports. */
export const SELECTED_LIMIT = 200;
/** Maximum length, in UTF-16 units, of the raw data in a panel; the editor shows all of it. */
export const RAW_DATA_LIMIT = 256 * 1024;
/** Maximum length, in UTF-16 units, of one value: a browser takes seconds to lay out longer ones without spaces. */
export const VALUE_LIMIT = 2_000;
/** Maximum length, in UTF-16 units, of a value that can be copied. */
export const COPIED_LIMIT = 64 * 1024;
