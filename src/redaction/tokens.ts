/** Finds tokens by their prefixes, JSON Web Tokens, and random-looking words. */
import { formatOf } from '../http/decode/bytes.ts';
import type { Span } from '../text/spans.ts';

/**
 * Prefixes of tokens, each with the minimum length of the rest. Sources:
 * https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github;
 * https://docs.gitlab.com/security/tokens/#token-prefixes; https://cloud.google.com/docs/authentication/api-keys;
 * https://developers.google.com/identity/protocols/oauth2; https://docs.stripe.com/keys;
 * https://docs.stripe.com/webhooks; https://api.slack.com/concepts/token-types; https://docs.pypi.org/api/secrets/;
 * https://guides.rubygems.org/api-key-scopes/; https://docs.npmjs.com/about-access-tokens;
 * https://shopify.dev/docs/apps/build/authentication-authorization;
 * https://docs.digitalocean.com/reference/api/create-personal-access-token/;
 * https://developer.hashicorp.com/vault/docs/concepts/tokens; https://docs.databricks.com/dev-tools/auth/pat.html;
 * https://grafana.com/docs/grafana/latest/administration/service-accounts/; https://developer.atlassian.com/cloud/;
 * https://linear.app/developers; https://developers.notion.com;
 * https://developers.facebook.com/docs/facebook-login/guides/access-tokens; https://developer.squareup.com;
 * https://docs.docker.com; https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys/;
 * https://developers.figma.com/docs/rest-api/authentication/; https://tailscale.com/kb/1277/key-prefixes;
 * https://developer.1password.com/docs/service-accounts/security/; https://learn.microsoft.com/nuget/;
 * https://crates.io; https://docs.aws.amazon.com/bedrock/; https://www.twilio.com/docs;
 * https://support.atlassian.com/bitbucket-cloud/; https://developer.hashicorp.com/terraform/cloud-docs;
 * https://planetscale.com/docs; https://docs.newrelic.com/docs/apis; https://learning.postman.com;
 * https://airtable.com/developers/web/api; https://developers.brevo.com; https://www.dropbox.com/developers;
 * https://learn.microsoft.com/entra/; https://learn.microsoft.com/azure/devops/;
 * https://www.alibabacloud.com/help/ram; https://cloud.tencent.com/document/product/598;
 * https://yandex.cloud/docs/iam; https://platform.openai.com/docs/api-reference/authentication;
 * https://docs.anthropic.com/en/api/overview.
 */
const PREFIXES = String.raw`
  gh[opsur]_ 30  github_pat_ 22  gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)- 16  gl(?:sa|c)_ 32
  AIza 30  ya29\. 16  GOCSPX- 20  (?:sk|rk|pk)_(?:live|test)_ 16  sk-(?:proj|svcacct|admin|None|ant|or|lf)- 16
  xai- 40  gsk_ 40  hf_ 30  r8_ 30  pplx- 40  xox[abcdeoprs]- 10  xapp-\d- 10  pypi- 32  rubygems_ 32  npm_ 30  SG\. 16
  shp(?:at|ca|pa|ss|ua)_ 32  do[opr]_v1_ 40  hv[sbr]\. 20  dapi[a-f\d] 31  ATATT3 50  AT(?:BB|CTT3) 20  lin_(?:api|oauth)_ 30
  (?:secret|ntn)_ 40  EAA 30  sq0(?:atp|csp|idp)- 22  dckr_(?:pat|oat)_ 20  ph[cx]_ 32  dp\.(?:pt|st|ct|sa|scim|audit)\.(?:\w{1,40}\.)? 30
  figd_ 30  tskey- 12  oy2 43  cio 32  pscale_(?:tkn|pw|oauth)_ 30  NR(?:AK|II|JS|RA)- 19  PMAK- 24
  pat[A-Za-z\d]{14}\. 40  x(?:keysib|smtpsib)- 64  sl\.(?:u\.)? 60  sbp?_ 30  v[1-4]\.(?:local|public)\. 40  AGE-SECRET-KEY-1 50
  A(?:3T[A-Z\d]|KIA|SIA|GPA|IDA|ROA|IPA|NPA|NVA|BIA|CCA)[A-Z2-7] 15  LTAI 12  AKID 28  AQVN 34  AC[a-f\d]{32}:[a-f\d] 31  LS0tLS1CRUdJTi 20
  [xyz]prv 100  ops_eyJ 100  v1\.0-[a-f\d]{24}- 100
`;

/** The patterns, each with a text that every match contains, which allows most text to be skipped. */
const SHAPES = PREFIXES.trim()
  .split(/\s+/)
  .flatMap((prefix, at, all) =>
    at % 2 === 1
      ? []
      : {
          sign: prefix.replace(/(?:\w\?|[^\w-]).*/, ''),
          pattern: new RegExp(`${prefix}[\\w-]{${all[at + 1]},2048}(?:\\.[\\w-]{8,2048}){0,4}`, 'g'),
        },
  );

/** JSON Web Tokens, signed or encrypted. A token with an empty signature is an attack. */
const JSON_TOKEN = {
  sign: 'eyJ',
  pattern: /eyJ[\w-]{7,512}\.[\w-]{0,8192}\.[\w-]{1,8192}(?:\.[\w-]{1,8192}\.[\w-]{1,8192})?/g,
};

/** The content of a key file (RFC 7468, OpenSSH, PGP), which can be truncated. */
const KEY_FILE = {
  sign: 'BEGIN',
  pattern:
    /(?<=-{4,5} ?BEGIN[ +](?:[A-Za-z\d]{1,20}[ +]){0,4}(?:PRIVATE[ +]KEY(?:[ +]BLOCK)?|Static[ +]key[ +]V1) ?-{4,5})(?!-)(?:[^-]|-(?!-{3})){16,32768}/g,
};

const SHORTEST_TOKEN = 14;

/** Finds tokens. Linear in the length of the text. */
export function findTokens(text: string): readonly Span[] {
  const runs = text
    .match(/[\w.:-]+/g)
    ?.filter((run) => run.length >= SHORTEST_TOKEN || run.includes('BEGIN'))
    .join(' ');
  if (!runs) return [];
  return [KEY_FILE, JSON_TOKEN, ...SHAPES].flatMap(({ sign, pattern }) =>
    runs.includes(sign)
      ? Array.from(text.matchAll(pattern))
          .filter(({ 0: token, index }) => startsToken(text, index, token))
          .map(({ 0: token, index }) => ({ start: index, end: index + token.length }))
      : [],
  );
}

/**
 * Returns true if a token can start here. A long, distinctive prefix can follow a letter; a short one must start a
 * word.
 */
function startsToken(text: string, start: number, token: string): boolean {
  return /^[a-z\d]{2,12}[_-]|^AIza|^eyJ|^\s/i.test(token) || !/[A-Za-z\d]/.test(text.charAt(start - 1));
}

/** A run of letters, digits, and hyphens. */
const RUN = /[\w-]{16,512}/g;
const HEXADECIMAL = /^[\da-f-]+$/i;
/** Words and numbers in a name. */
const SLUG = /^(?:[A-Za-z]{1,40}|\d{1,10})(?:[-_](?:[A-Za-z]{1,40}|\d{1,10})){0,200}$/;

/** Finds random-looking words, except identifiers in hexadecimal digits and encoded text, which can be an attack. */
export function findWords(text: string): readonly Span[] {
  return Array.from(text.matchAll(RUN), ({ 0: run, index }) => ({
    run,
    start: index,
    end: index + run.length,
  }))
    .filter(({ run }) => !HEXADECIMAL.test(run) && !SLUG.test(run) && looksRandom(run) && !isEncoded(run))
    .map(({ start, end }) => ({ start, end }));
}

function isEncoded(run: string): boolean {
  const bytes = Buffer.from(run, 'base64url');
  return /^rO0AB/.test(run) || /^[ -~\s]{12}/.test(bytes.toString('latin1')) || formatOf(bytes) !== undefined;
}

/** A time in the short form of ISO 8601, with or without the date. */
const TIME = /^(?:\d{6})?\d{2}T\d{4}(?:\d{2})?Z?$/i;

/** Returns true if a part of a word looks random, which makes the word unlikely to occur again by chance. */
function looksRandom(word: string): boolean {
  const parts = word.split(/[_-]/);
  return parts.some(
    (part) => part.length >= 8 && /[A-Za-z]/.test(part) && !TIME.test(part) && isIrregular(part),
  );
}

/** The changes between letters and digits and from lowercase to capital letters. */
const CHANGES = /[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g;

function isIrregular(part: string): boolean {
  const changes = part.match(CHANGES)?.length ?? 0;
  if (/\d/.test(part)) return changes >= 3 || /^[\da-f]{16,512}$/i.test(part);
  if (part.length < 12) return false;
  return /^(?:[a-z]+|[A-Z]+)$/.test(part) ? isUnpronounceable(part.toLowerCase()) : changes >= 5;
}

/** Returns true if vowels are rarer than in words in most languages. */
function isUnpronounceable(letters: string): boolean {
  const vowels = letters.match(/[aeiouy]/g)?.length ?? 0;
  return /[^aeiouy]{6}/.test(letters) || 6 * vowels < letters.length;
}
