import { type SecretCase, secrets } from './case.ts';
import { get, post, postForm, postJson, request, send } from './requests.ts';
import { Values } from './values.ts';

const v = new Values(109);
const CLASS = 'paths';

/** Path segments that grant access to anyone who knows them. */
export const paths: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://cheatsheetseries.owasp.org/cheatsheets/Forgot_Password_Cheat_Sheet.html', [
    ['reset-password', v.hex(64), (s) => get(`/reset-password/${s}?email=a%40shop.example`)],
    ['password/reset', v.hex(60), (s) => get(`/password/reset/${s}`)],
    ['password_reset with dashes', v.uuid(), (s) => get(`/account/password_reset/${s}/edit`)],
    ['forgot', v.url(32), (s) => postForm(`/users/forgot/${s}`, { step: '2' })],
    ['change-password', v.text(24), (s) => get(`/ko/change-password/${s}`)],
    [
      'reset in the Referer',
      v.hex(40),
      (s) => get('/assets/app.js', { Referer: `https://shop.example/reset-password/${s}` }),
    ],
    [
      'reset in a Location',
      v.url(43),
      (s) => postJson('/mail/log', { status: 302, headers: { Location: `/password/reset/${s}` } }),
    ],
    [
      'reset in a reported page',
      v.text(32),
      (s) => postForm('/report', { page: `https://shop.example/auth/reset/${s}` }),
    ],
  ]),
  ...secrets(
    CLASS,
    'https://docs.djangoproject.com/en/5.2/topics/auth/default/#django.contrib.auth.views.PasswordResetView',
    [
      ['Django reset', `c8k4mo-${v.hex(32)}`, (s) => get(`/accounts/reset/MQ/${s}/`)],
      ['Django reset with a long user', `bz1x2a-${v.hex(32)}`, (s) => get(`/reset/NDIxNw/${s}/`)],
    ],
  ),
  ...secrets(CLASS, 'https://laravel.com/docs/12.x/verification', [
    ['Laravel verification', v.hex(40), (s) => get(`/email/verify/58/${s}`)],
  ]),
  ...secrets(CLASS, 'https://auth0.com/docs/authenticate/passwordless', [
    ['magic', v.url(40), (s) => get(`/magic/${s}`)],
    ['magic-link', v.url(32), (s) => get(`/auth/magic-link/${s}`)],
    ['login link', v.hex(32), (s) => get(`/login/link/${s}`)],
    ['one-time login of Drupal', v.url(43), (s) => get(`/user/reset/1/1790000000/${s}/login`)],
    ['sso token', v.text(48), (s) => get(`/sso/token/${s}`)],
    ['autologin', v.hex(24), (s) => get(`/autologin/${s}/home`)],
  ]),
  ...secrets(CLASS, 'https://docs.gitlab.com/user/project/members/', [
    ['invitation', v.url(20), (s) => get(`/-/invites/${s}`)],
    ['invite accept', v.uuid(), (s) => get(`/invite/${s}/accept`)],
    ['invitations of a team', v.text(22), (s) => get(`/teams/4/invitations/${s}`)],
    ['join', v.text(16), (s) => get(`/join/${s}`)],
  ]),
  ...secrets(CLASS, 'https://docs.mailgun.com/docs/mailgun/user-manual/tracking-messages/', [
    ['confirm', v.hex(32), (s) => get(`/newsletter/confirm/${s}`)],
    ['activate', v.text(30), (s) => get(`/user/activate/${s}`)],
    ['unsubscribe', v.url(60), (s) => get(`/unsubscribe/${s}`)],
    ['verify-email', v.url(36), (s) => get(`/verify-email/${s}`)],
  ]),
  ...secrets(CLASS, 'https://api.slack.com/messaging/webhooks', [
    [
      'Slack webhook in the target',
      v.text(24),
      (s) =>
        post(`/services/T0${v.upper(8)}/B0${v.upper(8)}/${s}`, 'application/json', '{"text":"hi"}', {
          Host: 'hooks.slack.com',
        }),
    ],
    [
      'Slack webhook in a body',
      v.text(24),
      (s) =>
        postJson('/settings', {
          slack: `https://hooks.slack.com/services/T0${v.upper(8)}/B0${v.upper(8)}/${s}`,
        }),
    ],
    [
      'Slack workflow trigger',
      v.text(24),
      (s) =>
        postJson('/settings', {
          url: `https://hooks.slack.com/triggers/E0${v.upper(8)}/${v.digits(13)}/${s}`,
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://discord.com/developers/docs/resources/webhook', [
    [
      'Discord webhook in the target',
      v.url(68),
      (s) =>
        post(`/api/webhooks/${v.digits(18)}/${s}`, 'application/json', '{"content":"hi"}', {
          Host: 'discord.com',
        }),
    ],
    [
      'Discord webhook in a body',
      v.url(68),
      (s) => postJson('/exfil', { hook: `https://discord.com/api/webhooks/${v.digits(18)}/${s}` }),
    ],
  ]),
  ...secrets(
    CLASS,
    'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook',
    [
      [
        'Teams webhook',
        v.hex(32),
        (s) =>
          postJson('/settings', {
            teams: `https://shop.webhook.office.com/webhookb2/${v.uuid()}@${v.uuid()}/IncomingWebhook/${s}/${v.uuid()}`,
          }),
      ],
    ],
  ),
  ...secrets(CLASS, 'https://core.telegram.org/bots/api#authorizing-your-bot', [
    [
      'Telegram bot in the target',
      `${v.digits(10)}:AA${v.url(33)}`,
      (s) => get(`/bot${s}/getUpdates?offset=4`, { Host: 'api.telegram.org' }),
    ],
    [
      'Telegram bot in a body',
      `${v.digits(10)}:AA${v.url(33)}`,
      (s) => postJson('/alerts', { url: `https://api.telegram.org/bot${s}/sendMessage` }),
    ],
  ]),
  ...secrets(CLASS, 'https://zapier.com/help/doc/how-get-started-webhooks-zapier', [
    [
      'Zapier hook',
      v.lower(7),
      (s) => postJson(`/hooks/catch/${v.digits(7)}/${s}/`, { order: 4 }, { Host: 'hooks.zapier.com' }),
    ],
    [
      'IFTTT hook',
      v.url(43),
      (s) =>
        post(`/trigger/door/with/key/${s}`, 'application/json', '{"value1":"x"}', {
          Host: 'maker.ifttt.com',
        }),
    ],
    [
      'Google Chat hook',
      v.url(43),
      (s) =>
        post(
          `/v1/spaces/AAAA${v.text(7)}/messages?threadKey=a&token=${s}`,
          'application/json',
          '{"text":"x"}',
          { Host: 'chat.googleapis.com' },
        ),
    ],
    [
      'GitLab trigger',
      v.url(30),
      (s) => send('POST', `/api/v4/projects/4/ref/main/trigger/pipeline?token=${s}`, 'text/plain', ''),
    ],
    ['Jenkins remote trigger', 'deploy-Me-now', (s) => get(`/job/shop/build?token=${s}&cause=cron`)],
    ['Healthcheck ping', v.uuid(), (s) => get(`/ping/${s}`)],
  ]),
  ...secrets(CLASS, 'https://api.docs.cpanel.net/guides/guide-to-api-authentication/', [
    ['cPanel session', `cpsess${v.digits(10)}`, (s) => get(`/${s}/frontend/jupiter/index.html`)],
    [
      'cPanel session in the Referer',
      `cpsess${v.digits(10)}`,
      (s) =>
        get('/unprotected/x.css', {
          Referer: `https://shop.example:2083/${s}/frontend/jupiter/filemanager/index.html`,
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://jakarta.ee/specifications/servlet/6.0/jakarta-servlet-spec-6.0', [
    ['jsessionid of a path', v.upper(32), (s) => get(`/shop/list.do;jsessionid=${s}?page=2`)],
    [
      'jsessionid in the Referer',
      v.upper(32),
      (s) => get('/shop/x.css', { Referer: `https://shop.example/shop/;jsessionid=${s}` }),
    ],
    ['ASP.NET cookieless session', v.lower(24), (s) => get(`/shop/(S(${s}))/Default.aspx`)],
    ['ASP.NET cookieless ticket', v.upper(60), (s) => get(`/shop/(F(${s}))/Orders.aspx`)],
    ['PHPSESSID in a path', v.lower(26), (s) => get(`/shop/PHPSESSID/${s}/cart`)],
  ]),
  ...secrets(CLASS, 'https://docs.nextcloud.com/server/latest/user_manual/en/files/sharing.html', [
    ['Nextcloud share', v.text(15), (s) => get(`/index.php/s/${s}/download`)],
    ['private feed', v.hex(32), (s) => get(`/calendar/ical/ann%40shop.example/private-${s}/basic.ics`)],
    ['api key segment', v.hex(32), (s) => get(`/api/${s}/lights/1/state`)],
    ['token segment by name', v.hex(40), (s) => get(`/feeds/token/${s}/orders.xml`)],
    ['key segment by name', v.text(28), (s) => get(`/v1/apikey/${s}/status`)],
    [
      'InfluxDB in CONNECT',
      v.url(40),
      (s) => request('CONNECT', 'db.shop.example:443', { 'Proxy-Authorization': `Bearer ${s}` }),
    ],
    ['password segment', 'Gazelle-9', (s) => get(`/login/user/ann/password/${s}`)],
  ]),
];
