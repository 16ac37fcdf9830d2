/**
 * Shapes of tokens, each with its source. To add one, add a row: `sign` is a string that every token of the shape
 * contains, which allows most text to be skipped; the group at the end of the pattern is the secret, or the complete
 * match if there is no group.
 */
import { firstMatch } from '../text/nearby.ts';
import type { Finding } from './headerGrammar.ts';
import type { SecretKind } from './secretNames.ts';

type Shape = readonly [sign: string, pattern: RegExp, kind?: SecretKind];

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
  LTAI 12  AKID 28  AQVN 34  [xyz]prv 100  ops_eyJ 100  v1\.0-[a-f\d]{24}- 100
`;

const SHAPES: readonly Shape[] = [
  // Key files (RFC 7468, OpenSSH, PGP): complete, truncated, on one line, or with line breaks written as `\n`
  [
    'BEGIN',
    /-{4,5} ?BEGIN[ +](?:[A-Za-z\d]{1,20}[ +]){0,4}(?:PRIVATE[ +]KEY(?:[ +]BLOCK)?|Static[ +]key[ +]V1) ?-{4,5}(?!-)(?:\s|\\[nr]){0,16}((?:(?!-{4,5} ?(?:END|BEGIN))[\s\S]){1,32768}(?=-{4,5} ?END)|(?=\s{0,200}\w)(?:[A-Za-z\d+/= \t\r\n:,.()@]|-(?!---)|\\[nr]){1,32768})/g,
    'key',
  ],
  ...PREFIXES.trim()
    .split(/\s+/)
    .flatMap((prefix, at, all) => (at % 2 === 0 ? [prefixed(prefix, all[at + 1] ?? '')] : [])),
  ['1//0', /1\/\/0[\w-]{30,512}/g],
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
  ['A', /(?:A3T[A-Z\d]|AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z\d])/g],
  ['whsec_', /whsec_[A-Za-z\d+/=]{20,255}/g],
  // https://platform.openai.com/docs/api-reference/authentication; https://docs.anthropic.com/en/api/overview
  ['sk-', /sk-[A-Za-z\d]{32,64}/g],
  ['hooks.slack.com/', /hooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/-]{16,200})/g],
  // https://core.telegram.org/bots/api#authorizing-your-bot
  [':', /(?:bot|\b)(\d{6,12}:[\w-]{32,45})/g],
  // https://discord.com/developers/docs/reference#authentication
  ['.', /(?<![\w-])[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,40}(?![\w-])/g],
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
  ['webhook', /\/webhookb2\/([\w@-]{20,120}\/IncomingWebhook\/[\w-]{20,80}(?:\/[\w-]{20,100}){0,2})/g],
  // https://www.twilio.com/docs/iam/api-keys; https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
  ['SK', /SK[a-f\d]{32}(?![a-f\d])/g],
  // https://mailchimp.com/developer/marketing/docs/fundamentals/; https://documentation.mailgun.com
  ['-us', /(?<![a-f\d])[a-f\d]{32}-us\d{1,2}(?!\d)/g],
  ['key-', /key-[a-f\d]{32}(?![a-f\d])/g],
  // https://docs.sentry.io/account/auth-tokens/; https://www.cloudflare.com; https://posthog.com; https://doppler.com
  ['sntry', /sntry[su]_[\w+/=-]{40,400}/g],
  ['ABSK', /ABSK[A-Za-z\d+/]{60,200}={0,2}/g],
  ['AC', /AC[a-f\d]{32}:([a-f\d]{32})/g],
  ['.atlasv1.', /(?<![A-Za-z\d])[A-Za-z\d]{10,20}\.atlasv1\.[\w-]{40,100}/g],
  ['Q~', /[\w.~-]{3,4}Q~[\w.~-]{30,40}/g],
  ['AZDO', /(?<![A-Za-z\d])[A-Za-z\d]{60,80}AZDO[A-Za-z\d]{4}/g],
  // https://fly.io/docs/security/tokens/; https://supabase.com/docs/guides/api/api-keys; https://paseto.io
  ['fm', /fm[12][ar]?_[A-Za-z\d+/]{60,2000}={0,2}/g],
  // https://learn.microsoft.com/previous-versions/aspnet/bb547068(v=vs.100): sessions without cookies
  ['(', /\([SFA]\(([\w-]{16,400})(?=\)\))/g],
  // https://help.zapier.com (webhooks); https://the.earth.li/~sgtatham/putty/ (appendix C); RFC 7517 and 7518
  ['hooks/catch/', /hooks\/catch\/\d{3,12}\/([A-Za-z\d]{5,20})/g],
  ['Private-Lines:', /Private-Lines: \d{1,3}\s{1,4}((?:[A-Za-z\d+/=]{1,80}\s{1,4}){1,100})/g],
  ['"kty"', /"(?:d|p|q|dp|dq|qi|k)"\s{0,9}:\s{0,9}"([\w-]{16,2000})/g],
  // https://apereo.github.io/cas/ (protocol specification, 3.1 and 3.3)
  ['T-', /(?<![A-Za-z\d])(?:ST|PT|PGT|TGT|PGTIOU)-\d{1,9}-[\w.-]{8,300}/g],
  // SQL Server, Azure Storage: https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
  ['AccountKey=', /AccountKey=([A-Za-z\d+/]{40,100}={0,2})/g],
  // https://github.com/go-sql-driver/mysql#dsn-data-source-name; https://docs.oracle.com/en/database/oracle/oracle-database/ (JDBC thin)
  ['@', /(?<![\w.-])[\w.-]{1,60}:([^\s@:/]{1,200})(?=@(?:tcp|tcp6|unix)\()/g],
  ['jdbc:oracle:', /jdbc:oracle:(?:thin|oci8?):[\w.$#-]{1,60}\/([^\s@/:]{1,200})(?=@)/g],
  // https://github.com/zxing/zxing/wiki/Barcode-Contents#wi-fi-network-config-android-ios-11
  ['WIFI:', /WIFI:(?:[TSHRE]:[^;\r\n]{0,64};){0,5}P:((?:[^;\\\r\n]|\\.){1,80})/g],
  // https://developer.apple.com/documentation/usernotifications
  ['/3/device/', /\/3\/device\/([a-f\d]{64,200})/gi],
  // https://docs.mapbox.com/help/dive-deeper/access-tokens/; https://developer.paypal.com/braintree/docs/
  ['.eyJ', /[pst]k\.eyJ[\w-]{20,400}\.[\w-]{16,100}/g],
  ['access_token$', /access_token\$\w{4,12}\$[a-z\d]{10,30}\$[a-f\d]{32}/g],
  // Tokens with a service-specific prefix: lowercase letters, an underscore, and a long run of letters in both cases
  // with digits
  [
    '_',
    /(?<![\w-])[a-z][a-z\d]{1,11}(?:_[a-z]{2,8}){0,2}_(?=[a-zA-Z]{0,30}\d)(?=[a-z\d]{0,30}[A-Z])(?=[A-Z\d]{0,30}[a-z])[A-Za-z\d]{28,300}(?![\w-])/g,
  ],
  // RFC 4954, 4616: the initial response to SMTP's AUTH
  ['AUTH ', /\bAUTH (?:PLAIN|LOGIN|XOAUTH2|OAUTHBEARER) ([A-Za-z\d+/]{8,4000}={0,2})/g],
  // https://en.bitcoin.it/wiki/Wallet_import_format; BIP 32
  ['', /(?<![A-Za-z\d])(?:[KL][1-9A-HJ-NP-Za-km-z]{51}|5[HJK][1-9A-HJ-NP-Za-km-z]{49})(?![A-Za-z\d])/g],
  // cPanel: https://docs.cpanel.net/knowledge-base/security/
  ['cpsess', /cpsess(\d{6,20})/g],
  // https://www.php.net/manual/function.password-hash.php; crypt(5)
  ['$', /\$(?:2[abxy]|argon2(?:id|i|d)|apr1|[156y]|scrypt|pbkdf2(?:-sha\d{1,3})?)\$[\w./$=,+-]{20,200}/g],
];

function prefixed(prefix: string, least: string): Shape {
  const pattern = new RegExp(`${prefix}[\\w-]{${least},2048}(?:\\.[\\w-]{8,2048}){0,4}`, 'g');
  return [prefix.replace(/(?:\w\?|[^\w-]).*/, ''), pattern];
}

/** Finds tokens with the shapes above. Linear in the length of the text. Findings are in ascending order. */
export function findByShape(text: string): Finding[] {
  const findings = findJsonTokens(text);
  for (const [sign, pattern, kind = 'token'] of SHAPES) {
    if (!text.includes(sign)) continue;
    for (const match of text.matchAll(pattern)) {
      const { 0: whole, 1: part = whole } = match;
      const end = match.index + whole.length;
      const start = end - part.length;
      if (match.length > 1 || startsToken(text, start, whole)) findings.push({ start, end, kind });
    }
  }
  return findings.sort((one, other) => one.start - other.start);
}

/**
 * Returns true if a token can start here. A long, distinctive prefix can follow a letter; a short one must start a
 * word.
 */
function startsToken(text: string, start: number, token: string): boolean {
  return /^[a-z\d]{2,12}[_-]|^AIza/i.test(token) || !/[A-Za-z\d]/.test(text.charAt(start - 1));
}

/**
 * Finds JSON Web Tokens, signed or encrypted, possibly with a prefix such as `session_`. A token with an empty signature
 * is an attack. An expression would overflow the stack of the engine for a long token.
 */
function findJsonTokens(text: string): Finding[] {
  const findings: Finding[] = [];
  for (let start = text.indexOf('eyJ'); start >= 0; ) {
    const [first = start, second = 0, third = 0, fourth = 0, fifth = 0] = partEnds(text, start);
    const isEncrypted = fourth > third + 1 && fifth > fourth + 1;
    const isToken =
      first >= start + 10 &&
      third > second + 1 &&
      /(?:^|[^\w-])[\w-]{0,64}$/.test(text.slice(Math.max(0, start - 65), start));
    const end = isEncrypted ? fifth : third;
    if (isToken) findings.push({ start, end, kind: 'token' });
    start = text.indexOf('eyJ', isToken ? end : first);
  }
  return findings;
}

/** Returns the ends of up to five parts, separated by periods. */
function partEnds(text: string, start: number): number[] {
  const ends: number[] = [];
  for (let from = start; ends.length < 5; ) {
    const end = firstMatch(text, /[^\w-]/g, from);
    ends.push(end);
    if (text[end] !== '.') break;
    from = end + 1;
  }
  return ends;
}
