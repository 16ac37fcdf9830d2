import assert from 'node:assert/strict';
import { headerSecrets, moved } from '../../../src/redaction/headerGrammar.ts';
import type { SecretKind } from '../../../src/redaction/secretNames.ts';
import { marked, unmarked } from './marks.ts';

describe('headerSecrets', () => {
  const rows: Readonly<Partial<Record<SecretKind, readonly (readonly [name: string, value: string])[]>>> = {
    cookie: [
      ['Cookie', 'a=«1»; b="«2»"; c=; path=«x»'],
      ['Set-Cookie', 'a=«1»; Path=/; Secure'],
      [' set-cookie', 'a=«1»; Path=/; Secure'],
      ['X-Set-Cookie', 'a=«1»; Path=«/»; «Secure»'],
      ['Cookie', 'a=«1»; o=«O:14:"User":1:{s:1:"a"»;«s:3»; sid=«2»'],
      ['Cookie', 'a=«1»; o=«O:14:"User":1:{s:1:"a"»;s:3:"b=c";}; sid=«2»'],
      ['Cookie', 'o=«O:14:"User":1:{s:1:"a"»;s:3:"b=c";};sid=«2»'],
      ['Cookie', 'o=«O:4:"User":1:{i:0»;s:1:"a";}; sid=«2»'],
      ['Cookie', '«O:4:"User":1:{s:1:"a"»;s:3:"b=c";}; sid=«2»'],
      ['Cookie', 'o=«C:1:"a"»;s:3:"b=c";}; c=«d»'],
      ['Cookie', 'o=«xO:1:"a"»; s=«b}»; c=«d»'],
    ],
    token: [['Sec-WebSocket-Protocol', 'chat, «a8Kq2mZ7pLw91Zx»,«a1b2c3d4» a1b2c3d, graphql-transport-ws']],
    key: [
      ['X-Api-Key', ' \t«kestrel hill» '],
      ['X-Api-Key', '"«kestrel»"'],
      ['X-Api-Key', ' \r\n '],
      ['X-Api-Key', 'null'],
      ['X-Api-Key', '«Bearer kestrel»'],
      ['X-Api-Key', '«Digest nonce="a"»'],
    ],
    authorization: [
      ['Authorization', 'Bearer «kestrel»'],
      ['Authorization', ' \r\n AWS-x2 \t «kestrel hill»'],
      ['Authorization', 'X «kestrel»'],
      ['Authorization', '«kestrel»'],
      ['Authorization', '«7x kestrel»'],
      ['Authorization', 'Bearer '],
      ['Authorization', 'Bearer undefined'],
      [
        'Authorization',
        ' \t Digest  username="anna", realm="shop",nonce="«a1»", cnonce = "«a 2»", opaque=«a3»\tresponse\t =\n "«a4»"',
      ],
      ['Authorization', 'AWS4-HMAC-SHA256 Credential=AKIA/x, SignedHeaders=host, Signature=«9f86d081»'],
      [
        'Authorization',
        'OAuth oauth_consumer_key="«a1»", oauth_token="«a2»", oauth_nonce="«a3»",oauth_verifier=«a4», oauth_signature="«a5»", xtoken="a"',
      ],
      ['Authorization', 'Hawk id="a", ts="1", mac="«a1»", hash="«a2»"'],
      ['Authorization', 'Signature keyId="a", signature="«a1»"'],
      ['Authorization', 'GoogleLogin auth=«a1»'],
      ['Authorization', 'MediaBrowser Client="a", Token="«a1»"'],
      ['Authorization', 'emby UserId="a", Token="«a1»", Key=«a2»'],
      ['Authorization', 'Digest username="anna", response="", realm="shop"'],
      ['Authorization', '  Digest  user-name_1  =  "anna hill"  , algorithm=MD5'],
      ['Authorization', 'Digest username=""'],
      ['Authorization', 'Digest username="anna"  '],
      ['Authorization', 'Digest «username="anna" x»'],
      ['Authorization', 'Digest «kestrel, username="anna"»'],
      ['Authorization', 'Digest «kestrel user="anna"»'],
      ['Authorization', 'Digest «kestrel»'],
      ['Authorization', 'XDigest «nonce="a"»'],
      ['Authorization', '«Digest»'],
    ],
  };
  for (const [kind, cases] of Object.entries(rows))
    for (const [name, text] of cases)
      it(`finds the secrets in a header with a value such as: ${name}: ${text}`, () => {
        const findings = headerSecrets(name, kind as SecretKind, unmarked(text));
        assert.equal(marked(unmarked(text), findings), text);
        assert.equal(findings.length, text.split('«').length - 1);
        assert.ok(findings.every((finding) => finding.kind === kind));
      });

  it('states the names of headers and cookies', () => {
    const namesIn = (name: string, kind: SecretKind, value: string) =>
      headerSecrets(name, kind, value).map((finding) => finding.name);
    assert.deepEqual(namesIn(' X-Api-Key ', 'key', 'kestrel'), ['X-Api-Key']);
    assert.deepEqual(namesIn(' Authorization ', 'authorization', 'Hawk mac="a"'), ['Authorization']);
    assert.deepEqual(namesIn('Cookie', 'cookie', 'a=1; b=2'), ['a', 'b']);
  });

  it('moves findings', () => {
    assert.deepEqual(moved([{ start: 1, end: 3, kind: 'key' }], 5), [{ start: 6, end: 8, kind: 'key' }]);
  });
});
