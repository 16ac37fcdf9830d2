/**
 * Shapes of tokens, each with its source. To add one, add a row: `sign` is a string that every token of the shape
 * contains, which allows most text to be skipped; the first group of the pattern is the secret, or the complete match
 * if there is no group.
 */
import type { Finding } from './headerGrammar.ts';

interface Shape {
  readonly sign: string;
  readonly pattern: RegExp;
}

const SHAPES: readonly Shape[] = [
  // https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
  { sign: 'gh', pattern: /gh[opsur]_[A-Za-z\d]{30,255}/g },
  { sign: 'github_pat_', pattern: /github_pat_\w{22,255}/g },
  // https://docs.gitlab.com/security/tokens/#token-prefixes
  {
    sign: 'gl',
    pattern: /gl(?:pat|oas|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)-[\w.-]{16,300}/g,
  },
  // https://cloud.google.com/docs/authentication/api-keys; https://developers.google.com/identity/protocols/oauth2
  { sign: 'AIza', pattern: /AIza[\w-]{30,45}/g },
  { sign: 'ya29.', pattern: /ya29\.[\w./-]{16,2048}/g },
  { sign: 'GOCSPX-', pattern: /GOCSPX-[\w-]{20,40}/g },
  { sign: '1//0', pattern: /1\/\/0[\w-]{30,512}/g },
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids
  {
    sign: 'A',
    pattern: /(?:A3T[A-Z\d]|AKIA|ASIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Z\d])/g,
  },
  // https://docs.stripe.com/keys; https://docs.stripe.com/webhooks
  { sign: '_', pattern: /(?:sk|rk|pk)_(?:live|test)_[A-Za-z\d]{16,255}/g },
  { sign: 'whsec_', pattern: /whsec_[A-Za-z\d+/=]{20,255}/g },
  // https://platform.openai.com/docs/api-reference/authentication; https://docs.anthropic.com/en/api/overview
  { sign: 'sk-', pattern: /sk-(?:proj|svcacct|admin|None|ant|or|lf)-[\w-]{16,300}|sk-[A-Za-z\d]{32,64}/g },
  { sign: 'xai-', pattern: /xai-[A-Za-z\d]{40,100}/g },
  { sign: 'gsk_', pattern: /gsk_[A-Za-z\d]{40,80}/g },
  { sign: 'hf_', pattern: /hf_[A-Za-z\d]{30,50}/g },
  { sign: 'r8_', pattern: /r8_[A-Za-z\d]{30,50}/g },
  { sign: 'pplx-', pattern: /pplx-[A-Za-z\d]{40,80}/g },
  // https://api.slack.com/concepts/token-types
  { sign: 'xox', pattern: /xox[abcdeoprs]-[\w-]{10,255}/g },
  { sign: 'xapp-', pattern: /xapp-\d-[\w-]{10,255}/g },
  {
    sign: 'hooks.slack.com/',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/([\w/-]{16,200})/g,
  },
  // https://core.telegram.org/bots/api#authorizing-your-bot
  { sign: ':', pattern: /(?:bot|\b)(\d{6,12}:[\w-]{32,45})/g },
  // https://discord.com/developers/docs/resources/webhook; https://discord.com/developers/docs/reference#authentication
  {
    sign: 'discord',
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{5,25}\/[\w-]{20,120})/g,
  },
  { sign: '.', pattern: /(?<![\w-])[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,40}(?![\w-])/g },
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
  {
    sign: 'webhook',
    pattern: /\/webhookb2\/([\w@-]{20,120}\/IncomingWebhook\/[\w-]{20,80}(?:\/[\w-]{20,100}){0,2})/g,
  },
  // https://docs.pypi.org/api/secrets/; https://guides.rubygems.org/api-key-scopes/; https://docs.npmjs.com/about-access-tokens
  { sign: 'pypi-', pattern: /pypi-[\w-]{32,1024}/g },
  { sign: 'rubygems_', pattern: /rubygems_[a-f\d]{32,64}/g },
  { sign: 'npm_', pattern: /npm_[A-Za-z\d]{30,64}/g },
  // https://www.twilio.com/docs/iam/api-keys; https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
  { sign: 'SK', pattern: /SK[a-f\d]{32}(?![a-f\d])/g },
  { sign: 'SG.', pattern: /SG\.[\w-]{16,32}\.[\w-]{32,64}/g },
  // https://mailchimp.com/developer/marketing/docs/fundamentals/; https://documentation.mailgun.com
  { sign: '-us', pattern: /(?<![a-f\d])[a-f\d]{32}-us\d{1,2}(?!\d)/g },
  { sign: 'key-', pattern: /key-[a-f\d]{32}(?![a-f\d])/g },
  // https://shopify.dev/docs/apps/build/authentication-authorization
  { sign: 'shp', pattern: /shp(?:at|ca|pa|ss|ua)_[a-fA-F\d]{32,64}/g },
  // https://docs.digitalocean.com/reference/api/create-personal-access-token/; https://developer.hashicorp.com/vault/docs/concepts/tokens
  { sign: 'o', pattern: /do[opr]_v1_[a-f\d]{40,80}/g },
  { sign: 'hv', pattern: /hv[sbr]\.[\w-]{20,300}/g },
  // https://docs.databricks.com/dev-tools/auth/pat.html; https://grafana.com/docs/grafana/latest/administration/service-accounts/
  { sign: 'dapi', pattern: /dapi[a-f\d]{32}(?:-\d)?/g },
  { sign: 'gl', pattern: /gl(?:sa|c)_[A-Za-z\d+/=_]{32,400}/g },
  // https://developer.atlassian.com/cloud/; https://linear.app/developers; https://developers.notion.com
  { sign: 'ATATT3', pattern: /ATATT3[\w=-]{50,400}/g },
  { sign: 'lin_', pattern: /lin_(?:api|oauth)_[A-Za-z\d]{30,80}/g },
  { sign: '_', pattern: /(?:secret|ntn)_[A-Za-z\d]{40,60}/g },
  // https://developers.facebook.com/docs/facebook-login/guides/access-tokens; https://developer.squareup.com; https://docs.docker.com
  { sign: 'EAA', pattern: /EAA[A-Za-z\d]{30,400}/g },
  { sign: 'EAAA', pattern: /EAAA[\w-]{60}/g },
  { sign: 'sq0', pattern: /sq0(?:atp|csp|idp)-[\w-]{22,60}/g },
  { sign: 'dckr_', pattern: /dckr_(?:pat|oat)_[\w-]{20,80}/g },
  // https://docs.sentry.io/account/auth-tokens/; https://www.cloudflare.com; https://posthog.com; https://doppler.com
  { sign: 'sntry', pattern: /sntry[su]_[\w+/=-]{40,400}/g },
  // https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys/
  { sign: 'v1.0-', pattern: /v1\.0-[a-f\d]{24}-[a-f\d]{100,200}/g },
  { sign: 'ph', pattern: /ph[cx]_[A-Za-z\d]{32,64}/g },
  { sign: 'dp.', pattern: /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{32,80}/g },
  // https://developers.figma.com/docs/rest-api/authentication/; https://tailscale.com/kb/1277/key-prefixes
  { sign: 'figd_', pattern: /figd_[\w-]{30,80}/g },
  { sign: 'tskey-', pattern: /tskey-[a-z]{2,12}-\w{8,40}(?:-\w{16,80})?/g },
  // https://developer.1password.com/docs/service-accounts/security/
  { sign: 'ops_eyJ', pattern: /ops_eyJ[\w+/=-]{100,2000}/g },
  // https://learn.microsoft.com/nuget/; https://crates.io; https://docs.aws.amazon.com/bedrock/; https://www.twilio.com/docs
  { sign: 'oy2', pattern: /oy2[a-z\d]{43}/g },
  { sign: 'cio', pattern: /cio[A-Za-z\d]{32}/g },
  { sign: 'ABSK', pattern: /ABSK[A-Za-z\d+/]{60,200}={0,2}/g },
  { sign: 'AC', pattern: /AC[a-f\d]{32}:([a-f\d]{32})/g },
  // https://support.atlassian.com/bitbucket-cloud/; https://developer.hashicorp.com/terraform/cloud-docs; https://planetscale.com/docs
  { sign: 'AT', pattern: /AT(?:BB|CTT3)[\w=-]{20,400}/g },
  { sign: '.atlasv1.', pattern: /(?<![A-Za-z\d])[A-Za-z\d]{10,20}\.atlasv1\.[\w-]{40,100}/g },
  { sign: 'pscale_', pattern: /pscale_(?:tkn|pw|oauth)_[\w.-]{30,80}/g },
  // https://docs.newrelic.com/docs/apis; https://learning.postman.com; https://airtable.com/developers/web/api; https://developers.brevo.com
  { sign: 'NR', pattern: /NR(?:AK|II|JS|RA)-[A-Za-z\d_-]{19,50}/g },
  { sign: 'PMAK-', pattern: /PMAK-[a-f\d]{24}-[a-f\d]{30,40}/g },
  { sign: 'pat', pattern: /pat[A-Za-z\d]{14}\.[a-f\d]{40,64}/g },
  { sign: 'xkeysib-', pattern: /x(?:keysib|smtpsib)-[a-f\d]{64}-[A-Za-z\d]{12,20}/g },
  // https://www.dropbox.com/developers; https://learn.microsoft.com/entra/; https://learn.microsoft.com/azure/devops/
  { sign: 'sl.', pattern: /sl\.(?:u\.)?[\w-]{60,1400}/g },
  { sign: 'Q~', pattern: /[\w.~-]{3,4}Q~[\w.~-]{30,40}/g },
  { sign: 'AZDO', pattern: /(?<![A-Za-z\d])[A-Za-z\d]{60,80}AZDO[A-Za-z\d]{4}/g },
  // https://fly.io/docs/security/tokens/; https://supabase.com/docs/guides/api/api-keys; https://paseto.io
  { sign: 'fm', pattern: /fm[12][ar]?_[A-Za-z\d+/]{60,2000}={0,2}/g },
  { sign: 'sb', pattern: /sbp?_(?:secret_|oauth_)?[A-Za-z\d_-]{30,60}/g },
  { sign: '.', pattern: /v[1-4]\.(?:local|public)\.[\w-]{40,4000}/g },
  // https://learn.microsoft.com/previous-versions/aspnet/bb547068(v=vs.100): sessions without cookies
  { sign: '(', pattern: /\([SFA]\(([\w-]{16,400})\)\)/g },
  // https://help.zapier.com (webhooks); https://the.earth.li/~sgtatham/putty/ (appendix C); RFC 7517 and 7518
  { sign: 'hooks/catch/', pattern: /hooks\/catch\/\d{3,12}\/([A-Za-z\d]{5,20})/g },
  {
    sign: 'Private-Lines:',
    pattern: /Private-Lines: \d{1,3}\s{1,4}((?:[A-Za-z\d+/=]{1,80}\s{1,4}){1,100})/g,
  },
  { sign: '"kty"', pattern: /"(?:d|p|q|dp|dq|qi|k)"\s{0,9}:\s{0,9}"([\w-]{16,2000})/g },
  { sign: 'AGE-SECRET-KEY-', pattern: /AGE-SECRET-KEY-1[A-Z\d]{50,70}/g },
  // https://apereo.github.io/cas/ (protocol specification, 3.1 and 3.3)
  { sign: 'T-', pattern: /(?<![A-Za-z\d])(?:ST|PT|PGT|TGT|PGTIOU)-\d{1,9}-[\w.-]{8,300}/g },
  // SQL Server, Azure Storage: https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
  { sign: 'AccountKey=', pattern: /AccountKey=([A-Za-z\d+/]{40,100}={0,2})/g },
  // https://github.com/go-sql-driver/mysql#dsn-data-source-name; https://docs.oracle.com/en/database/oracle/oracle-database/ (JDBC thin)
  { sign: '@', pattern: /(?<![\w.-])[\w.-]{1,60}:([^\s@:/]{1,200})@(?:tcp|tcp6|unix)\(/g },
  { sign: 'jdbc:oracle:', pattern: /jdbc:oracle:(?:thin|oci8?):[\w.$#-]{1,60}\/([^\s@/:]{1,200})@/g },
  // https://github.com/zxing/zxing/wiki/Barcode-Contents#wi-fi-network-config-android-ios-11
  { sign: 'WIFI:', pattern: /WIFI:(?:[TSHRE]:[^;\r\n]{0,64};){0,5}P:((?:[^;\\\r\n]|\\.){1,80})/g },
  // https://developer.apple.com/documentation/usernotifications
  { sign: '/3/device/', pattern: /\/3\/device\/([a-f\d]{64,200})/gi },
  // https://docs.mapbox.com/help/dive-deeper/access-tokens/; https://developer.paypal.com/braintree/docs/
  { sign: '.eyJ', pattern: /[pst]k\.eyJ[\w-]{20,400}\.[\w-]{16,100}/g },
  { sign: 'access_token$', pattern: /access_token\$\w{4,12}\$[a-z\d]{10,30}\$[a-f\d]{32}/g },
  // https://www.alibabacloud.com/help/ram; https://cloud.tencent.com/document/product/598; https://yandex.cloud/docs/iam
  { sign: 'LTAI', pattern: /LTAI[A-Za-z\d]{12,26}/g },
  { sign: 'AKID', pattern: /AKID[A-Za-z\d]{28,36}/g },
  { sign: 'AQVN', pattern: /AQVN[\w-]{34,38}/g },
  // Tokens with a service-specific prefix: lowercase letters, an underscore, and a long run of letters in both cases
  // with digits
  {
    sign: '_',
    pattern:
      /(?<![\w-])[a-z][a-z\d]{1,11}(?:_[a-z]{2,8}){0,2}_(?=[a-zA-Z]{0,30}\d)(?=[a-z\d]{0,30}[A-Z])(?=[A-Z\d]{0,30}[a-z])[A-Za-z\d]{28,300}(?![\w-])/g,
  },
  // RFC 4954, 4616: the initial response to SMTP's AUTH
  { sign: 'AUTH ', pattern: /\bAUTH (?:PLAIN|LOGIN|XOAUTH2|OAUTHBEARER) ([A-Za-z\d+/]{8,4000}={0,2})/g },
  // https://en.bitcoin.it/wiki/Wallet_import_format; BIP 32
  {
    sign: '',
    pattern: /(?<![A-Za-z\d])(?:[KL][1-9A-HJ-NP-Za-km-z]{51}|5[HJK][1-9A-HJ-NP-Za-km-z]{49})(?![A-Za-z\d])/g,
  },
  { sign: 'xprv', pattern: /[xyz]prv[1-9A-HJ-NP-Za-km-z]{100,112}/g },
  // cPanel: https://docs.cpanel.net/knowledge-base/security/
  { sign: 'cpsess', pattern: /cpsess(\d{6,20})/g },
  // https://www.php.net/manual/function.password-hash.php; crypt(5)
  {
    sign: '$',
    pattern: /\$(?:2[abxy]|argon2(?:id|i|d)|apr1|[156y]|scrypt|pbkdf2(?:-sha\d{1,3})?)\$[\w./$=,+-]{20,200}/g,
  },
];

/** Key files (RFC 7468, OpenSSH, PGP): complete, truncated, on one line, or with line ends written as `\n`. */
const PEM =
  /-{4,5} ?BEGIN[ +](?:[A-Za-z\d]{1,20}[ +]){0,4}(?:PRIVATE[ +]KEY(?:[ +]BLOCK)?|Static[ +]key[ +]V1) ?-{4,5}/g;
const LONGEST_KEY = 32 * 1024;
const PEM_BODY = /(?:[A-Za-z\d+/= \t\r\n:,.()@-]|\\[nr]){0,32768}/y;

/** Finds tokens with the shapes above. Linear in the length of the text. The findings of each shape ascend. */
export function findByShape(text: string): Finding[] {
  const findings: Finding[] = findKeyFiles(text);
  for (const { sign, pattern } of SHAPES) {
    if (!text.includes(sign)) continue;
    for (const match of text.matchAll(pattern)) {
      const { 0: whole, 1: part } = match;
      const start = match.index + (part === undefined ? 0 : whole.indexOf(part));
      const end = start + (part ?? whole).length;
      if (part !== undefined || startsToken(text, start, whole)) findings.push({ start, end, kind: 'token' });
    }
  }
  return findings.sort((one, other) => one.start - other.start);
}

/**
 * Returns true if a token can start here. A long, distinctive prefix can follow a letter; a short one must start its
 * word.
 */
function startsToken(text: string, start: number, token: string): boolean {
  return (
    /^[a-z\d]{2,12}[_-]|^AIza|^pypi-|^rubygems_/i.test(token) || !/[A-Za-z\d]/.test(text.charAt(start - 1))
  );
}

function findKeyFiles(text: string): Finding[] {
  if (!/---- ?BEGIN/.test(text)) return [];
  const findings: Finding[] = [];
  PEM.lastIndex = 0;
  for (let match = PEM.exec(text); match !== null; match = PEM.exec(text)) {
    const start = PEM.lastIndex;
    const endMark = text.slice(start, start + LONGEST_KEY).search(/-{4,5} ?END/);
    PEM_BODY.lastIndex = 0;
    const body = endMark >= 0 ? endMark : pemBodyLength(text.slice(start, start + LONGEST_KEY));
    const [, before = ''] = /^((?:\s|\\[nr]){0,16})/.exec(text.slice(start, start + 64)) ?? [];
    const from = start + Math.min(before.length, body);
    if (start + body > from) findings.push({ start: from, end: start + body, kind: 'key' });
    PEM.lastIndex = start + body;
  }
  return findings;
}

function pemBodyLength(text: string): number {
  PEM_BODY.lastIndex = 0;
  PEM_BODY.test(text);
  return PEM_BODY.lastIndex;
}
