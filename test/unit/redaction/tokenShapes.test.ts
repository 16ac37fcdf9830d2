import assert from 'node:assert/strict';
import { findTokens, findWords } from '../../../src/redaction/tokens.ts';
import { marked, unmarked } from './marks.ts';

const find = (text: string) => marked(text, findTokens(text));
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

describe('findWords', () => {
  const words = (text: string) => marked(text, findWords(text));
  it('finds random-looking words, also in a path or a sentence', () => {
    for (const text of [`a «${mixed(20)}» b`, `/x/«${mixedUrl(40)}»/y`, `id=«${mixed(16)}»`])
      assert.equal(words(unmarked(text)), text);
  });

  it('keeps names, identifiers, and encoded text', () => {
    for (const text of [
      'a-long-name-of-a-page-2024',
      'getElementsByTagName',
      hex(32),
      '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d',
      Buffer.from("' OR 1=1 UNION SELECT 1").toString('base64url'),
      'rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcAUH2sHD',
      'H4sIAAAAAAAAA0vOzy0oSi0uTk0BABn8Yc8KAAAA',
      mixed(15),
    ])
      assert.equal(words(text), text);
  });
});

describe('findTokens', () => {
  for (const [prefix, length] of PREFIXES)
    it(`finds tokens that start with ${prefix}, but no shorter text`, () => {
      const token = `${prefix}${mixedUrl(length)}`;
      assert.equal(find(`a ${token} b`), `a «${token}» b`);
      const short = `a ${prefix}${mixedUrl(7)} b`;
      assert.equal(find(short), short);
    });

  for (const [what, text] of [
    ['an access key of AWS', 'a «AKIAKESTREL7HILL4QXW» b «A3TXKESTREL7HILL4QXW»'],
    ['the token of an account of Twilio', `«AC${hex(32)}:${hex(32)}» b`],
    ['a key file in Base64', `a «LS0tLS1CRUdJTi${mixed(60)}» b`],
    ['a key file', `-----BEGIN EC PRIVATE KEY-----«\n${base64(64)}\n»-----END EC PRIVATE KEY-----`],
    ['a key file in a form', `-----BEGIN+PRIVATE+KEY-----«\n${base64(64)}\n»-----END+PRIVATE+KEY-----`],
    [
      'a key file of SSH.COM',
      `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----«\r\n${base64(64)}\r\n»---- END SSH2`,
    ],
    ['a key file of PGP', `-----BEGIN PGP PRIVATE KEY BLOCK-----«\n${base64(64)}\n»-----END PGP`],
    ['a key file of OpenVPN', `-----BEGIN OpenVPN Static key V1-----«\n${hex(32)}\n»-----END OpenVPN`],
    ['a truncated key file', `-----BEGIN PRIVATE KEY-----«\\n${base64(64)}»`],
    ['a signed JSON Web Token', 'a «eyJhbGciOi.eyJzdWI.c2ln» b'],
    ['a signed JSON Web Token without its payload', 'a «eyJhbGciOi..c2ln» b'],
    ['an encrypted JSON Web Token', 'a «eyJhbGciOi.a2V5.aXY.dGV4dA.dGFn» b'],
    ['all JSON Web Tokens, also after a prefix', 'ses_«eyJhbGciOi.eyJzdWI.c2ln», «eyJhbGciOi.eyJzdWJ.c2ln»'],
    ['a distinctive prefix after a letter', `A«ghp_${mixed(36)}» b«AIza${mixed(35)}»`],
    ['no short prefix after a letter', `aEAAxaiza${mixed(36)} 7ya29.Abc_${mixed(36)}`],
    ['no public key', `-----BEGIN PUBLIC KEY-----\n${base64(64)}\n-----END PUBLIC KEY-----`],
    ['no line of hyphens after the start of a key file', '-----BEGIN PRIVATE KEY------\nabc'],
    ['no JSON Web Token without a signature', 'eyJhbGciOi.eyJzdWI. eyJhbGciOi.eyJzdWI'],
    ['no parts that commas separate', 'eyJhbGciOiJIUzI1NiJ9,eyJzdWI,c2ln'],
  ] as const)
    it(`finds ${what}`, () => assert.equal(find(unmarked(text)), text));
});
