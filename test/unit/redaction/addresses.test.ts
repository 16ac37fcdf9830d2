import assert from 'node:assert/strict';
import { findAddresses } from '../../../src/redaction/addresses.ts';
import { marked, unmarked } from './marks.ts';

describe('addresses', () => {
  for (const text of [
    'for=«203.0.113.9», «7.0.0.128»;proto=https, v.1.2.3.4, 1234.1.2.3, 1.2.3',
    '«2001:db8:85a3::8a2e:370:7334», «10.0.0.7», «fe80::», «2001:DB8:0:0:1:0:0:1», «1:2:3:4:5:6:7:89ab»',
    '«::1», «::ffff:a1:b2» "[«a::b2:c3»]"',
    ':::1, ::1:, a::b:, ::, abcde::1, 1::abcde, ::abcde, a:, 1:2:3:4:5:6:7:8:',
  ])
    it(`are found in: ${text}`, () => {
      const findings = findAddresses(unmarked(text));
      assert.equal(marked(unmarked(text), findings), text);
      assert.equal(findings.length, text.split('«').length - 1);
      assert.ok(
        findings.every(({ kind, start }, at) => kind === 'address' && start >= (findings[at - 1]?.end ?? 0)),
      );
    });
});
