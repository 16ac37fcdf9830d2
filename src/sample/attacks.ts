/** Creates requests that carry an attack in different parts: the query, a form, JSON, XML, or a cookie. */
import type { Random } from './random.ts';
import {
  encodings,
  formBody,
  joinFields,
  jsonBody,
  type SampleBody,
  type SampleField,
  type SampleRequest,
  textBody,
  xmlText,
} from './requests.ts';
import type { SampleDomain } from './sampleDomains.ts';
import { cookies } from './visitors.ts';

/** A request and the attack that the service detects in it. */
export interface Attack extends SampleRequest {
  /** The text that the rule matches, exactly as in the request. */
  readonly detected: string;
  /** The location of the value, for example `parameter q`. */
  readonly place: string;
}

type Carrier = (random: Random, domain: SampleDomain, name: string, payload: string) => Attack;

const inQuery: Carrier = (random, domain, name, payload) => {
  const encode = random.pick(encodings);
  const detected = encode(payload);
  const fields: SampleField[] = [[name, detected]];
  if (random.chance(0.6)) fields.unshift(['page', String(random.between(1, 40))]);
  if (random.chance(0.3)) fields.push(['keyword', encode(random.pick(domain.language.words))]);
  return get(`${page(random, domain)}?${joinFields(fields)}`, detected, `parameter ${name}`);
};

const inForm: Carrier = (random, domain, name, payload) => {
  const encode = random.pick(encodings);
  const detected = encode(payload);
  const others = person(random, domain).map(([field, value]): SampleField => [field, encode(value)]);
  return post(random, domain, formBody([...others, [name, detected]]), detected, `parameter ${name}`);
};

const inJson: Carrier = (random, domain, name, payload) => {
  const detected = JSON.stringify(payload).slice(1, -1);
  const body = jsonBody([...person(random, domain), [name, payload]]);
  return post(random, domain, body, detected, `JSON field ${name}`);
};

const inXml: Carrier = (random, domain, name, payload) => {
  const fields: SampleField[] = [...person(random, domain), [name, payload]];
  const elements = fields.map(([field, value]) => `  <${field}>${xmlText(value)}</${field}>\n`).join('');
  const body = textBody('application/xml', `<?xml version="1.0"?>\n<request>\n${elements}</request>\n`);
  return post(random, domain, body, xmlText(payload), `XML element ${name}`);
};

const inCookie: Carrier = (random, domain, name, payload) => {
  const detected = encodeURIComponent(payload);
  const attack = get(page(random, domain), detected, `cookie ${name}`);
  return { ...attack, headers: [['Cookie', `${cookies(random)}; ${name}=${detected}`]] };
};

const carriers = [inQuery, inQuery, inQuery, inForm, inForm, inJson, inXml, inCookie];

/** Creates a request that contains `payload` in a random part, as the value of `name`, which must be a single word. */
export const carry: Carrier = (random, domain, name, payload) =>
  random.pick(carriers)(random, domain, name, payload);

/** Creates a GET request. */
export function get(target: string, detected: string, place: string): Attack {
  return { method: 'GET', target, headers: [], detected, place };
}

/** Creates a POST request that sends `body` to one of the domain's pages. */
export function post(
  random: Random,
  domain: SampleDomain,
  body: SampleBody,
  detected: string,
  place: string,
): Attack {
  return { method: 'POST', target: page(random, domain), headers: [], body, detected, place };
}

/** Returns the encoded path of one of the domain's pages. */
export function page(random: Random, domain: SampleDomain): string {
  return encodeURI(random.pick(domain.language.pages));
}

/** Returns form fields as filled in by a visitor. The secrets and card numbers are well-known test values. */
function person(random: Random, { language }: SampleDomain): SampleField[] {
  const fields: SampleField[] = [
    ['name', random.pick(language.people)],
    ['email', `visitor${random.between(1, 999)}@mail.example`],
    ['message', random.pick(language.words)],
  ];
  if (random.chance(0.5)) fields.push(['password', `not-a-password-${random.hex(6)}`]);
  if (random.chance(0.2)) fields.push(['card_number', '4111111111111111']);
  return fields;
}
