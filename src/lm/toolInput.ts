/**
 * The input of the language model tools. The schemas match those in the manifest, so that the extension validates the
 * input in the same way as the editor.
 */
import * as v from 'valibot';
import { parseDay } from '../service/calendar.ts';
import { asMarkdown } from '../text/label.ts';

const identifier = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(0, 'must be 0 or more'),
);
const offset = v.optional(identifier, 0);
const page = v.optional(v.pipe(identifier, v.minValue(1, 'must be 1 or more')), 1);
/** Maximum length, in UTF-16 units, of a string. */
export const LONGEST_TEXT = 1_000;
/**
 * Maximum length, in code points, of a line in a confirmation. Replacing an invisible character makes it at most 8 code
 * points long, and field names are short.
 */
export const LONGEST_LINE = 8 * LONGEST_TEXT + 100;
const text = v.pipe(
  v.string('must be a string'),
  v.maxLength(LONGEST_TEXT, 'is too long'),
  v.check((each) => !/\p{M}{9}/u.test(each), 'has more combining marks on a letter than can be shown'),
);
const words = v.optional(v.pipe(text, v.minLength(1, 'is empty')));
const day = v.optional(
  v.pipe(
    text,
    v.check((each) => parseDay(each) === each, 'must be a day such as 2026-01-31'),
  ),
);
/** The name of a connection; required if there are several connections. */
const connection = words;

const schemas = {
  list_domains: v.strictObject({ connection, name: words, page, offset }),
  search_detection_logs: v.strictObject({
    connection,
    domain: identifier,
    page,
    offset,
    from: day,
    to: day,
    detectedType: words,
    action: words,
    rule: words,
    address: words,
    countryCode: words,
    uri: words,
    keyword: words,
  }),
  read_detection_log: v.strictObject({
    connection,
    domain: identifier,
    idx: identifier,
    detectedType: words,
    offset,
  }),
  read_counts: v.strictObject({ connection, domain: identifier, from: day, to: day }),
};

/** Maximum number of input fields to show; more than any tool accepts. */
const MOST_FIELDS = 16;

export type ToolName = keyof typeof schemas;
export type ToolInput<Name extends ToolName> = v.InferOutput<(typeof schemas)[Name]>;

/**
 * Thrown for an error that a language model can correct. The message is written by the extension and contains no text
 * from the service.
 */
export class ToolInputError extends Error {}

/**
 * Returns a tool's validated input.
 * @throws ToolInputError with a message that explains to a language model how to correct the input, and that quotes
 * only names from the schema
 */
export function readInput<Name extends ToolName>(name: Name, input: unknown): ToolInput<Name> {
  const { success, output, issues } = v.safeParse(schemas[name], input);
  if (success) return output as ToolInput<Name>;
  const [{ message, path, type }] = issues;
  const field = String(path?.[0]?.key ?? '');
  const known = Object.hasOwn(schemas[name].entries, field);
  if (!known)
    throw new ToolInputError(
      `The input of ${name} can contain only ${Object.keys(schemas[name].entries).join(', ')}.`,
    );
  throw new ToolInputError(`“${field}” ${type === 'strict_object' ? 'is missing' : message}.`);
}

/** Returns one line of Markdown per input field. Every field of an input that `readInput` accepts is included. */
export function inputLines(input: unknown): string[] {
  const fields = Object.entries(Object(input)).slice(0, MOST_FIELDS);
  return fields.map(([field, value]) => `- ${asMarkdown(`${field}: ${value}`, LONGEST_LINE)}`);
}
