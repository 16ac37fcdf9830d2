import assert from 'node:assert/strict';
import { english } from '../../../src/text/l10n.ts';
import { type DifferingService, measure, type ServiceAnswer } from './differingServices.ts';
import { makeService } from './plausibleServices.ts';

const usual = makeService('usual', { idxName: 'log_idx' });
const long = 'n'.repeat(10_000);

/** Ways in which a service might try to harm a search. */
const hostile: Readonly<Record<string, (answer: ServiceAnswer, request: number) => ServiceAnswer>> = {
  'names of 10,000 characters': (answer) => ({
    ...answer,
    body: renamed(answer.body, (name) => (name === 'attack' ? long : name)),
  }),
  'names that are the key': (answer) => ({
    ...answer,
    body: renamed(answer.body, (name) => (['attack', 'items'].includes(name) ? usual.key : name)),
  }),
  'a result code that is the key': (answer) => ({
    ...answer,
    body: { ...Object(answer.body), message: { key: usual.key, value: usual.key } },
  }),
  'names of prototypes': (answer) => ({
    ...answer,
    body: JSON.parse(
      JSON.stringify(answer.body ?? null)
        .replace('"items"', '"__proto__"')
        .replaceAll('"attack"', '"constructor"'),
    ),
  }),
  'another answer each time': (answer, request) =>
    [answer, { status: 400, body: 'no' }, { status: 404, body: {} }, { status: 200, body: [] }][
      request % 4
    ] ?? answer,
  'a redirect to another origin': () => ({
    status: 302,
    headers: { Location: 'https://evil.example/partner/website/all' },
    body: '',
  }),
  'a refusal that names the key and other headers': () => ({
    status: 401,
    headers: { 'WWW-Authenticate': `${usual.key} realm="${usual.key}"` },
    body: {
      message: { key: 'RES000033', value: `Host, Cookie-Key, ${usual.key}-Key and Content-Key are needed` },
    },
  }),
  'redirects without end': (_, request) => ({
    status: 302,
    headers: { Location: `/partner/website/all/${request}` },
    body: '',
  }),
  'refusals that name another parameter each time': (_, request) => ({
    status: 400,
    body: {
      message: { key: 'RES000002', value: `'page_${request}', '__proto__' and 'constructor' are required` },
    },
  }),
  'a refusal that names the key and a long name as parameters': () => ({
    status: 400,
    body: { errors: { [usual.key]: ['is required'], [`page_${long}`]: ['is required'] } },
  }),
  'names of prototypes around its lists': (answer) => ({
    ...answer,
    body: JSON.parse(JSON.stringify(answer.body ?? null).replaceAll('"per_page"', '"__proto__"')),
  }),
  'answers of 64 MiB among others': (answer, request) =>
    request % 12 === 0 ? { status: 200, body: huge } : answer,
  'deep nesting': () => ({ status: 200, body: JSON.parse(`${'['.repeat(90)}${']'.repeat(90)}`) }),
  'a body of many objects': () => ({ status: 200, body: { data: { items: Array(60_000).fill({ a: 1 }) } } }),
};

const huge = 'a'.repeat(64 * 1024 * 1024);

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [rename(name), renamed(each, rename)]),
  );
}

describe('findConventions with a hostile service', function () {
  this.timeout(60_000);
  for (const [name, change] of Object.entries(hostile)) {
    it(`keeps its bounds, and stores no unusable name, with ${name}`, async () => {
      let count = 0;
      const service: DifferingService = {
        ...usual,
        answer: (request) => change(usual.answer(request), count++),
      };
      const { requests, refusals, found, verdict, tries } = await measure(service);
      assert.ok(requests <= 40 && refusals <= 4, `${requests} requests, ${refusals} refusals`);
      const told = tries.map(({ what }) => (what ? english(what) : '')).join('\n');
      assert.ok(!told.includes(usual.key), told);
      const stored = JSON.stringify(found.place);
      assert.ok(!stored.includes(usual.key), 'the key is among the conventions');
      assert.ok(!stored.includes(long.slice(0, 100)));
      assert.doesNotMatch(stored, /__proto__|"constructor"|evil\.example/);
      assert.notEqual(verdict, 'works');
    });
  }
});
