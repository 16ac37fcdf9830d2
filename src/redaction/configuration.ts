/**
 * Finds secrets in lines of configuration and code in bodies: INI, `.env`, YAML, PHP, JavaScript, Ruby, shell commands,
 * and sentences. Linear in the length of the text. The findings of each grammar ascend.
 */
import { cookieValues, type Finding, headerSecrets } from './headerGrammar.ts';
import { firstMatch, namedValue } from './namedSecrets.ts';
import { groupSpan, type Nearby, nearbyMatches } from './nearby.ts';
import { looksMixed, looksRandom } from './randomness.ts';
import type { SecretNames } from './secretNames.ts';

/** Expressions for code. Each has the name in the group `name` and the value in the group `value`. */
const CODE: readonly RegExp[] = [
  // define('DB_PASSWORD', 'x'); localStorage.setItem("token", "x"); putenv, header, and similar
  /\b(?:define|setItem|set|put|add|append|getenv|setenv|header|setRequestHeader|setCookie|config|ini_set)\s{0,5}\(\s{0,5}\\?["'](?<name>[^"'\\\r\n()]{1,100})\\?["']\s{0,5},\s{0,40}\\?["'](?<value>[^"'\\\r\n]{1,4000})/dgi,
  // {password:"x"}, , password: 'x'
  /(?<=[{,([\s&;])(?<name>[\p{L}_$][\p{L}\d_$.-]{0,100})(?:\s{1,10}:|:)\s{0,10}(?:(?:\\?"){3}|\\?["'])(?<value>[^"'\\\r\n]{1,4000})/dgiu,
  // setPassword("x"); password="x" among the arguments of a call
  /\bset(?<name>[A-Z]\w{1,60})\s{0,5}\(\s{0,5}\\?["'](?<value>[^"'\\\r\n]{1,4000})/dg,
  /(?<=[\s,({])(?<name>[\p{L}_$][\p{L}\d_$.-]{0,100})="(?<value>[^"\\\r\n]{1,4000})/dgiu,
  // password = "x", $db_password = 'x', const API_KEY = "x"
  /(?<![\p{L}\d_$.-])[.-]{0,3}(?<name>[\p{L}_$][\p{L}\d_$.-]{0,100})["'\]]{0,2}\s{1,10}:?=\s{0,10}(?:(?:new )?(?:Secret)?Str(?:ing)?(?:::from)?\(\s{0,3})?(?:(?:\\?"){3}|(?:\\?'){3}|\\?["'])(?<value>[^"'\\\r\n]{1,4000})/dgiu,
  // setx DB_PASSWORD "x", set(DB_PASSWORD "x")
  /\bsetx?[\s(]{1,5}(?<name>[\p{L}_][\p{L}\d_.-]{0,80})\s{1,5}\\?"(?<value>[^"\\\r\n]{3,400})/dgiu,
  // password: string = "x", $password: String! = "x"
  /(?<![\p{L}\d_$.-])(?<name>[\p{L}_$][\p{L}\d_$.-]{0,100})\??:\s{0,3}[A-Za-z][\w<>[\]|!.]{0,40}\s{1,5}=\s{1,5}\\?["'](?<value>[^"'\\\r\n]{3,400})/dgiu,
  // password == 'x', $_POST['password'] !== "x", password.equals("x")
  /(?<!typeof\s{1,3})(?<![\p{L}\d_$.-])(?<name>[\p{L}_$][\p{L}\d_$-]{0,100})["'\]]{0,3}(?:\s{0,5}[!=]={1,2}\s{0,5}|\.equals(?:IgnoreCase)?\(\s{0,5})\\?["'](?<value>[^"'\\\r\n]{4,400})/dgiu,
];

/** "password" => "x", :password => 'x'. The name is before the arrow. */
const ARROW = /=(?:>|&gt;)\s{0,20}\\?["'](?<value>[^"'\\\r\n]{1,4000})/dgi;

const LONGEST_NAME_BEFORE = 124;

/** A complete line: `password = x`, `- password: x`, `export DB_PASSWORD=x`. */
const LINE =
  /(?<=^|\\n|[\r\n])[ \t]{0,100}(?:-[ \t]{1,5})?(?:export[ \t]{1,5}|set[ \t]{1,5}|env[ \t]{1,5})?["']?(?<name>[\p{L}_$][\p{L}\d_$.:/[\]-]{0,100}(?: [\p{L}]{2,20}){0,2})["']?[ \t]{0,20}[:=](?!\/\/)[ \t]{0,20}(?<value>[^\s\\"'<>&{}[\]][^\r\n\\]{0,2000})/dgimu;

/** A line without a separator: `ENV DB_PASSWORD x`, `option key 'x'`, `aws configure set aws_secret_access_key x`. */
const SETTING =
  /\b(?:config(?:ure)?[ \t]{1,5}set|env|arg|set|setenv|setx|option|config|attr)[ \t]{1,5}(?:--?\w{1,20}[ \t]{1,5})?(?:\/\/[\w./-]{1,80}:)?["']?(?<name>[\p{L}_][\p{L}\d_.-]{0,80})["']?[ \t]{1,5}["']?(?<value>[^\s"'=&|;<>(){}]{3,400})/dgiu;
/** `비밀번호는 x 입니다`, `パスワードはxです`, `密码是x`. */
const PARTICLE =
  /(?<name>비밀번호|비번|암호|패스워드|인증번호|パスワード|暗証番号|密码|密碼|口令|验证码|驗證碼)(?:는|은|は|是|为|為)\s{0,3}["'`「『“]?(?<value>[!#$%&*+./\d:=?@A-Z^_a-z|~-]{4,100})/dgu;
/** In a sentence: `login / password: x`, `비밀번호: x`. */
const SENTENCE =
  /(?<![\p{L}_-])(?<name>(?:[\p{L}_-]{2,30} )?[\p{L}_-]{2,40})["'*]{0,3}[ \t]{0,5}(?:[:=]|-{1,3}>|→|(?=\[)|\b(?:is|has the value|with value|ist|lautet|est|es|to)\b|\*{1,2}:)(?:[ \t]{1,5}|[ \t]{0,5}\[)["'`]?(?<value>[^\s"'`<>&,;(){}[\]]{4,200})/dgiu;

/** `curl -H 'Authorization: Bearer x'`, and header lines quoted in text. */
const HEADER =
  /(?<![\w-])(?<name>(?:proxy-)?authorization|authentication|(?:set-)?cookie|x-[\w-]{2,60}|api-?key|private-token)\\?["'`]?\s{0,3}[:=]\s{0,3}\\?["'`]?/gi;
/** The same with the full-width colon: `密码：x`. */
const WIDE_COLON =
  /(?<![\p{L}_-])(?<name>[\p{L}_-]{2,40})：[ \t]?(?<value>[^\s"'`<>&,;(){}[\]\\：]{4,200})/dgu;
/** `Mon mot de passe est : x`, `la password del router è: x`. */
const VERB_AND_COLON: Nearby = {
  first:
    /\b(?:mot de passe|password|parola d'ordine|contraseña|clave de acceso|senha|kennwort|passwort)\b/giu,
  second: /\s(?:is|ist|lautet|est|es|è|é)\s?:\s?(?<value>[^\s"'`<>&,;(){}[\]\\]{4,200})/dgiu,
  within: 60,
  barrier: /[.:,;\r\n]/g,
};
const SHORTEST_HEADER = 4;
const LONGEST_HEADER = 4000;

/** `curl -u a:b`, `--user a:b`, `mysql -pSecret`, `sshpass -p x`, `--password x`. */
const COMMANDS: readonly RegExp[] = [
  /\s(?:-u|--user|--proxy-user|-U)[\s=]{1,5}["']?[^\s"':]{1,100}:(?!\/\/)(?<value>[^\s"']{1,200})/dg,
  /\s--?(?:password|passwd|pass|token|api-key|secret|auth-token|access-token|client-secret)[\s=]{1,5}["']?(?<value>[^\s"'&|;-][^\s"'&|;]{2,400})/dgi,
  /(?<!\S)--(?:set(?:-string)?|build-arg|env)[\s=]{1,3}["']?(?<name>[\w.-]{2,60})=["']?(?<value>[^\s"'&|;,$]{3,200})/dgi,
  /\bidentified\s{1,5}(?:with\s{1,5}\w{1,40}\s{1,5})?by\s{1,5}(?:password\s{1,5})?["'](?<value>[^"'\r\n]{1,200})/dgi,
  /\bnet\s{1,5}use\b[^\r\n]{0,100}?\/user:\S{1,100}\s{1,5}(?<value>[^\s/]\S{2,200})/dgi,
  /\bnet\s{1,5}user\s{1,5}\S{1,60}\s{1,5}(?<value>[^\s/]\S{2,200})/dgi,
  /\bConvertTo-SecureString\s{1,5}["'](?<value>[^"'\r\n]{2,200})/dgi,
  /\b(?:enable|username\s{1,5}\S{1,60})\s{1,5}(?:password|secret)\s{1,5}(?:\d\s{1,3})?(?<value>\S{3,200})/dgi,
  /\b(?:login|user)\s{1,5}\S{1,100}\s{1,5}password\s{1,5}(?<value>\S{3,200})/dgi,
  /\becho\s{1,5}["']?[\w.-]{1,60}:(?<value>[^\s"'|]{2,200})["']?\s{0,5}\|\s{0,5}(?:sudo\s{1,5})?chpasswd/dgi,
  /\bsnmp-server\s{1,5}community\s{1,5}(?<value>\S{3,100})/dgi,
  /\bpass\w{0,10}\s{0,5}=\s{0,5}'(?<value>[^'\s]{4,200})'/dgi,
  /^[\w.*-]{1,100}:(?:\d{1,5}|\*):[^:\s"]{1,60}:[^:\s"]{1,60}:(?<value>\S{3,200})$/dgm,
  /\b(?:PDO|mysqli?(?:_connect)?|pg_connect|ftp_login|ldap_bind)\s{0,5}\((?:[^,()\r\n]{1,200},){2}\s{0,5}["'](?<value>[^"'\r\n]{3,200})/dg,
  /\b(?:login|user|id|account)\s{0,3}\/\s{0,3}(?:password|passwd|pass|pw|pwd)\s{0,3}[:=]\s{0,3}\S{1,60}\s{0,3}\/\s{0,3}(?<value>[^\s"'<>]{3,200})/dgi,
  /(?<![\d+-])(?<value>\d{4,8}) is (?:your|the)\b.{0,40}\b(?:code|otp|pin|password)\b/dgi,
  /\s-{1,2}(?:(?:src|dest|key|new)?(?:store|key)pass|passin|passout)(?:\s{1,5}|=)(?:(?:pass|env|file):)?["']?(?<value>[^\s"'-][^\s"']{2,200})/dgi,
  /\bnet\s{1,5}use\s{1,5}(?:[a-z*]:?\s{1,5})?\\{2}\S{1,100}\s{1,5}(?<value>[^\s/]\S{2,200})/dgi,
  /\b(?:login|encrypted|role|user)\s{1,5}(?:\S{1,60}\s{1,5}){0,2}password\s{1,5}\\?'(?<value>[^'\r\n\\]{1,200})'/dgi,
  /(?<=^|\d )PASS (?<value>\S{3,200})/dgm,
  /\bsshpass\s{1,5}-p\s{0,5}["']?(?<value>[^\s"']{3,200})/dgi,
  /\s-U\s{0,3}["']?[^\s"'%]{1,60}%(?<value>[^\s"']{3,200})/dg,
];

/** Protocol lines in proxied and server-side forged requests: SMTP, IMAP, POP3, FTP, Redis. */
const DIALOGS: readonly RegExp[] = [
  /\bAUTH[ \t]{1,5}LOGIN\s{1,5}(?:334[^\r\n]{0,60}\s{1,5})?[A-Za-z\d+/]{4,200}={0,2}\s{1,5}(?:334[^\r\n]{0,60}\s{1,5})?(?<value>[A-Za-z\d+/]{4,400}={0,2})/dgi,
  /^AUTH[ \t]{1,5}(?!PLAIN|LOGIN|GSSAPI|NTLM|TLS|CRAM|DIGEST|XOAUTH|OAUTH)(?:[^\s]{1,60}[ \t]{1,5})?(?<value>\S{6,200})[ \t]{0,5}$/dgm,
  /\bAUTH\r?\n(?:\$\d{1,5}\r?\n[^\s]{1,100}\r?\n)?\$\d{1,5}\r?\n(?<value>[^\s]{3,200})/dg,
];

const COMMAND_END = /[\r\n|;]/g;
/** Programs and their password options: `redis-cli -h host -a x`. */
const PROGRAMS: readonly Nearby[] = [
  { first: /\bhttps?(?=\s)/g, second: /\s-a\s{1,5}[^\s:]{1,100}:(?<value>[^\s"']{1,200})/dg },
  { first: /\blftp\b/g, second: /\s-u\s{1,5}["']?[^\s"',]{1,60},(?<value>[^\s"',]{2,200})/dg },
  { first: /\bredis-cli\b/g, second: /\s-a\s{1,5}["']?(?<value>[^\s"']{2,200})/dg },
  {
    first: /\b(?:docker|podman|helm|az|oc|npm)\b.{0,20}\blogin\b/g,
    second: /\s-p\s{1,5}["']?(?<value>[^\s"']{2,200})/dg,
  },
  {
    first: /\bldap(?:search|modify|add|delete|passwd|whoami)\b/g,
    second: /\s-w\s{1,5}["']?(?<value>[^\s"']{2,200})/dg,
  },
  {
    first: /\b(?:twine|mongosh?|mongodump|influx|htpasswd|sqlcmd)\b/g,
    second: /\s-[pP]\s{1,5}["']?(?<value>[^\s"']{2,200})/dg,
  },
  { first: /\bmysql(?:dump|admin)?\b/g, second: /\s-p(?<value>[^\s"'-][^\s"']{2,200})/dg },
].map((each) => ({ ...each, within: 100, barrier: COMMAND_END }));

/** `user: anna, password: x`. After a user name, the value is a password and not a text about passwords. */
const BESIDE_USER: Nearby = {
  first: /\b(?:login|user(?:name)?|e-?mail|account)\s{0,3}[:=]\s{0,3}(?=\S)/gi,
  second:
    /[\s,;/](?:password|passwd|pass|pwd?)\s{0,3}[:=]\s{0,3}(?!\w{0,20}(?:pass|pwd|pw)|0x|(?:too|must|not|is|missing|empty|blank|optional)\b)(?<value>[^\s"'`<>,;(){}[\]&]{4,200})(?![^\s,;}"'\\&<])/dgi,
  within: 40,
  barrier: /[(){}&<>"\r\n]/g,
};

/** Default values in code: `apiKey = process.env.API_KEY ?? "x"`, `$token = getenv("TOKEN") ?: 'x'`. */
const DEFAULT_IN_CODE: Nearby = {
  first:
    /(?<![\w$.-])(?<name>[A-Za-z_$][\w$.]{0,80})["'\]]{0,2}\s{0,9}:?=\s{0,9}(?=[$A-Za-z_][\w$]{0,40}(?:[.([]|->|::))/g,
  second: /(?:\?\?|\|\||\?:|\bor\b)\s{0,3}\\?["'](?<value>[^"'\\\r\n]{3,200})\\?["'](?!\s{0,3}=)/dg,
  within: 80,
  barrier: /[\r\n;]/g,
};

/** A Terraform default: `variable "db_password" { default = "x" }`. */
const DEFAULT_OF: Nearby = {
  first: /\bvariable\s{1,9}"(?<name>[\w.-]{1,80})"/g,
  second: /\bdefault\s{0,9}=\s{0,9}"(?<value>[^"\r\n]{1,400})"/dg,
  within: 300,
  barrier: /\bvariable\b/g,
};

/**
 * @param isProse true for a sentence from the service, where a name before a colon might describe an attack; only
 * values that look random are then treated as secrets
 */
export function findInConfiguration(text: string, names: SecretNames, isProse: boolean): Finding[] {
  if (
    !/[:=([>→'"는은は是]|\s-|\b(?:is|ist|est|es)\s|\b(?:requirepass|masterauth|env|set|setenv|setx|option|config|insert|net)\s|\s(?:password|secret|community)\s|\d is |\b(?:auth|pass|login)\s/i.test(
      text,
    )
  )
    return [];
  const findings: Finding[] = [];
  const add = (pattern: RegExp, accepts: (value: string, name: string) => boolean = () => true) => {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const name = match.groups?.['name'] ?? 'password';
      const [start, found] = match.indices?.groups?.['value'] ?? [0, 0];
      const end = valueEnd(text, start, found);
      // Base64 might contain a word by chance.
      const isRandomName =
        name.length > 20 && name.split(' ').some((word) => word.length > 20 && looksRandom(word));
      const isSecret =
        !isRandomName &&
        names.judge(name) !== 'harmless' &&
        !isHeader(names, name) &&
        accepts(text.slice(start, end), name);
      const finding = isSecret ? namedValue(names, name, text, start, end) : undefined;
      if (finding) findings.push(finding);
      else if (match.groups?.['name'] !== undefined) pattern.lastIndex = Math.max(match.index + 1, start - 1);
    }
  };
  for (const pattern of COMMANDS) add(pattern);
  for (const pattern of DIALOGS) add(pattern);
  for (const program of PROGRAMS) findings.push(...optionsOf(program, text, names));
  for (const { first, second } of [DEFAULT_OF, DEFAULT_IN_CODE].flatMap((each) => [
    ...nearbyMatches(text, each),
  ])) {
    const span = groupSpan(second, 'value');
    const finding = span && namedValue(names, first.groups?.['name'] ?? '', text, span.start, span.end);
    if (finding) findings.push(finding);
  }
  findings.push(...quotedHeaders(text, names));
  for (const pattern of CODE) add(pattern);
  findings.push(...afterArrows(text, names));
  if (!isProse) add(LINE, (value) => !/^\S{1,200}\s{1,5}\S{1,200}\s{1,5}\S{1,200}\s{1,5}\S/.test(value));
  const isNoWord = (value: string) => /[\d\p{P}\p{S}\p{Lu}]/u.test(value);
  add(SETTING, isNoWord);
  add(PARTICLE);
  if (text.includes('：')) add(WIDE_COLON);
  findings.push(...optionsOf(BESIDE_USER, text, names));
  if (text.includes(':')) findings.push(...optionsOf(VERB_AND_COLON, text, names));
  add(SENTENCE, (value, name) => {
    const isUnsure = isProse || names.judge(name) === 'ambiguous';
    return isUnsure ? looksRandom(value) || looksMixed(value) : isNoWord(value);
  });
  return findings;
}

/** Returns the options after a program or a word for a password. */
function optionsOf(program: Nearby, text: string, names: SecretNames): Finding[] {
  return Array.from(nearbyMatches(text, program)).flatMap(({ second }) => {
    const span = groupSpan(second, 'value');
    return (span && namedValue(names, 'password', text, span.start, span.end)) ?? [];
  });
}

function afterArrows(text: string, names: SecretNames): Finding[] {
  return Array.from(text.matchAll(ARROW)).flatMap((match) => {
    const span = groupSpan(match, 'value');
    const name = nameBefore(text, match.index);
    if (span === undefined || name === '' || isHeader(names, name)) return [];
    return namedValue(names, name, text, span.start, valueEnd(text, span.start, span.end)) ?? [];
  });
}

/** Returns the name that ends before an offset, if it is in quotes, follows a colon, or is at the start of an entry. */
function nameBefore(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - LONGEST_NAME_BEFORE), offset).trimEnd();
  let end = before.length;
  if (before[end - 1] === '"' || before[end - 1] === "'") end--;
  if (before[end - 1] === '\\') end--;
  let start = end;
  while (start > 0 && /[\w.-]/.test(before.charAt(start - 1))) start--;
  return /^[:"'\s,([{]?$/.test(before.charAt(start - 1)) ? before.slice(start, end) : '';
}

/** Returns true for headers with their own grammar; `quotedHeaders` handles these. */
function isHeader(names: SecretNames, name: string): boolean {
  const kind = names.ofHeader(name);
  return kind !== undefined && kind !== 'key';
}

function quotedHeaders(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  HEADER.lastIndex = 0;
  for (let match = HEADER.exec(text); match !== null; match = HEADER.exec(text)) {
    const name = match.groups?.['name'] ?? '';
    const kind = names.ofHeader(name);
    if (kind === undefined) continue;
    // `findInHeaderLines` handles complete lines, which do not end at a quote.
    if (kind !== 'key' && /[\r\n]/.test(text.charAt(match.index - 1))) continue;
    const start = HEADER.lastIndex;
    const end = Math.min(start + LONGEST_HEADER, firstMatch(text, /["'`\r\n\\<>]/g, start));
    const value = text.slice(start, end);
    if (value.length < SHORTEST_HEADER) continue;
    HEADER.lastIndex = end;
    const inside =
      kind === 'cookie'
        ? /^[^\s=;]{1,200}=/.test(value)
          ? cookieValues(value, /^set-/i.test(name))
          : []
        : isCredential(value)
          ? headerSecrets(name, kind, oneCredential(value))
          : [];
    for (const finding of inside)
      findings.push({ ...finding, start: start + finding.start, end: start + finding.end });
  }
  return findings;
}

/** Returns true for a scheme with its credentials or for one word that might be a key, but not for a sentence. */
function isCredential(value: string): boolean {
  const [first = '', second] = value.trim().split(/\s{1,20}/, 3);
  return /^(?:bearer|basic|token|negotiate|apikey|key)$/i.test(first)
    ? second !== undefined
    : looksRandom(first);
}

function oneCredential(value: string): string {
  return /^\s{0,20}(?:[A-Za-z]{3,20}\s{1,20})?\S{1,4000}/.exec(value)?.[0] ?? value;
}

/** Maximum number of units between a value and the start of the JSON string that contains it. */
const LONGEST_STRING_START = 1000;

/**
 * Returns the end of a value on one line of a JSON string, without a trailing comment, comma, semicolon, or white
 * space.
 */
function valueEnd(text: string, start: number, found: number): number {
  const line = text.slice(start, found);
  const isInString = text.slice(Math.max(0, start - LONGEST_STRING_START), start).includes('"');
  const lineEnd = isInString ? line.search(/(?<!\\)\\[rn]/) : -1;
  const value = lineEnd < 0 ? line : line.slice(0, lineEnd);
  const comment = /\s{1,20}(?:#|\/\/|;)/.exec(value)?.index ?? value.length;
  return start + value.slice(0, comment).replace(/[\s,;]{1,20}$/, '').length;
}
