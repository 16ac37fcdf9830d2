/**
 * `npm run differences`: generates the part of package.json for a connection's `differences` from the schema in
 * src/service/differences.ts. The descriptions are in package.nls.json. The unit tests fail if the part is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { differencesSchema } from '../src/service/differences.ts';
import { root } from './run.mjs';

/**
 * The parts of a valibot schema that have an equivalent in JSON Schema.
 * @typedef {object} Schema
 * @property {string} type
 * @property {Schema} [wrapped]
 * @property {unknown} [default]
 * @property {readonly (Schema & { readonly requirement?: unknown })[]} [pipe]
 * @property {Schema} [item]
 * @property {readonly unknown[]} [options]
 */

/** The endings of names that share a type and a description, which the first ending names. */
const KINDS = ['Path', 'Paging', 'Parameter|Filter', 'DateFormat', 'Field'];

/**
 * Returns the JSON schema of `differences`. Names of one kind are described together, because the manifest would
 * otherwise be twice as large; their defaults make them available for completion.
 */
export function differencesPart() {
  /** @type {Map<string, object>} */
  const patterns = new Map();
  const properties = Object.entries(differencesSchema.entries).map(([name, entry]) => {
    const schema = /** @type {Schema} */ (/** @type {unknown} */ (entry));
    const kind = KINDS.find((each) => new RegExp(`(?:${each})$`).test(name));
    const markdownDescription = `%differences.${kind?.split('|')[0] ?? name}%`;
    const details = { ...jsonSchema(schema), markdownDescription };
    if (kind === undefined) return [name, { ...details, default: schema.default }];
    patterns.set(`(?:${kind})$`, details);
    return [name, { default: schema.default }];
  });
  return {
    type: 'object',
    description: '%differences%',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    patternProperties: Object.fromEntries(patterns),
  };
}

/** @param {Schema} schema @returns {object} */
function jsonSchema({ type, wrapped, pipe = [], item, options }) {
  switch (type) {
    case 'optional':
      return jsonSchema(/** @type {Schema} */ (wrapped));
    case 'nullable': {
      const inner = jsonSchema(/** @type {Schema} */ (wrapped));
      return { ...inner, type: ['type' in inner ? inner.type : undefined, 'null'] };
    }
    case 'picklist':
      return { enum: options };
    case 'array':
      return { type, items: jsonSchema(/** @type {Schema} */ (item)), ...checks(pipe, 'minItems') };
    default:
      return { type, ...checks(pipe, 'minLength') };
  }
}

/** @param {readonly (Schema & { readonly requirement?: unknown })[]} pipe @param {string} least */
function checks(pipe, least) {
  return Object.fromEntries(
    pipe.flatMap(({ type, requirement }) => {
      if (type === 'min_length') return [[least, requirement]];
      return requirement instanceof RegExp ? [['pattern', requirement.source.replaceAll('\\/', '/')]] : [];
    }),
  );
}

if (process.argv[1] === import.meta.filename) {
  const file = path.join(root, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const { properties } = manifest.contributes.configuration;
  properties['partnerLogs.connections'].items.properties.differences = differencesPart();
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
