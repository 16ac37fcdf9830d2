/**
 * The input of the language model tools. The schemas match those in the manifest, so that the extension validates the
 * input in the same way as the editor.
 */
import * as v from 'valibot';
import { parseDay } from '../service/calendar.ts';
import { asMarkdown } from '../text/label.ts';
import type { ToolName } from './languageModelTools.ts';

const integer = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be a whole number'),
  v.minValue(0, 'must be 0 or more'),
);
/** Maximum length, in UTF-16 units, of a string. */
export const LONGEST_TEXT = 1_000;
/**
 * Maximum length, in code points, of a line in a confirmation. Replacing an invisible character makes it at most 8 code
 * points long, and field names are short.
 */
export const LONGEST_LINE = 8 * LONGEST_TEXT + 100;
const text = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'is empty'),
  v.maxLength(LONGEST_TEXT, 'is too long'),
  v.check((each) => !/\p{M}{9}/u.test(each), 'has more combining marks on a letter than can be shown'),
);
const words = v.optional(text);
const day = v.optional(
  v.pipe(
    text,
    v.check((each) => parseDay(each) === each, 'must be a day such as 2026-01-31'),
  ),
);
/** A number, a name, part of a name, or a URL. Models also write numbers as strings. */
const domain = v.union([integer, text], 'must be the number or the name of a domain');
const connection = words;

const schemas = {
  find_logs: v.strictObject({
    domain: v.optional(domain),
    connection,
    from: day,
    to: day,
    action: words,
    rule: words,
    address: words,
    country: words,
    path: words,
    type: words,
    text: words,
    page: v.optional(v.pipe(integer, v.minValue(1, 'must be 1 or more'))),
  }),
  read_log: v.strictObject({
    domain,
    connection,
    number: integer,
    type: words,
    raw: v.optional(v.boolean('must be true or false')),
    offset: v.optional(integer),
  }),
  count_visitors: v.strictObject({ domain, connection, from: day, to: day }),
};

/** Maximum number of input fields to show; more than any tool accepts. */
const MOST_FIELDS = 16;

export type ToolInput<Name extends ToolName> = v.InferOutput<(typeof schemas)[Name]>;

/** An error that a language model can correct. The message contains no text from the service. */
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
  if (!Object.hasOwn(schemas[name].entries, field)) {
    const known = Object.keys(schemas[name].entries).join(', ');
    throw new ToolInputError(`The input of ${name} can contain only ${known}.`);
  }
  throw new ToolInputError(`“${field}” ${type === 'strict_object' ? 'is missing' : message}.`);
}

/** Returns one line of Markdown per input field. Every field of an input that `readInput` accepts is included. */
export function inputLines(input: unknown): string[] {
  const fields = Object.entries(Object(input)).slice(0, MOST_FIELDS);
  return fields.map(([field, value]) => `- ${asMarkdown(`${field}: ${value}`, LONGEST_LINE)}`);
}
