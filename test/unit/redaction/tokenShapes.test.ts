import assert from 'node:assert/strict';
import { findTokens, findWords } from '../../../src/redaction/tokens.ts';
import { marked, unmarked } from './marks.ts';

const find = (text: string) => marked(text, findTokens(text));
const mixed = (length: number) => 'kR7vQ2mX9pLw3Zt8bNc5HyT1dFg6sVJa'.repeat(9).slice(0, length);
const mixedUrl = (length: number) => 'kR7-Q2_X9pLw3Zt8bNc5HyT1dFg6sVJa'.repeat(9).slice(0, length);
const base64 = (length: number) => 'kR7/Q2+X9pLw3Zt8bNc5HyT1dFg6sVJa'.repeat(9).slice(0, length);
const hex = (length: number) => '9f86d081884c7d659a2feaa0c55ad015'.repeat(9).slice(0, length);

/** Prefixes of each form, and the least length of the rest. The corpus has a token of each service. */
const PREFIXES: readonly (readonly [prefix: string, length: number])[] = [
  ['ghp_', 30],
  ['github_pat_', 22],
  ['glpat-', 16],
  ['AIza', 30],
  ['ya29.', 16],
  ['sk_live_', 16],
  ['xoxb-', 10],
  ['xapp-1-', 10],
  ['dp.st.dev.', 30],
  ['sl.u.', 60],
  ['v4.local.', 40],
  ['v1.0-9f86d081884c7d659a2feaa0-', 100],
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
      const short = `a ${prefix}${mixedUrl(length - 1)}`;
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
