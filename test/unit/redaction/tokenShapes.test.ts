import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { findByShape } from '../../../src/redaction/tokenShapes.ts';
import { marked, unmarked } from './marks.ts';

const find = (text: string) => marked(text, findByShape(text));
const mixed = (length: number) => 'kR7vQ2mX9pLw3Zt8bNc5HyT1dFg6sVJa'.repeat(9).slice(0, length);
const mixedUrl = (length: number) => 'kR7-Q2_X9pLw3Zt8bNc5HyT1dFg6sVJa'.repeat(9).slice(0, length);
const base64 = (length: number) => 'kR7/Q2+X9pLw3Zt8bNc5HyT1dFg6sVJa'.repeat(9).slice(0, length);
const hex = (length: number) => '9f86d081884c7d659a2feaa0c55ad015'.repeat(9).slice(0, length);

/** A prefix of the tokens of a service, and a usual length of the rest. */
const PREFIXES: readonly (readonly [prefix: string, length: number])[] = [
  ['ghp_', 36],
  ['gho_', 36],
  ['ghs_', 36],
  ['ghu_', 36],
  ['ghr_', 36],
  ['github_pat_', 82],
  ['glpat-', 20],
  ['gloas-', 64],
  ['gldt-', 20],
  ['glrt-', 20],
  ['glrtr-', 27],
  ['glcbt-', 26],
  ['glptt-', 40],
  ['glft-', 20],
  ['glimt-', 25],
  ['glagent-', 50],
  ['glsoat-', 20],
  ['glffct-', 20],
  ['glwt-', 20],
  ['glsa_', 41],
  ['glc_', 80],
  ['AIza', 35],
  ['ya29.', 160],
  ['GOCSPX-', 28],
  ['sk_live_', 24],
  ['rk_test_', 24],
  ['pk_live_', 24],
  ['sk-proj-', 48],
  ['sk-svcacct-', 48],
  ['sk-admin-', 48],
  ['sk-None-', 48],
  ['sk-ant-', 95],
  ['sk-or-', 64],
  ['sk-lf-', 36],
  ['xai-', 80],
  ['gsk_', 52],
  ['hf_', 34],
  ['r8_', 37],
  ['pplx-', 48],
  ['xoxb-', 50],
  ['xoxp-', 70],
  ['xoxe-', 60],
  ['xapp-1-', 90],
  ['pypi-', 160],
  ['rubygems_', 48],
  ['npm_', 36],
  ['SG.', 66],
  ['shpat_', 32],
  ['shpca_', 32],
  ['shppa_', 32],
  ['shpss_', 32],
  ['shpua_', 32],
  ['dop_v1_', 64],
  ['doo_v1_', 64],
  ['dor_v1_', 64],
  ['hvs.', 90],
  ['hvb.', 130],
  ['hvr.', 90],
  ['dapi4', 31],
  ['ATATT3', 180],
  ['ATBB', 32],
  ['ATCTT3', 180],
  ['lin_api_', 40],
  ['lin_oauth_', 64],
  ['secret_', 43],
  ['ntn_', 46],
  ['EAA', 180],
  ['sq0atp-', 22],
  ['sq0csp-', 43],
  ['sq0idp-', 22],
  ['dckr_pat_', 27],
  ['dckr_oat_', 32],
  ['phc_', 43],
  ['phx_', 43],
  ['dp.pt.', 43],
  ['dp.st.dev.', 43],
  ['figd_', 40],
  ['tskey-', 30],
  ['oy2', 43],
  ['cio', 32],
  ['pscale_tkn_', 43],
  ['pscale_pw_', 43],
  ['pscale_oauth_', 43],
  ['NRAK-', 27],
  ['NRII-', 32],
  ['NRJS-', 19],
  ['NRRA-', 42],
  ['PMAK-', 59],
  ['patKestrel7HillQX.', 64],
  ['xkeysib-', 81],
  ['xsmtpsib-', 81],
  ['sl.', 130],
  ['sl.u.', 130],
  ['sbp_', 40],
  ['sb_secret_', 31],
  ['v4.local.', 100],
  ['v2.public.', 100],
  ['AGE-SECRET-KEY-1', 58],
  ['LTAI', 20],
  ['AKID', 32],
  ['AQVN', 35],
  ['xprv', 107],
  ['yprv', 107],
  ['zprv', 107],
  ['ops_eyJ', 250],
  ['v1.0-9f86d081884c7d659a2feaa0-', 146],
];

describe('findByShape', () => {
  for (const [prefix, length] of PREFIXES)
    it(`finds tokens that start with ${prefix}, but no shorter text`, () => {
      const token = `${prefix}${mixedUrl(length)}`;
      assert.equal(find(`a ${token} b`), `a «${token}» b`);
      const short = `a ${prefix}${mixedUrl(7)} b`;
      assert.equal(find(short), short);
    });

  const begin = '-----BEGIN PRIVATE KEY-----';
  const end = '-----END PRIVATE KEY-----';
  const found: readonly (readonly [what: string, text: string])[] = [
    ['a key file', `${begin}\n«${base64(64)}\n»${end}`],
    [
      'a key file of SSH.COM',
      `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\r\n«${base64(64)}\r\n»---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
    ],
    ['a key file in a form', `-----BEGIN+EC+PRIVATE+KEY-----\n«${base64(64)}\n»-----END+EC+PRIVATE+KEY-----`],
    [
      'a key file of PGP',
      `-----BEGIN PGP PRIVATE KEY BLOCK-----\r\n\r\n«${base64(64)}\r\n»-----END PGP PRIVATE KEY BLOCK-----`,
    ],
    [
      'a key file of PGP in a form',
      `-----BEGIN+PGP+PRIVATE+KEY+BLOCK-----\n«"${base64(64)}"»-----END+PGP+PRIVATE+KEY+BLOCK-----`,
    ],
    [
      'a key file of OpenVPN',
      `-----BEGIN OpenVPN Static key V1-----\n«${hex(32)}\n${hex(32)}\n»-----END OpenVPN Static key V1-----`,
    ],
    ['a truncated key file of OpenVPN in a form', `-----BEGIN+OpenVPN+Static+key+V1-----\n«${hex(32)}»"`],
    ['a key file on one line', `${begin} «${base64(64)} »${end}`],
    ['a key file with escaped line breaks', `${begin}\\r\\n«${base64(64)}\\r\\n»${end}`],
    ['a key file with quotes around each line', `${begin}\n«"${base64(64)}"\n»${end}`],
    ['a truncated key file with escaped line breaks', `${begin}\\r\\n«${base64(64)}\\n${base64(9)}»"`],
    [
      'a key file that is cut off before its text ends',
      `${begin}\n«${base64(64)}\n»${begin}\n«${base64(30)}»`,
    ],
    [
      'a truncated key file with headers',
      `-----BEGIN RSA PRIVATE KEY-----\n«Proc-Type: 4,ENCRYPTED\r\nComment:\t(anna@hill.example)\n\n${base64(9)}==»"`,
    ],
    ['a truncated key file after many empty lines', `${begin}${'\n'.repeat(16)}«\n\n${base64(64)}»`],
    ['a refresh token of Google', `a «1//0${mixedUrl(40)}» b`],
    ['an access key of AWS', `a «AKIAKESTREL7HILL4QXW» b «A3TXKESTREL7HILL4QXW» c «A3T7KESTREL7HILL4QXW»`],
    ['the secret of a webhook', `a «whsec_${base64(31)}=» b`],
    ['a legacy key of OpenAI', `a «sk-${mixed(48)}» b`],
    [
      'the path of a webhook of Slack',
      'https://hooks.slack.com/services/«T0KESTREL/B0HILL-77/kR7vQ2mX9pLw» b',
    ],
    ['a token of Telegram', `/bot«123456789:AA${mixedUrl(33)}»/getMe 7 «123456789:AA${mixedUrl(33)}» x`],
    ['a token of Discord', `a «MT${mixedUrl(24)}.Gh7-Q2.${mixedUrl(38)}» b`],
    [
      'the path of a webhook of Teams',
      `/webhookb2/«${hex(20)}@${hex(20)}/IncomingWebhook/${hex(32)}» /webhookb2/«${hex(20)}@${hex(20)}/IncomingWebhook/${hex(31)}-/${hex(35)}-/${hex(35)}»`,
    ],
    ['a key of Twilio', `a «SK${hex(32)}» b`],
    ['a key of Mailchimp', `a «${hex(32)}-us12» b`],
    ['a key of Mailgun', `a «key-${hex(32)}» b`],
    ['a token of Sentry', `a «sntrys_${mixedUrl(60)}=_${base64(43)}» b «sntryu_${hex(64)}»`],
    ['a key of Amazon Bedrock', `a «ABSK${base64(90)}==» b «ABSK${base64(92)}» c`],
    ['the token of an account of Twilio', `AC${hex(32)}:«${hex(32)}» b`],
    ['a token of Terraform', `a «${mixed(14)}.atlasv1.${mixedUrl(67)}» b`],
    ['a secret of Entra', `a «kR7-Q~${mixedUrl(34)}» b «v.~Q~2mX.~${mixedUrl(30)}» c`],
    ['a token of Azure DevOps', `a «${mixed(76)}AZDO4kR7» b`],
    ['a token of Fly.io', `a «fm2_${base64(90)}==» b «fm1r_${base64(90)}» c`],
    ['a session in a path', '/(S(«lit3py55t21z5v55vlm25s55»))/a.aspx /(F(«Kestrel-hill_2031»))/ x'],
    ['a webhook of Zapier', 'https://hooks.zapier.com/hooks/catch/1234567/«kR7vQ2m»/'],
    [
      'a PuTTY key',
      `Private-Lines: 14\r\n«${base64(64)}\r\n${base64(40)}==\r\n»Private-MAC: x Private-Lines: 1 «${base64(20)} »- x`,
    ],
    [
      'the private members of a key in JSON',
      `{"kty":"RSA","n":"${mixed(40)}","d":"«${mixedUrl(40)}»","qi"\n : \n"«${mixedUrl(40)}»"}`,
    ],
    ['a ticket of CAS', 'a «ST-1856339-aA5Yuvrx.pv8Tau1cYQ7-cas_1» b «PGTIOU-84-kR7vQ2mX» c'],
    [
      'the key of an Azure storage account',
      `AccountName=a;AccountKey=«${base64(86)}==»;EndpointSuffix=b AccountKey=«${base64(64)}»;`,
    ],
    [
      'the password of a data source name of Go',
      'dsn shop-app.1:«kestrel»@tcp(db:3306)/shop, a:«hunter2x»@unix(/run/db) b:«hunter3x»@tcp6(db)',
    ],
    [
      'the password in a data source of Oracle',
      'jdbc:oracle:thin:shop_app$1/«kestrel»@//db:1521/x jdbc:oracle:oci:a/«kestrel»@x jdbc:oracle:oci8:a/«kestrel»@x',
    ],
    [
      'the password of a wireless network',
      'WIFI:T:WPA;S:Kestrel hill;H:;P:«pa\\;ss7\\\\»;; WIFI:P:«kestrel»;S:hill;;',
    ],
    ['the token of a device', `POST /3/device/«${hex(60)}AF07» HTTP/2`],
    ['a token of Mapbox', `a «pk.eyJ${mixedUrl(60)}.${mixedUrl(22)}» b «sk.eyJ${mixed(60)}.${mixed(22)}»`],
    ['a token of Braintree', `a «access_token$production$kestrel7hill4qxw$${hex(32)}» b`],
    ['a token with the prefix of a service', `a «acme_kestrelHill7${mixed(18)}» b`],
    ['a token with two words in its prefix', `a «k2_live_key_KES7Trel${mixed(22)}» b`],
    ['a token in which a digit comes before a capital letter', `a «acme_kestrel7Hill${mixed(18)}» b`],
    ['the response to AUTH', `AUTH PLAIN «AGFubmEAa2VzdHJlbA==» b, AUTH LOGIN «${base64(12)}» b`],
    [
      'a key of Bitcoin',
      `a «KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn» b «5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ» c`,
    ],
    ['a session of cPanel', '/cpsess«1234567890»/frontend'],
    [
      'a hash of a password',
      '«$2a$10$kR7vQ2mX9pLw3Zt8bNc5Hy» «$argon2id$v=19$m=65536,t=2,p=1$kR7vQ2mX+9pLw» «$pbkdf2-sha256$29000$kR7v.Q2mX/9pLw3» «$pbkdf2$kR7vQ2mX9pLw3Zt8bNc5» «$6$kR7vQ2mX-9pLw3Zt8bNc5» x',
    ],
    [
      'tokens in ascending order',
      `a «$2y$10$kR7vQ2mX9pLw3Zt8bNc5Hy» «cpsess» «ghp_${mixed(36)}» b`.replace(
        '«cpsess»',
        'cpsess«1234567890»',
      ),
    ],
    [
      'a password that is equal to the name of the user',
      'root:«root»@tcp(db) jdbc:oracle:thin:scott/«scott»@db jdbc:oracle:thin:a/«jdbc»@db',
    ],
  ];
  for (const [what, text] of found)
    it(`finds ${what}`, () => {
      assert.equal(find(unmarked(text)), text);
    });

  it('finds a token with a distinctive prefix after a letter, but not one with a short prefix', () => {
    assert.equal(
      find(`Aghp_${mixed(36)} Bsq0atp-${mixed(22)} bAIza${mixed(35)} cpypi-${mixed(60)}`),
      `A«ghp_${mixed(36)}» B«sq0atp-${mixed(22)}» b«AIza${mixed(35)}» c«pypi-${mixed(60)}»`,
    );
    for (const token of [`ya29.Abc_${mixed(36)}`, `EAAxaiza${mixed(36)}`, `SK${hex(32)}`]) {
      assert.equal(find(`-${token}`), `-«${token}»`);
      assert.equal(find(`a${token}`), `a${token}`);
      assert.equal(find(`7${token}`), `7${token}`);
    }
  });

  it('says that a key file is a key and everything else is a token', () => {
    const kinds = (text: string) => findByShape(text).map(({ kind }) => kind);
    assert.deepEqual(kinds(`AIza${mixed(36)} eyJhbGciOi.a.b ${begin}\nMIIE\n${end}`), [
      'token',
      'token',
      'key',
    ]);
  });

  const kept: readonly (readonly [what: string, text: string])[] = [
    ['a public key', `-----BEGIN PUBLIC KEY-----\n${base64(64)}\n-----END PUBLIC KEY-----`],
    ['a list of key files', '- BEGIN PRIVATE KEY -----\nabc, See the ticket'],
    ['the name of a key file after too many words', '-----BEGIN A B C D E PRIVATE KEY-----\nabc'],
    ['a line of hyphens after the start of a key file', '-----BEGIN PRIVATE KEY------\nabc'],
    ['an identifier of AWS with another length', 'AKIAKESTREL7HILL4QXWA, AKIAKESTREL7HILL4QXW9'],
    ['a number with a short start', `12345:AA${mixedUrl(33)} x123456:AA${mixedUrl(33)}`],
    [
      'parts like those of a token of Discord',
      `-MT${mixedUrl(24)}.Gh7-Q2.${mixedUrl(38)} MT${mixedUrl(24)}.Gh7-Q2.${mixedUrl(41)}`,
    ],
    [
      'hexadecimal digits with another length',
      `SK${hex(33)} key-${hex(33)} ${hex(33)}-us12 ${hex(32)}-us123`,
    ],
    ['a long name before that of Terraform', `${mixed(21)}.atlasv1.${mixedUrl(67)}`],
    ['a long run of letters before AZDO', `${mixed(81)}AZDO4kR7`],
    ['a member of JSON that is not of a key', `{"d":"${mixedUrl(40)}"}`],
    ['a word that ends like a ticket', 'TEST-18-kestrelhill'],
    ['another protocol in a data source', `shop:kestrel@udp(db) ${'a'.repeat(61)}:kestrel@tcp(db)`],
    ['another field of a wireless network', 'WIFI:T:WPA;X:a;P:kestrel;;'],
    [
      'a long run after a word that has no digit, no capital letter, or no lowercase letter',
      `acme_${'kestrelHill'.repeat(3)} acme_${'kestrel7'.repeat(4)} acme_${'KESTREL7'.repeat(4)}`,
    ],
    [
      'a long run in a longer name',
      `-acme_Kes7${mixed(26)} acme_Kes7${mixed(26)}-b acme_a_b_c_d_Kes7${mixed(26)} acme_Kes7${mixed(23)}`,
    ],
    ['the name of another command', 'XAUTH PLAIN AGFubmEAa2VzdHJlbA=='],
    [
      'a longer run of letters than a key of Bitcoin',
      'xKwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn7',
    ],
  ];
  for (const [what, text] of kept)
    it(`keeps ${what}`, () => {
      assert.equal(find(text), text);
    });

  const jsonTokens: readonly (readonly [what: string, text: string])[] = [
    ['finds a signed token at the start of a text', '«eyJhbGciOi.eyJzdWI.c2ln» b'],
    ['finds a signed token without its payload', 'a «eyJhbGciOi..c2ln» b'],
    ['finds an encrypted token', 'a «eyJhbGciOi.a2V5.aXY.dGV4dA.dGFn» b'],
    ['finds an encrypted token without its key', 'a «eyJhbGciOi..aXY.dGV4dA.dGFn».b c'],
    ['finds the signed part before one more part', 'a «eyJhbGciOi.eyJzdWI.c2ln».more b'],
    ['finds the signed part before an empty part', 'a «eyJhbGciOi.eyJzdWI.c2ln»..more b'],
    ['finds the signed part before one part and an empty one', 'a «eyJhbGciOi.eyJzdWI.c2ln».more. b'],
    ['finds all tokens', 'a «eyJhbGciOi.eyJzdWI.c2ln», «eyJhbGciOi.eyJzdWJ.c2ln»'],
    ['finds a token after a part that is none', 'a eyJhbGci.«eyJhbGciOi.eyJzdWI.c2ln»'],
    [
      'finds a token after a prefix',
      `a session_«eyJhbGciOi.eyJzdWI.c2ln» ${'p-'.repeat(32)}«eyJhbGciOi.a.c2ln»`,
    ],
    ['keeps a token after a long name', `a ${'p-'.repeat(32)}peyJhbGciOi.a.c2ln`],
    ['keeps a token without a signature', 'eyJhbGciOi.eyJzdWI. eyJhbGciOi.eyJzdWI'],
    ['keeps a token with a short start', 'eyJhbGciO.eyJzdWI.c2ln'],
    ['keeps parts that commas separate', 'eyJhbGciOiJIUzI1NiJ9,eyJzdWI,c2ln'],
  ];
  for (const [what, text] of jsonTokens)
    it(`${what} (JSON Web Token)`, () => {
      assert.equal(find(unmarked(text)), text);
    });

  it('searches a text only for the shapes whose sign it contains, and for the four without a sign', () => {
    const matchAll = mock.method(String.prototype, 'matchAll');
    try {
      assert.deepEqual(findByShape('Grumpy wizards make 16, 22, 30, or 40 quick brews & jump'), []);
      assert.equal(matchAll.mock.callCount(), 4);
    } finally {
      matchAll.mock.restore();
    }
  });
});
