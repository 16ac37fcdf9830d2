/**
 * `npm run conventions`: writes the schema of the setting `partnerLogs.conventions` into package.json, made of the defaults
 * and rules in src/service/conventions.ts and the texts below. The unit tests fail where package.json has another.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { defaultConventions, ruleOf } from '../src/service/conventions.ts';
import { root } from './run.mjs';

/** @typedef {import('../src/service/conventions.ts').Conventions} Conventions */
/** @typedef {import('../src/service/conventions.ts').Rule} Rule */
/**
 * @template Part
 * @typedef {{ [Name in keyof Part & string]: Name | (Part[Name] extends string | readonly string[] | null
 *   ? never : `${Name}.${Places<Part[Name]>}`) }[keyof Part & string]} Places The names in a part, joined by points.
 */

/**
 * What each part is for; of a parameter, what it carries. Of a path in Markdown.
 * @type {Readonly<Record<Places<Conventions>, string>>}
 */
const texts = {
  keyHeader:
    'Request header that carries the API key, with a scheme if the service expects one: `Authorization: Bearer`.',
  domains: 'The list of domains.',
  'domains.path': 'Path below the base URL.',
  'domains.paging': 'How pages are requested; both forms of response are supported.',
  'domains.indexFields': 'Fields that may hold the number of a domain; the first one present is used.',
  'domains.nameFields': 'Fields that may hold the name of a domain; the first one present is used.',
  logs: 'The list of detection logs of a domain.',
  'logs.path': "Path below the base URL; `:user_domain_idx` stands for the domain's number.",
  'logs.paging': 'How pages are requested; both forms of response are supported.',
  'logs.parameters': 'Names of the parameters that filter the list; sent only when a filter is set.',
  'logs.parameters.from': 'the first day',
  'logs.parameters.to': 'the last day',
  'logs.parameters.detectedType': 'the kind of detection',
  'logs.parameters.action': 'the action',
  'logs.parameters.rule': 'the rule',
  'logs.parameters.address': "the client's address",
  'logs.parameters.countryCode': 'the country',
  'logs.parameters.uri': 'the URI',
  'logs.parameters.keyword': 'free text',
  'logs.dateFormat': 'Format of dates in requests.',
  detail: 'One detection log.',
  'detail.path': "Path below the base URL; `:user_domain_idx` stands for the domain's number.",
  'detail.parameters': 'Names of the parameters that select a log.',
  'detail.parameters.idx': 'the number of the log',
  'detail.parameters.detectedType': 'the kind of detection',
  'detail.detectedType': 'Kind of detection to request when none is known.',
  counts: 'Visitor and attacker counts of a domain.',
  'counts.path': "Path below the base URL; `:user_domain_idx` stands for the domain's number.",
  'counts.parameters': 'Names of the parameters that carry the range.',
  'counts.parameters.from': 'the first day',
  'counts.parameters.to': 'the last day',
  'counts.dateFormat': 'Format of dates in requests.',
};

/** What values mean that do not say it. @type {Readonly<Record<string, readonly string[]>>} */
const valueTexts = { paging: ['`page` and `per_page`.', '`offset` and `limit`.'] };

/** The JSON schema of the setting, without its place in the order of settings. */
export function conventionsSchema() {
  return {
    type: 'object',
    default: {},
    scope: 'application',
    markdownDescription:
      'Paths, parameters and header names of the service, by base URL; `*` applies to all. Every part is optional and overrides its default.',
    additionalProperties: {
      type: 'object',
      description: 'Conventions of this base URL.',
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
  const text =
    part === 'parameters' ? `Name of the parameter for ${textOf(at)}; null: not sent.` : textOf(at);
  return {
    ...ruleSchema(ruleOf(part, name)),
    ...(valueTexts[name] && { enumDescriptions: valueTexts[name] }),
    default: standard,
    ...(name === 'path' ? { markdownDescription: text } : { description: text }),
  };
}

/** @param {Rule} rule */
function ruleSchema({ isList, orNull, values, pattern }) {
  if (isList) return { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 };
  const type = orNull ? ['string', 'null'] : 'string';
  if (values) return { type, enum: values };
  return pattern ? { type, pattern: pattern.source.replaceAll('\\/', '/') } : { type, minLength: 1 };
}

/** @param {readonly string[]} at */
function textOf(at) {
  return texts[/** @type {keyof typeof texts} */ (at.join('.'))];
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
