import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { amount, some } from '../../proofs.ts';
import { forms, logOf as logOfCase, tokenCases } from './corpus/corpus.ts';

const percent = encodeURIComponent;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const json = (value: unknown) => JSON.stringify(value);

/** Places a token and an adjacent text in the same location. */
type Planted = (token: string, beside: string) => { readonly raw: string; readonly row?: Partial<LogRow> };

const post = (type: string, body: string) =>
  `POST /api HTTP/1.1\r\nHost: shop.example\r\nContent-Type: ${type}\r\n\r\n${body}`;
const get = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: shop.example\r\n${headers}\r\n`;
const deep = (value: unknown, depth: number): unknown =>
  depth === 0 ? value : { a: [deep(value, depth - 1)] };

/** Every place in a request and its row, under neutral names. */
const places: Readonly<Record<string, Planted>> = {
  header: (token, beside) => ({ raw: get('/', `X-Info: ${beside} ${token}\r\n`) }),
  'user agent': (token, beside) => ({ raw: get('/', `User-Agent: ${beside} ${token}\r\n`) }),
  query: (token, beside) => ({ raw: get(`/?note=${percent(beside)}&q=${percent(token)}`) }),
  form: (token, beside) => ({
    raw: post('application/x-www-form-urlencoded', `note=${percent(beside)}&q=${percent(token)}`),
  }),
  'JSON at depth': (token, beside) => ({ raw: post('application/json', json(deep([beside, token], 6))) }),
  'member of JSON': (token, beside) => ({
    raw: post('application/json', json({ note: beside, item: token })),
  }),
  'element of XML': (token, beside) => ({
    raw: post('text/xml', `<a><note>${beside}</note><item>${token}</item></a>`),
  }),
  'attribute of XML': (token, beside) => ({ raw: post('text/xml', `<a note="${beside}" item="${token}"/>`) }),
  multipart: (token, beside) => ({
    raw: post(
      'multipart/form-data; boundary=B',
      `--B\r\nContent-Disposition: form-data; name="note"\r\n\r\n${beside} ${token}\r\n--B--\r\n`,
    ),
  }),
  cookie: (token) => ({ raw: get('/', `Cookie: theme=dark; item=${token}\r\n`) }),
  path: (token) => ({ raw: get(`/files/${percent(token)}/list`) }),
  'detected value': (token, beside) => ({ raw: '', row: { detectedValue: `${beside} ${token}` } }),
  description: (token, beside) => ({
    raw: '',
    row: { description: `found ${token} ${beside} in a request` },
  }),
  'layer of Base64': (token, beside) => ({
    raw: post(
      'application/x-www-form-urlencoded',
      `data=${percent(base64(json({ note: beside, item: token })))}`,
    ),
  }),
  'percent-encoded twice': (token, beside) => ({
    raw: get(`/?next=${percent(`/x?note=${percent(beside)}&q=${percent(token)}`)}`),
  }),
};

/** Texts that instruct secret scanners to ignore a line. */
const SWITCHES = [
  'secretlint-disable',
  '/* secretlint-disable */',
  '# gitleaks:allow',
  'nosec',
  '# nosemgrep',
  'pragma: allowlist secret',
  'trufflehog:ignore',
  'ggignore',
  '<!-- secretlint-disable-next-line -->',
  '// secretlint-disable-line',
  '‹redacted: cookie 1›',
];

function logOf(planted: ReturnType<Planted>): readonly [DetectionLog, LogRow] {
  const { log, row } = logOfCase(planted);
  return [log, { rawData: planted.raw, ...row }];
}

/** All forms in which an essential log leaves the editor. */
function formsOf(log: DetectionLog, row: LogRow): string {
  return Object.values(forms)
    .map((write) => write(log, row))
    .join('\n');
}

/** Returns the possible spellings of the token in a form. */
function spellings(token: string): readonly string[] {
  const inJson = json(token).slice(1, -1);
  return [token, percent(token), percent(percent(token)), inJson, json(inJson).slice(1, -1), base64(token)];
}

/** Tokens that are recognizable anywhere, because the shape covers the complete token. */
const tokens = tokenCases.filter(({ secret, raw }) => raw.includes(secret) && secret.length >= 20);

describe('tokens known by their shape', function () {
  this.timeout(300_000);

  it('are many', () => {
    assert.ok(tokens.length >= 80, String(tokens.length));
  });

  for (const [number, [place, plant]] of Object.entries(places).entries()) {
    it(`come through in no form from a ${place}, whatever text stands beside them`, () => {
      const leaked = some([...tokens.slice(number % 4), ...tokens.slice(0, number % 4)]).filter(
        ({ secret }, index) => {
          const [log, row] = logOf(plant(secret, SWITCHES[index % SWITCHES.length] ?? ''));
          const text = formsOf(log, row);
          return spellings(secret).some((spelling) => text.includes(spelling));
        },
      );
      assert.deepEqual(
        leaked.map(({ name, secret }) => `${name}: ${secret}`),
        [],
      );
    });
  }
});

describe('texts in a log', function () {
  this.timeout(120_000);
  const [token] = tokens;
  const secret = token?.secret ?? '';

  it('switch nothing off, in any place and any number', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(places)),
        fc.array(fc.constantFrom(...SWITCHES), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(' ', '\n', '\t'),
        (plant, switches, between) => {
          const planted = plant(secret, switches.join(' '));
          const around = switches.join(between);
          const row = { ...planted.row, baseMessage: around, rule: around };
          const [log, row_] = logOf({ raw: planted.raw, row });
          const text = formsOf(log, row_);
          assert.ok(!spellings(secret).some((spelling) => text.includes(spelling)), text);
        },
      ),
      { numRuns: amount(100) },
    );
  });
});
