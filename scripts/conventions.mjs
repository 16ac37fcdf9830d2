/**
 * `npm run conventions`: generates the schema of the setting `partnerLogs.conventions` in package.json from the
 * defaults and rules in src/service/conventions.ts. Its descriptions are in package.nls.json. The unit tests fail if
 * the schema in package.json is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { defaultConventions, ruleOf } from '../src/service/conventions.ts';
import { root } from './run.mjs';

/** @typedef {import('../src/service/conventions.ts').Rule} Rule */
/** The names of values that need a description for each choice. */
const DESCRIBED = new Set(['paging']);

/** Returns the JSON schema of the setting, without its order among the settings. */
export function conventionsSchema() {
  return {
    type: 'object',
    default: {},
    scope: 'application',
    markdownDescription: '%setting.conventions%',
    additionalProperties: {
      type: 'object',
      description: '%setting.conventions.baseUrl%',
      ...partsSchema(defaultConventions, []),
    },
  };
}

/**
 * @param {object} parts
 * @param {readonly string[]} at
 * @returns {object}
 */
function partsSchema(parts, at) {
  const properties = Object.entries(parts).map(([name, value]) => {
    const place = [...at, name];
    return [name, isParts(value) ? partSchema(value, place) : valueSchema(value, place)];
  });
  return { additionalProperties: false, properties: Object.fromEntries(properties) };
}

/**
 * @param {object} parts
 * @param {readonly string[]} at
 * @returns {object}
 */
function partSchema(parts, at) {
  return { type: 'object', description: textOf(at), ...partsSchema(parts, at) };
}

/**
 * @param {unknown} standard
 * @param {readonly string[]} at
 */
function valueSchema(standard, at) {
  const [name = '', part = ''] = at.toReversed();
  const text = textOf(/^(?:f|dayF)ields$/.test(part) && at[0] !== 'logs' ? ['place'] : at);
  const rule = ruleOf(part, name);
  return {
    ...ruleSchema(rule),
    ...(DESCRIBED.has(name) && { enumDescriptions: rule.values?.map((value) => textOf([name, value])) }),
    default: standard,
    ...(name === 'path' ? { markdownDescription: text } : { description: text }),
  };
}

/** @param {Rule} rule */
function ruleSchema({ isList, orNull, isBoolean, range, values, pattern }) {
  if (isBoolean) return { type: 'boolean' };
  if (range) return { type: 'integer', minimum: range[0], maximum: range[1] };
  if (isList) {
    const type = orNull ? ['array', 'null'] : 'array';
    return { type, items: { type: 'string', minLength: 1 }, minItems: 1 };
  }
  const type = orNull ? ['string', 'null'] : 'string';
  if (values) return { type, enum: values };
  return pattern ? { type, pattern: pattern.source.replaceAll('\\/', '/') } : { type, minLength: 1 };
}

/** Returns the key of a string in package.nls.json. @param {readonly string[]} at */
function textOf(at) {
  return `%setting.conventions.${at.join('.')}%`;
}

/** @param {unknown} value @returns {value is object} */
function isParts(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

if (process.argv[1] === import.meta.filename) {
  const file = path.join(root, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const { properties } = manifest.contributes.configuration;
  const { order } = properties['partnerLogs.conventions'];
  properties['partnerLogs.conventions'] = { ...conventionsSchema(), order };
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
