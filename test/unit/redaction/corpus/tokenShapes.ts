import { type SecretCase, secrets } from './case.ts';
import { get, postForm, postJson, postText, postXml } from './requests.ts';
import { Values } from './values.ts';

const v = new Values(110);

/** Joins parts that a repository scanner would mistake for a real token. */
const join = (...parts: readonly string[]) => parts.join('');

/** Places whose names do not indicate a secret. */
const places: readonly (readonly [name: string, raw: (token: string) => string])[] = [
  ['a note', (t) => postJson('/api/notes', { id: 7, note: t })],
  ['a search', (t) => get(`/search?q=${encodeURIComponent(t)}&page=1`)],
  ['a sentence', (t) => postText('/chat', `Please try it with ${t}, then tell me.`)],
  ['a form', (t) => postForm('/feedback', { subject: 'Help', body: t })],
  ['an element', (t) => postXml('/api', `<item><id>7</id><value>${t}</value></item>`)],
  ['a list', (t) => postJson('/api/lines', { lines: ['first', t, 'last'] })],
  ['a header', (t) => get('/', { 'X-Debug-Info': t })],
  ['a comment of code', (t) => postText('/paste', `// uses "${t}"\nrun();\n`)],
];

type Shape = readonly [provider: string, token: string];

const shapes: readonly (readonly [source: string, shapes: readonly Shape[]])[] = [
  [
    'https://docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats',
    [
      ['GitHub personal', join('gh', 'p_', v.text(36))],
      ['GitHub OAuth', join('gh', 'o_', v.text(36))],
      ['GitHub user to server', join('gh', 'u_', v.text(36))],
      ['GitHub server to server', join('gh', 's_', v.text(36))],
      ['GitHub refresh', join('gh', 'r_', v.text(36))],
      ['GitHub fine-grained', join('github', '_pat_', v.text(22), '_', v.text(59))],
    ],
  ],
  [
    'https://docs.gitlab.com/security/tokens/#token-prefixes',
    [
      ['GitLab personal', join('gl', 'pat-', v.url(20))],
      ['GitLab deploy', join('gl', 'dt-', v.url(20))],
      ['GitLab runner', join('gl', 'rt-', v.url(20))],
      ['GitLab trigger', join('gl', 'ptt-', v.hex(40))],
      ['GitLab feed', join('gl', 'ft-', v.url(20))],
    ],
  ],
  [
    'https://docs.slack.dev/authentication/tokens',
    [
      ['Slack bot', join('xox', 'b-', v.digits(12), '-', v.digits(13), '-', v.text(24))],
      ['Slack user', join('xox', 'p-', v.digits(12), '-', v.digits(12), '-', v.digits(13), '-', v.hex(32))],
      ['Slack app', join('xap', 'p-1-A0', v.upper(9), '-', v.digits(13), '-', v.hex(64))],
      ['Slack cookie', join('xox', 'd-', v.url(120))],
      ['Slack configuration', join('xoxe', '.xoxp-1-', v.text(160))],
    ],
  ],
  [
    'https://docs.stripe.com/keys',
    [
      ['Stripe live', join('sk', '_live_', v.text(24))],
      ['Stripe test', join('sk', '_test_', v.text(24))],
      ['Stripe restricted', join('rk', '_live_', v.text(99))],
      ['Stripe webhook', join('whs', 'ec_', v.text(32))],
    ],
  ],
  [
    'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
    [['SendGrid', join('S', 'G.', v.url(22), '.', v.url(43))]],
  ],
  ['https://docs.npmjs.com/about-access-tokens', [['npm', join('np', 'm_', v.text(36))]]],
  ['https://pypi.org/help/#apitoken', [['PyPI', join('py', 'pi-AgEIcHlwaS5vcmc', v.url(140))]]],
  ['https://guides.rubygems.org/api-key-scopes/', [['RubyGems', join('ruby', 'gems_', v.hex(48))]]],
  [
    'https://learn.microsoft.com/nuget/nuget-org/publish-a-package',
    [['NuGet', join('oy', '2', v.lower(43))]],
  ],
  ['https://docs.docker.com/security/access-tokens/', [['Docker Hub', join('dckr', '_pat_', v.url(27))]]],
  ['https://doc.rust-lang.org/cargo/reference/publishing.html', [['crates.io', join('ci', 'o', v.text(32))]]],
  [
    'https://cloud.google.com/docs/authentication/token-types',
    [
      ['Google API key', join('AI', 'za', v.url(35))],
      ['Google access token', join('ya', '29.', v.url(120))],
      ['Google OAuth client secret', join('GOC', 'SPX-', v.url(28))],
      ['Google refresh token', join('1/', '/0', v.url(80))],
    ],
  ],
  [
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
    [
      ['AWS access key', join('AK', 'IA', v.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16))],
      ['AWS temporary key', join('AS', 'IA', v.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16))],
      ['AWS Bedrock key', join('AB', 'SK', v.base64(93))],
    ],
  ],
  [
    'https://core.telegram.org/bots/features#botfather',
    [['Telegram bot', join(v.digits(10), ':AA', v.url(33))]],
  ],
  [
    'https://discord.com/developers/docs/reference#authentication',
    [['Discord bot', join('MT', v.text(24), '.', v.url(6), '.', v.url(38))]],
  ],
  [
    'https://www.twilio.com/docs/iam/api-keys',
    [
      ['Twilio key', join('S', 'K', v.hex(32))],
      ['Twilio account beside nothing', join('A', 'C', v.hex(32), ':', v.hex(32))],
    ],
  ],
  [
    'https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/',
    [
      ['Mailgun', join('key', '-', v.hex(32))],
      ['Mailchimp', join(v.hex(32), '-us', '14')],
    ],
  ],
  [
    'https://shopify.dev/docs/apps/build/authentication-authorization',
    [
      ['Shopify access', join('shp', 'at_', v.hex(32))],
      ['Shopify shared secret', join('shp', 'ss_', v.hex(32))],
      ['Shopify custom app', join('shp', 'ca_', v.hex(32))],
    ],
  ],
  [
    'https://developer.squareup.com/docs/build-basics/access-tokens',
    [
      ['Square access', join('EAA', 'A', v.url(60))],
      ['Square personal', join('sq0', 'atp-', v.url(22))],
      ['Square secret', join('sq0', 'csp-', v.url(43))],
    ],
  ],
  [
    'https://docs.digitalocean.com/reference/api/create-personal-access-token/',
    [['DigitalOcean', join('dop', '_v1_', v.hex(64))]],
  ],
  ['https://huggingface.co/docs/hub/security-tokens', [['Hugging Face', join('hf', '_', v.text(34))]]],
  [
    'https://platform.openai.com/docs/api-reference/authentication',
    [
      ['OpenAI project', join('sk', '-proj-', v.url(120))],
      ['OpenAI older', join('sk', '-', v.text(20), 'T3Blbk', 'FJ', v.text(20))],
      ['OpenAI service account', join('sk', '-svcacct-', v.url(110))],
    ],
  ],
  [
    'https://docs.anthropic.com/en/api/overview',
    [['Anthropic', join('sk', '-ant-', 'api03-', v.url(93), 'AA')]],
  ],
  ['https://console.groq.com/docs/api-keys', [['Groq', join('gs', 'k_', v.text(52))]]],
  ['https://replicate.com/docs/topics/security/api-tokens', [['Replicate', join('r8', '_', v.text(37))]]],
  [
    'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
    [
      ['Atlassian', join('ATA', 'TT3xFfGF0', v.url(180), '=', v.upper(8))],
      ['Bitbucket app password', join('ATB', 'B', v.text(24), v.upper(8))],
    ],
  ],
  ['https://linear.app/developers/graphql', [['Linear', join('lin', '_api_', v.text(40))]]],
  [
    'https://developers.notion.com/reference/authentication',
    [
      ['Notion', join('nt', 'n_', v.text(46))],
      ['Notion older', join('sec', 'ret_', v.text(43))],
    ],
  ],
  ['https://docs.databricks.com/aws/en/dev-tools/auth/pat', [['Databricks', join('da', 'pi', v.hex(32))]]],
  [
    'https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes',
    [
      ['Vault service', join('hv', 's.', v.url(95))],
      ['Vault batch', join('hv', 'b.', v.url(140))],
      ['Terraform Cloud', join(v.text(14), '.atlas', 'v1.', v.url(67))],
    ],
  ],
  [
    'https://docs.doppler.com/reference/auth-token-formats',
    [
      ['Doppler personal', join('dp', '.pt.', v.text(43))],
      ['Doppler service', join('dp', '.st.prd.', v.text(43))],
    ],
  ],
  [
    'https://planetscale.com/docs/api/reference/service-tokens',
    [['PlanetScale', join('pscale', '_tkn_', v.url(43))]],
  ],
  [
    'https://grafana.com/docs/grafana/latest/administration/service-accounts/',
    [['Grafana', join('gl', 'sa_', v.text(32), '_', v.hex(8))]],
  ],
  [
    'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/',
    [['New Relic', join('NR', 'AK-', v.upper(27))]],
  ],
  [
    'https://docs.sentry.io/account/auth-tokens/',
    [['Sentry', join('sntry', 's_', v.base64(60).replaceAll('=', ''), '_', v.text(43))]],
  ],
  [
    'https://learning.postman.com/docs/developer/postman-api/authentication/',
    [['Postman', join('PM', 'AK-', v.hex(24), '-', v.hex(34))]],
  ],
  ['https://www.figma.com/developers/api#access-tokens', [['Figma', join('fig', 'd_', v.url(40))]]],
  [
    'https://airtable.com/developers/web/guides/personal-access-tokens',
    [['Airtable', join('pa', 't', v.text(14), '.', v.hex(64))]],
  ],
  [
    'https://developers.brevo.com/docs/getting-started',
    [['Brevo', join('xkey', 'sib-', v.hex(64), '-', v.text(16))]],
  ],
  ['https://docs.dropbox.com/', [['Dropbox', join('sl', '.u.', v.url(130))]]],
  [
    'https://learn.microsoft.com/entra/identity-platform/howto-create-service-principal-portal',
    [['Entra client secret', join(v.text(3), '8', 'Q~', v.url(34))]],
  ],
  [
    'https://learn.microsoft.com/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate',
    [['Azure DevOps', join(v.text(76), 'AZ', 'DO', v.text(4))]],
  ],
  [
    'https://developers.facebook.com/docs/facebook-login/guides/access-tokens',
    [['Facebook', join('EAA', 'CEdEose0cBA', v.text(90))]],
  ],
  [
    'https://tailscale.com/kb/1085/auth-keys',
    [['Tailscale', join('ts', 'key-auth-', v.text(16), '-', v.text(32))]],
  ],
  ['https://fly.io/docs/security/tokens/', [['Fly.io', join('fm', '2_', v.base64(120))]]],
  ['https://supabase.com/docs/guides/api/api-keys', [['Supabase', join('sb', '_secret_', v.url(31))]]],
  [
    'https://www.rfc-editor.org/rfc/rfc7519',
    [
      ['JWT of HS256', v.jwt({ sub: '1234', name: 'Ann', iat: 1790000000 })],
      ['JWT with a scope', v.jwt({ scp: ['a', 'b'], exp: 1790009999, jti: 'k' })],
      ['JWT of a service role', v.jwt({ role: 'service_role', iss: 'supabase' })],
    ],
  ],
  [
    'https://www.rfc-editor.org/rfc/rfc7516',
    [
      [
        'JWE',
        join(
          Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url'),
          '..',
          v.url(16),
          '.',
          v.url(180),
          '.',
          v.url(22),
        ),
      ],
    ],
  ],
  ['https://paseto.io/', [['PASETO', join('v4', '.local.', v.url(180))]]],
  ['https://github.com/FiloSottile/age', [['age identity', join('AGE-SECRET', '-KEY-1', v.upper(58))]]],
];

export const tokenShapes: readonly SecretCase[] = shapes
  .flatMap(([source, entries]) => entries.map((entry) => [source, ...entry] as const))
  .flatMap(([source, provider, token], index) => {
    const [place, raw] = places[index % places.length] ?? places[0] ?? ['', () => ''];
    return secrets('tokens by their shape', source, [[`${provider} in ${place}`, token, raw]]);
  });
