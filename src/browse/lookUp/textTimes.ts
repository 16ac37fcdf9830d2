import { instantsOf, parseClock } from '../../text/zonedTime.ts';

/** A time in a text. */
export interface TextTime {
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly clock: string;
  /** Milliseconds since 1970, if the text specifies the time zone. */
  readonly instant: number | undefined;
}

/** The time of a log, as far as it is known. */
export interface LogTime {
  /** The time in the row, `YYYY-MM-DD HH:MM:SS` in the service's time zone. */
  readonly clock: string | undefined;
  readonly zone: string | undefined;
  /** The response's `Date` header, in milliseconds since 1970. */
  readonly answered: number | undefined;
}

/** Maximum difference between a time in a text and the time of its log, in milliseconds. */
const NEAR = 2 * 60_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = `(?<month>${MONTHS.join('|')})[a-z]{0,6}`;
const CLOCK = String.raw`(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?`;
const ZONE = String.raw`(?:\s?(?<zone>Z|UTC|GMT)?(?<offset>[+-]\d{2}:?\d{2})?(?![\w:]))?`;
/** ISO 8601 and nginx, `09/Jan/2019:12:33:01 +0000`, `09 Jan 2019 12:33:01 GMT`, and `Jan 09 2019 12:33:01 GMT+0000`. */
const FORMATS = [
  String.raw`\b(?<year>\d{4})[-/.](?<monthNumber>\d{2})[-/.](?<day>\d{2})[T ]${CLOCK}${ZONE}`,
  String.raw`\b(?<day>\d{1,2})[/ -]${MONTH}[/ -](?<year>\d{4})[: ]{1,2}${CLOCK}${ZONE}`,
  String.raw`\b${MONTH} (?<day>\d{1,2}),? (?<year>\d{4}),? (?:at )?${CLOCK}${ZONE}`,
].map((format) => new RegExp(format, 'gi'));
/** Dates and times of day on their own, whose numbers are not those of logs. */
const DATES = [
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b/g,
  /\b\d{1,2}[/. -]\d{1,2}[/. -]\d{4}\b/g,
  new RegExp(
    String.raw`\b(?:\d{1,2}(?:st|nd|rd|th)? )?(?:${MONTHS.join('|')})[a-z]{0,6}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:\d{4}\b)?`,
    'gi',
  ),
  /\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\b/g,
];

export function textTimes(text: string): readonly TextTime[] {
  return FORMATS.flatMap((format) =>
    Array.from(text.matchAll(format), ({ groups = {} }): TextTime | undefined => {
      const { year, day = '', hour, minute, second = '00', zone, offset } = groups;
      const month = groups['monthNumber'] ?? MONTHS.indexOf((groups['month'] ?? '').toLowerCase()) + 1;
      const clock = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')} ${hour}:${minute}:${second}`;
      const isZoned = zone !== undefined || offset !== undefined;
      const ahead = offset?.replace(/^(.\d\d):?(\d\d)$/, '$1:$2') ?? 'Z';
      const instant = Date.parse(`${clock.replace(' ', 'T')}${ahead}`);
      return Number.isNaN(instant) ? undefined : { clock, instant: isZoned ? instant : undefined };
    }).filter((time) => time !== undefined),
  );
}

/** Replaces dates and times by spaces. */
export function withoutTimes(text: string): string {
  return [...FORMATS, ...DATES].reduce((rest, format) => rest.replace(format, ' '), text);
}

/**
 * Returns true if one of the times is the log's. A time without a zone is in the service's zone, the computer's, or UTC.
 */
export function isTimeOf({ clock = '', zone, answered }: LogTime, times: readonly TextTime[]): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const logged = [
    ...(answered === undefined ? [] : [answered]),
    ...((zone && instantsOf(clock, zone)) || []),
  ];
  const isNear = (one: number, other: number) => Math.abs(one - other) <= NEAR;
  return times.some((time) => {
    if (time.instant === undefined && isNear(parseClock(time.clock) ?? 0, parseClock(clock) ?? Infinity))
      return true;
    const instants =
      time.instant === undefined
        ? [timeZone, 'UTC'].flatMap((each) => instantsOf(time.clock, each) ?? [])
        : [time.instant];
    return instants.some((one) => logged.some((other) => isNear(one, other)));
  });
}
