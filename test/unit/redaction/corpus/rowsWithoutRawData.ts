import type { LogRow } from '../../../../src/service/model.ts';
import { type SecretCase, secrets } from './case.ts';
import { base64 } from './spellings.ts';
import { Values } from './values.ts';

const v = new Values(114);

/** Section 2.2 of the interface defines a log as fields; the row in a list might lack the raw request. */
const SOURCE = 'https://coreruleset.org/docs/';

const usual: Partial<LogRow> = {
  time: '2026-05-02 08:14:31',
  country: 'Korea, Republic of',
  countryCode: 'KR',
  address: '203.0.113.24',
  action: 'Detected',
  detectedType: 'WAF',
};

/** Returns a case without raw data whose row is created from the secret. */
const rowOnly = (
  name: string,
  secret: string,
  row: (secret: string) => Partial<LogRow>,
  also?: (secret: string) => string,
) =>
  [
    name,
    secret,
    () => '',
    (s: string) => ({ row: { ...usual, ...row(s) }, ...(also && { also: [also(s)] }) }),
  ] as const;

export const rowsWithoutRawData: readonly SecretCase[] = secrets('rows without raw data', SOURCE, [
  rowOnly('detected value is the password', "Kestrel'42", (s) => ({
    rule: 'SQL Injection',
    uri: '/login.php',
    detectedValue: s,
    baseMessage: 'parameter password',
  })),
  rowOnly('detected value of a passwd parameter', v.text(14), (s) => ({
    rule: 'Error Handling',
    uri: '/member/login',
    detectedValue: s,
    baseMessage: 'parameter passwd',
  })),
  rowOnly('detected value of a Korean name', 'haetae#2026', (s) => ({
    rule: 'SQL Injection',
    uri: '/login',
    detectedValue: s,
    baseMessage: 'parameter 비밀번호',
  })),
  rowOnly('detected value of a JSON field', 'Robin--Wren', (s) => ({
    rule: 'SQL Injection',
    uri: '/api/login',
    detectedValue: s,
    baseMessage: 'JSON field password',
  })),
  rowOnly('detected value of a cookie', v.lower(26), (s) => ({
    rule: 'Cookie Poisoning',
    uri: '/',
    detectedValue: s,
    baseMessage: 'cookie PHPSESSID',
  })),
  rowOnly('detected value of a header', `Bearer-${v.url(30)}`, (s) => ({
    rule: 'Invalid HTTP',
    uri: '/',
    detectedValue: s,
    baseMessage: 'header Authorization',
  })),
  rowOnly('detected value of an XML element', 'Linnet&Dove', (s) => ({
    rule: 'File Inclusion',
    uri: '/ws',
    detectedValue: s,
    baseMessage: 'XML element password',
  })),
  rowOnly('detected value with name', 'Finch(1)=1', (s) => ({
    rule: 'SQL Injection',
    uri: '/login',
    detectedValue: `password=${s}`,
    baseMessage: 'request body',
  })),
  rowOnly('detected value with name as JSON', 'Siskin;--', (s) => ({
    rule: 'SQL Injection',
    uri: '/login',
    detectedValue: `"password":"${s}"`,
    baseMessage: 'request body',
  })),
  rowOnly('query of the address', v.url(40), (s) => ({
    rule: 'Extension Filtering',
    uri: `/download.bak?access_token=${s}`,
    detectedValue: '.bak',
    baseMessage: 'path',
  })),
  rowOnly('reset link of the address', v.hex(64), (s) => ({
    rule: 'Error Handling',
    uri: `/reset-password/${s}`,
    detectedValue: '',
    baseMessage: 'path',
  })),
  rowOnly('session of the address', v.upper(32), (s) => ({
    rule: 'Directory Listing',
    uri: `/files/;jsessionid=${s}`,
    detectedValue: '/files/',
    baseMessage: 'path',
  })),
  rowOnly('description with a parameter', 'Grebe!300', (s) => ({
    rule: 'SQL Injection',
    uri: '/login',
    detectedValue: "' OR",
    description: `Parameter password has the value ${s}`,
  })),
  rowOnly('description as key and value', v.text(16), (s) => ({
    rule: 'SQL Injection',
    uri: '/login',
    detectedValue: "'",
    description: `Detected in password=${s}`,
  })),
  rowOnly('description of a request', v.lower(32), (s) => ({
    rule: 'XSS',
    uri: '/',
    detectedValue: '<script>',
    description: `GET / HTTP/1.1 Cookie: sessionid=${s}`,
  })),
  rowOnly('base message with the value', 'Curlew+88', (s) => ({
    rule: 'SQL Injection',
    uri: '/login',
    detectedValue: '',
    baseMessage: `parameter pwd: ${s}`,
  })),
  rowOnly('token in the detected value', ['gh', 'p_', v.text(36)].join(''), (s) => ({
    rule: 'Privacy Output',
    uri: '/paste',
    detectedValue: s,
    baseMessage: 'request body',
  })),
  rowOnly('JWT in the detected value', v.jwt({ sub: 'admin', alg: 'none' }), (s) => ({
    rule: 'Error Handling',
    uri: '/api',
    detectedValue: s,
    baseMessage: 'request body',
  })),
  rowOnly('card number in the detected value', '4111111111111111', (s) => ({
    rule: 'Privacy Input',
    uri: '/pay',
    detectedValue: s,
    baseMessage: 'parameter memo',
  })),
  rowOnly(
    'Basic in the detected value',
    'Avocet/17',
    (s) => ({
      rule: 'Invalid HTTP',
      uri: '/',
      detectedValue: `Basic ${base64(`ann:${s}`)}`,
      baseMessage: 'header Authorization',
    }),
    (s) => base64(`ann:${s}`),
  ),
  rowOnly('percent in the detected value', 'Knot & Ruff', (s) => ({
    rule: 'SQL Injection',
    uri: '/login',
    detectedValue: `pw=${encodeURIComponent(s)}`,
    baseMessage: 'request body',
  })),
  rowOnly('encoded address', 'Teal=Smew', (s) => ({
    rule: 'SQL Injection',
    uri: `/login?user=ann&password=${encodeURIComponent(s)}`,
    detectedValue: '=',
    baseMessage: 'parameter user',
  })),
  rowOnly('webhook address', v.text(24), (s) => ({
    rule: 'Request Method Filtering',
    uri: `/services/T0ABCDEFG/B0HIJKLMN/${s}`,
    detectedValue: 'PUT',
    baseMessage: 'method',
  })),
  rowOnly('stolen cookie in the address', v.lower(26), (s) => ({
    rule: 'Cross Site Scripting',
    uri: `/c.gif?c=PHPSESSID%3D${s}`,
    detectedValue: 'PHPSESSID',
    baseMessage: 'parameter c',
  })),
  rowOnly('raw rule with the value', 'Dotterel8', (s) => ({
    rule: 'SQL Injection',
    ruleRaw: `sqli: password='${s}'`,
    uri: '/login',
    detectedValue: "'",
  })),
  rowOnly('raw data of the row only', 'Phalarope4', (s) => ({
    rule: 'SQL Injection',
    uri: '/login',
    detectedValue: "'",
    rawData: `POST /login HTTP/1.1\r\nHost: shop.example\r\n\r\nuser=ann'&password=${s}`,
  })),
]);
