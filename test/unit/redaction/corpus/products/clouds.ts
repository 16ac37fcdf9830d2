import { type SecretCase, secrets } from '../case.ts';
import { get, postForm, postJson, postText } from '../requests.ts';
import { base64 } from '../spellings.ts';
import { Values } from '../values.ts';

const v = new Values(301);
const encoded = encodeURIComponent;

const SIGNED = 'signed addresses of clouds';
const CLUSTERS = 'clusters and deployments';
const IDENTITY = 'identity services';

export const clouds: readonly SecretCase[] = [
  ...secrets(SIGNED, 'https://learn.microsoft.com/rest/api/storageservices/create-service-sas', [
    [
      'Azure blob SAS',
      v.base64(32),
      (s) =>
        get(
          `/media/a.mp4?sv=2022-11-02&st=2026-05-01T00%3A00%3A00Z&se=2026-06-01T00%3A00%3A00Z&sr=b&sp=r&sig=${encoded(s)}`,
        ),
    ],
    [
      'Azure SAS in a member',
      v.base64(32),
      (s) =>
        postJson('/import', {
          source: `https://acct.blob.core.windows.net/c/b?sp=rl&sr=c&sig=${encoded(s)}`,
        }),
    ],
    [
      'Azure Service Bus SAS',
      v.base64(32),
      (s) =>
        get('/queue/messages', {
          Authorization: `SharedAccessSignature sr=https%3A%2F%2Fns.servicebus.windows.net%2Fq&sig=${encoded(s)}&se=1780000000&skn=Root`,
        }),
    ],
    [
      'Azure Logic App callback',
      v.url(43),
      (s) =>
        postJson('/hooks', {
          url: `https://prod-01.westeurope.logic.azure.com/workflows/ab/triggers/manual/paths/invoke?api-version=2016-10-01&sp=%2Ftriggers&sv=1.0&sig=${s}`,
        }),
    ],
  ]),
  ...secrets(SIGNED, 'https://cloud.google.com/storage/docs/access-control/signed-urls', [
    [
      'Google signed address of version 4',
      v.hex(256),
      (s) =>
        get(
          `/b/o.jpg?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Expires=900&X-Goog-SignedHeaders=host&X-Goog-Signature=${s}`,
        ),
    ],
    [
      'Google signed address of version 2',
      v.base64(64),
      (s) =>
        get(
          `/b/o.jpg?GoogleAccessId=svc%40proj.iam.gserviceaccount.com&Expires=1780000000&Signature=${encoded(s)}`,
        ),
    ],
    [
      'Cloud CDN signed cookie',
      v.url(27),
      (s) =>
        get('/video', {
          Cookie: `Cloud-CDN-Cookie=URLPrefix=aHR0cHM6Ly9tLmV4YW1wbGUv:Expires=1780000000:KeyName=k1:Signature=${s}=`,
        }),
    ],
  ]),
  ...secrets(
    SIGNED,
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html',
    [
      [
        'CloudFront signature in Referer',
        v.url(172),
        (s) =>
          get('/player', {
            Referer: `https://cdn.shop.example/v.m3u8?Expires=1780000000&Signature=${s}__&Key-Pair-Id=K2JCJMDEHXQW5F`,
          }),
      ],
      [
        'S3 POST policy signature',
        v.hex(64),
        (s) =>
          postForm('/upload', {
            key: 'user/a.jpg',
            'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
            'X-Amz-Date': '20260502T000000Z',
            'X-Amz-Signature': s,
          }),
      ],
      [
        'S3 session token of a presigned address',
        v.base64(120),
        (s) =>
          get(`/o.zip?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Security-Token=${encoded(s)}&X-Amz-Expires=300`),
      ],
    ],
  ),
  ...secrets(CLUSTERS, 'https://kubernetes.io/docs/concepts/configuration/secret/', [
    [
      'Kubernetes secret in YAML',
      base64(`p4ss-${v.text(14)}`),
      (s) =>
        postText(
          '/apply',
          `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  password: ${s}\n`,
        ),
    ],
    [
      'Kubernetes stringData, once more',
      `Rk-${v.text(12)}`,
      (s) => postText('/apply', `kind: Secret\nstringData:\n  db-password: "${s}"\n`),
    ],
    [
      'service account token',
      v.jwt({ iss: 'kubernetes/serviceaccount', sub: 'system:serviceaccount:default:ci' }),
      (s) => get('/api/v1/namespaces/default/secrets', { Authorization: `Bearer ${s}` }),
    ],
    [
      'kubeconfig token, once more',
      v.text(48),
      (s) => postText('/paste', `users:\n- name: ci\n  user:\n    token: ${s}\n`),
    ],
    [
      'kubeconfig client key',
      v.base64(96),
      (s) => postText('/paste', `users:\n- name: ci\n  user:\n    client-key-data: ${s}\n`),
    ],
    [
      'docker config auth, once more',
      base64(`ci:${v.text(18)}`),
      (s) => postJson('/paste', { auths: { 'registry.shop.example': { auth: s } } }),
    ],
    [
      'kubectl create secret',
      `Qz${v.text(10)}`,
      (s) => postText('/paste', `kubectl create secret generic db --from-literal=password=${s} -n shop`),
    ],
    [
      'environment of a container, once more',
      v.text(20),
      (s) =>
        postJson('/deploy', {
          containers: [
            {
              env: [
                { name: 'DB_PASSWORD', value: s },
                { name: 'TZ', value: 'UTC' },
              ],
            },
          ],
        }),
    ],
    [
      'kubeadm join token',
      `${v.lower(6)}.${v.lower(16)}`,
      (s) =>
        postText(
          '/paste',
          `kubeadm join 10.0.0.1:6443 --token ${s} --discovery-token-unsafe-skip-ca-verification`,
        ),
    ],
    [
      'swarm join token',
      `SWMTKN-1-${v.lower(49)}-${v.lower(25)}`,
      (s) => postText('/paste', `docker swarm join --token ${s} 10.0.0.1:2377`),
    ],
  ]),
  ...secrets(IDENTITY, 'https://developer.okta.com/docs/guides/create-an-api-token/', [
    ['Okta SSWS', `00${v.url(40)}`, (s) => get('/api/v1/users', { Authorization: `SSWS ${s}` })],
    ['Okta session token', `20111${v.url(36)}`, (s) => postJson('/api/v1/sessions', { sessionToken: s })],
    [
      'Auth0 client secret',
      v.url(64),
      (s) =>
        postJson('/oauth/token', { grant_type: 'client_credentials', client_id: 'abc123', client_secret: s }),
    ],
    [
      'Auth0 mfa token',
      `Fe26.2*SERVER*${v.url(60)}`,
      (s) => postJson('/mfa/challenge', { mfa_token: s, challenge_type: 'otp' }),
    ],
    [
      'Firebase refresh token',
      `AMf-vB${v.url(120)}`,
      (s) => postForm('/v1/token', { grant_type: 'refresh_token', refresh_token: s }),
    ],
    [
      'Firebase idToken',
      v.jwt({ aud: 'shop', user_id: 'u1' }),
      (s) => postJson('/v1/accounts:lookup', { idToken: s }),
    ],
    [
      'Firebase Cloud Messaging key',
      `AAAA${v.url(7)}:APA91b${v.url(134)}`,
      (s) => postJson('/fcm/send', { to: '/topics/a' }, { Authorization: `key=${s}` }),
    ],
    [
      'Cognito secret hash',
      v.base64(32),
      (s) => postJson('/', { ClientId: 'abc', SecretHash: s, AuthFlow: 'USER_PASSWORD_AUTH' }),
    ],
    [
      'Keycloak action token',
      v.jwt({ typ: 'execute-actions' }),
      (s) => get(`/realms/shop/login-actions/action-token?key=${s}`),
    ],
    [
      'JWT in a fragment',
      v.jwt({ sub: '8' }),
      (s) => get('/callback', { Referer: `https://shop.example/cb#id_token=${s}&state=1` }),
    ],
  ]),
];
