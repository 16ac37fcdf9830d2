import assert from 'node:assert/strict';
import type { Finding } from '../../../src/redaction/headerGrammar.ts';
import {
  findCardNumbers,
  findEmails,
  findLongTokens,
  findUrlCredentials,
} from '../../../src/redaction/shapedSecrets.ts';
import { marked, unmarked } from './marks.ts';

interface Rule {
  readonly find: (text: string) => Finding[];
  readonly kind: string;
  readonly texts: readonly string[];
}

const rules: Readonly<Record<string, Rule>> = {
  'credentials in a URL': {
    find: findUrlCredentials,
    kind: 'credentials',
    texts: [
      'see https://«anna:hunter2x»@shop.example/ and ftp://«:hunter2x»@files.example',
      'x://«a:b»@c x://«anna:p@ss:w»@c',
      'https://«a1b2c3d4»@shop.example https://«a1b2c3d4:»@shop.example',
      'https://«12345678-1234-1234-1234-123456789012:»@shop.example',
      'https://kestrel@shop.example https://anna:@shop.example https://@shop.example',
      'https://a1b2c3d4e5/ https://shop.example:8443/@anna https://kestrel@hill:80@shop.example',
      'https://shop.example:8443?a@b https://shop.example:8443#a@b "https://shop.example:8443" a@b',
      "'https://shop.example:8443'a@b <https://shop.example:8443>a@b https://shop.example:8443\\a@b",
      'mailto:anna:hunter2x@shop.example',
    ],
  },
  'an email address': {
    find: findEmails,
    kind: 'e-mail',
    texts: [
      'a «anna.b+c_d-7@mail7.hill-top.example», «müller@bücher.example»! («x@a.de»)',
      '@hill.example anna@localhost anna@hill.e anna@.example anna @hill.example',
    ],
  },
  'a long token': {
    find: findLongTokens,
    kind: 'token',
    texts: [
      'a «kR7vQ2mX9pLw3Zt8bNc5HyT1dFg6sVJa» b «kR7-Q2_X9pLw3Zt8bNc5HyT1dFg6sVJakR7vQ2m»',
      'kR7vQ2mX9pLw3Zt8bNc5HyT1dFg6sVJ',
      '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d «9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d1»',
      'abcdefghijklmnopqrstuvwxyzabcdefgh/rechtsschutzversicherungsangebote',
      '2026-gute-rechtsschutzversicherungen-im_Jahr-10 meine-rechtsschutzversicherung_2026',
      `meine-rechtsschutzversicherung${'-kestrel'.repeat(70)} «a${'-kestrel'.repeat(50)}-a1b2c3d4»`,
      '«a1b2c3d4a1b2c3d4-kestrel-hill-house» «kestrel-hill-house-a1b2c3d4a1b2c3d4»',
    ],
  },
  'a card number': {
    find: findCardNumbers,
    kind: 'card number',
    texts: [
      'a «4111 1111 1111 1111», «5555-5555-5555-4444»; «4111+1111+1111+1111» b',
      'Visa «4526018159087» «4301661318609135». «4909960308246281946»',
      'Mastercard «5182199351819098» «5537865797543235» «2221194875749111» «2239862527601894»',
      'Mastercard «2699555979711475» «2719104974650754» «2720291703423665»',
      'American Express «347127684268462» «375632122330795»',
      'Discover «6011244026859957» «6492890786666176037» «6513721590109284»',
      'Diners Club «30515901396243» «36595711777745» «3912154728038528»',
      'JCB «3528808414852536» «3589888539336338754»',
      'UnionPay «6200474395755137» «6213735379907511631»',
      'Mir «2204726516761228» «2200202972997528823»',
      'Maestro «5000182633043489» «5839548620579868282» «6728807290222799»',
      'another check digit 4111111111111112 5182199351819099',
      'another first digit 5918780175989836 2220478878384831 2721726167513617 3527034125242732',
      'another first digit 3590016723268658 30663551505877 6437065894811317 6114402426462881',
      'another length 41805888718033409 55141931417058641 3792083124023443 601183478245043',
      'another length 620008838737164 517868433532658 40201462016847 2205975140261407',
      'zeros before it 0004111111111111111',
      'a part of a number 7.4111111111111111 4111111111111111.5 4111111111111111..5 49099603082462819461',
      'a part of a number 94111111111111111111',
    ],
  },
};

describe('secrets under any name', () => {
  for (const [what, { find, kind, texts }] of Object.entries(rules))
    for (const text of texts)
      it(`recognizes ${what} in: ${text.slice(0, 60)}`, () => {
        const findings = find(unmarked(text));
        assert.equal(marked(unmarked(text), findings), text);
        assert.ok(findings.every((finding) => finding.kind === kind));
      });
});
