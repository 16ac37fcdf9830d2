/**
 * Finds the figures that are sent to somebody as a code, in messages of several languages: `Your verification code is 123456`,
 * `인증번호 [123456]`, `G-123456 is your code`. Linear in the text. Findings ascend within an expression.
 */
import type { Finding } from './headerGrammar.ts';
import { groupSpan, type Nearby, nearbyMatches } from './nearby.ts';

const CODE_NAMED: Nearby = {
  first:
    /\b(?:(?:verification|confirmation|security|authentication|login|sign-?in|access|one-?time|activation|validation|recovery|2fa|mfa)\s(?:code|pin|passcode|password)|otp|passcode|(?:bestätigungs|sicherheits|einmal|verifizierungs|freischalt)-?(?:code|kennwort|passwort|pin)|code\s(?:de\s|d['’]\s?)(?:vérification|sécurité|validation|confirmation|accès|connexion)|c[óo]d(?:igo|ice)\s(?:de\s|di\s)?(?:verifica|segur|confirma|acce|sicurezza|conferma)[\wçãóé]{0,8})|код[а-я]{0,3}\s(?:подтвержд|доступ|проверк|безопасност)[а-я]{0,6}|(?:doğrulama|onay|güvenlik)\skod[a-zuı]{0,6}|mã\s(?:otp|xác\s\p{L}{2,5}|bảo\smật)|인증\s?(?:번호|코드)|확인\s?코드|認証(?:コード|番号)|確認コード|验证码|驗證碼|校验码|动态码|動態密碼/giu,
  second:
    /(?<![\d.,:/+-])(?:[A-Z]-)?(?<value>\d{3}[ -]\d{3}|\d{4,8})(?![\d/:-]|[.,]\d|\s?(?:min|hour|sec|分|분|小时))/dg,
  within: 40,
  barrier: /[.!?。;{}]\s|["{}=&]/g,
};

const CODE_FIRST: readonly RegExp[] = [
  /(?<![\d.,:/+])(?:\b[A-Z]-)?(?<value>\d{4,8})\s(?:is\s(?:your|the)|es\s(?:tu|su)|est\svotre|ist\sihr|é\s(?:o\s)?seu|è\sil\stuo)\s.{0,40}(?:code|código|codice|otp|pin|password)/dgi,
  /\b(?:use|enter|utilisez|usa|usar|verwenden\ssie)\s(?:code\s)?(?<value>\d{4,8})\s(?:to|as|for|pour|para|um|zum|como)\s.{0,40}(?:verif|confirm|log\s?in|sign\s?in|code|otp|código)/dgi,
];

export function findSentFigures(text: string): Finding[] {
  if (!/\d{4}|\d{3}[ -]\d{3}/.test(text)) return [];
  const found = [
    ...Array.from(nearbyMatches(text, CODE_NAMED), ({ second }) => second),
    ...CODE_FIRST.flatMap((pattern) => Array.from(text.matchAll(pattern))),
  ];
  return found.flatMap((match) => {
    const span = groupSpan(match, 'value');
    return span ? [{ ...span, kind: 'secret' as const, name: 'code' }] : [];
  });
}
