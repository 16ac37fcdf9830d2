/**
 * Finds secrets in lines of configuration and code in bodies: INI, `.env`, YAML, PHP, JavaScript, Ruby, serialized PHP,
 * shell commands, and sentences. Linear in the length of the text. Each expression's findings are in ascending order.
 */

import { groupSpan, type Nearby, nearbyMatches } from '../text/nearby.ts';
import type { Finding } from './headerGrammar.ts';
import { pairedValue } from './namedSecrets.ts';
import { isChosen, looksChosen, looksRandom } from './randomness.ts';
import type { SecretNames } from './secretNames.ts';

/** Expressions for code. Each captures a name in the group `name` and its value in the group `value`. */
const CODE: readonly RegExp[] = [
  // "password" => "x", :password => 'x'
  /(?<![\w.-])(?<name>[\w.-]{1,100})\\?["']?\s{0,9}=(?:>|&gt;)\s{0,20}\\?["'](?<value>[^"'\\\r\n]{1,4000})/dgi,
  // define('DB_PASSWORD', 'x'); localStorage.setItem("token", "x"); putenv, header, and similar calls
  /\b(?:define|setItem|set|put|add|append|getenv|setenv|header|setRequestHeader|setCookie|config|ini_set)\s{0,5}\(\s{0,5}\\?["'](?<name>[^"'\\\r\n()]{1,100})\\?["']\s{0,5},\s{0,40}\\?["'](?<value>[^"'\\\r\n]{1,4000})/dgi,
  // {password:"x"}, , password: 'x'
  /(?<=[{,([\s&;])(?<name>[\p{L}_$][\p{L}\d_$.-]{0,100})(?:\s{1,10}:|:)\s{0,10}(?:(?:\\?"){3}|\\?["'])(?<value>[^"'\\\r\n]{1,4000})/dgiu,
  // setPassword("x"); password="x" in the arguments of a call
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
  // variable "db_password" { default = "x" }
  /\bvariable\s{1,9}"(?<name>[\w.-]{1,80})"[^"]{0,300}?\bdefault\s{0,9}=\s{0,9}"(?<value>[^"\r\n]{1,400})"/dg,
  // YAML: "- name: DB_PASSWORD", and below it "value: x"
  /(?<=- )name: ["']?(?<name>[\w.-]{1,80})["']?[ \t]{0,5}\r?\n[ \t]{0,40}value: ["']?(?<value>[^\s"'&*|>{[][^\r\n"']{0,400})/dg,
  // "--token","x"
  /"--?(?<name>[a-z][\w-]{1,60})"\s{0,20},\s{0,20}"(?<value>(?:[^"\\]|\\.){1,4000})"/dgi,
  // ["x-api-key","x"]
  /(?<!"required"\s{0,5}:\s{0,5})\[\s{0,20}"(?<name>[^"'\\\r\n]{1,100})"\s{0,20},\s{0,20}"(?<value>(?:[^"\\]|\\.){1,4000})"\s{0,20}\]/dgi,
  // field[0][name]=password&field[0][value]=x, in a form or a multipart body
  /(?:name|key|field)\W{0,3}=(?<name>[\w.-]{1,60})&[^=&]{0,80}val(?:ue)?\W{0,3}=(?<value>[^&\r\n]{1,400})/dgi,
  /name="[^"\r\n]{0,80}(?:name|key|field)\W{0,3}"\s{2,4}(?<name>[\w.-]{1,60})\r?\n--[^\r\n]{1,80}\r?\n[^\r\n]{0,60}name="[^"\r\n]{0,80}val(?:ue)?\W{0,3}"\s{2,4}(?<value>[^\r\n]{1,400})/dgi,
  // s:8:"password";s:13:"x"
  /s:\d{1,6}:\\?"(?<name>[^"\\;]{1,100})\\?";s:\d{1,9}:\\?"(?<value>[^"\\]{1,4000})/dgi,
];

/** Values near a name or a word, which is the name of a secret if it is not captured. */
const NEARBY: readonly Nearby[] = [
  // apiKey = process.env.API_KEY ?? "x", $token = getenv("TOKEN") ?: 'x'
  {
    first: /(?<![\w$.-])(?<name>[\w$.]{1,80})["'\]]{0,2}\s{0,9}:?=\s{0,9}(?=\$?\w{1,40}[.([:-])/g,
    second: /(?:\?\?|\|\||\?:|\bor\b)\s{0,3}\\?["'](?<value>[^"'\\\r\n]{3,200})\\?["'](?!\s{0,3}=)/dg,
    within: 80,
    barrier: /[\r\n;]/g,
  },
  // mongo -u anna -p x
  {
    first: /\bmongo(?:export|import|restore)?\b/g,
    second: /\s-p\s{1,5}["']?(?<value>(?![\d.:]{1,40}:\d)[^\s"'/-][^\s"']{1,200})/dg,
    within: 100,
    barrier: /[\r\n|;]|&&/g,
  },
  // código de verificación es 123456, 인증번호(123456)
  {
    first:
      /\bc[oó]d(?:e|igo) de v[eé]rif|\b(?:best[äa]tigungs|sicherheits)code|\botp\b|do[ğg]rulama kod|验证码|驗證碼|인증번호|認証コード/giu,
    second: /(?<!\d)(?<value>\d{4,8})(?!\d)/dg,
    within: 24,
    barrier: /["\r\n]/g,
  },
];

/** A complete line: `password = x`, `- password: x`, `export DB_PASSWORD=x`. */
const LINE =
  /(?<=^|\\n|[\r\n])[ \t]{0,100}(?:-[ \t]{1,5})?(?:export[ \t]{1,5}|set[ \t]{1,5}|env[ \t]{1,5})?["']?(?<name>[\p{L}_$][\p{L}\d_$.:/[\]-]{0,100}(?: [\p{L}]{2,20}){0,2})["']?[ \t]{0,20}[:=](?!\/\/)[ \t]{0,20}(?<value>[^\s\\"'<>&{}[\]][^\r\n\\]{0,2000})/dgimu;

/** A line without a separator: `ENV DB_PASSWORD x`, `option key 'x'`, `aws configure set aws_secret_access_key x`. */
const SETTING =
  /\b(?:config(?:ure)?[ \t]{1,5}set|env|arg|set|setenv|setx|option|config|attr)[ \t]{1,5}(?:--?\w{1,20}[ \t]{1,5})?(?:\/\/[\w./-]{1,80}:)?["']?(?<name>[\p{L}_][\p{L}\d_.-]{0,80})["']?[ \t]{1,5}["']?(?<value>[^\s"'=&|;<>(){}]{3,400})/dgiu;
/** A mix of letters, digits, and symbols, as in many passwords. */
const MIXED = /^(?=.{0,200}\p{L})(?=.{0,200}\d).{0,200}[^\p{L}\d.:/-]/u;
/** Inside a sentence: `login / password: x`, `비밀번호: x`. */
const SENTENCE =
  /(?<![\p{L}_-])(?<name>(?:[\p{L}_-]{2,30} )?[\p{L}_-]{2,40})["'*]{0,3}[ \t]{0,5}(?:[:=]|-{1,3}>|→|(?=\[)|\b(?:is|has the value|with value|ist|lautet|est|es|to)\b|\*{1,2}:)(?:[ \t]{1,5}|[ \t]{0,5}\[)["'`]?(?<value>[^\s"'`<>&,;(){}[\]]{4,200})/dgiu;

/** `curl -H 'Authorization: Bearer x'`, and header lines quoted in text. */
const HEADER =
  /(?<![\w-])(?<name>(?:proxy-)?authorization|authentication|(?:set-)?cookie|x-[\w-]{2,60}|api-?key|private-token)\\?["'`]?\s{0,3}[:=,]\s{0,3}\\?["'`]?(?<value>(?:[A-Za-z]{3,20} {1,3})?[^\s"'`\\<>]{4,4000})/dgi;
/** A name and a value separated by a full-width colon, as in Chinese and Japanese: `密码：x`. */
const WIDE_COLON =
  /(?<![\p{L}_-])(?<name>[\p{L}_-]{2,40})：[ \t]?(?<value>[^\s"'`<>&,;(){}[\]\\：]{4,200})/dgu;
/** `curl -u a:b`, `--user a:b`, `mysql -pSecret`, `sshpass -p x`, `--password x`. */
const COMMANDS: readonly RegExp[] = [
  /\s(?:-u|--user|--proxy-user|-U)[\s=]{1,5}["']?[^\s"':]{1,100}:(?!\/\/)(?<value>[^\s"']{1,200})/dg,
  /\s--?(?:password|passwd|pass|token|api-key|secret|auth-token|access-token|client-secret)[\s=]{1,5}["']?(?<value>[^\s"'&|;-][^\s"'&|;]{2,400})/dgi,
  /(?<!\S)--(?:set(?:-string)?|build-arg|env)[\s=]{1,3}["']?(?<name>[\w.-]{2,60})=["']?(?<value>[^\s"'&|;,$]{3,200})/dgi,
  /\bidentified\s{1,5}(?:with\s{1,5}\w{1,40}\s{1,5})?by\s{1,5}(?:password\s{1,5})?["'](?<value>[^"'\r\n]{1,200})/dgi,
  /\bnet\s{1,5}use\b[^\r\n]{0,100}?\/user:\S{1,100}\s{1,5}(?<value>[^\s/]\S{2,200})/dgi,
  /\bnet\s{1,5}user\s{1,5}\S{1,60}\s{1,5}(?<value>[^\s/]\S{2,200})/dgi,
  /\bConvertTo-SecureString\s{1,5}["'](?<value>[^"'\r\n]{2,200})/dgi,
  /\b(?:login|user)\s{1,5}\S{1,100}\s{1,5}password\s{1,5}(?<value>\S{3,200})/dgi,
  /\becho\s{1,5}["']?[\w.-]{1,60}:(?<value>[^\s"'|]{2,200})["']?\s{0,5}\|\s{0,5}(?:sudo\s{1,5})?chpasswd/dgi,
  /\bsnmp-server\s{1,5}community\s{1,5}(?<value>\S{3,100})/dgi,
  /\bpass\w{0,10}\s{0,5}=\s{0,5}'(?<value>[^'\s]{4,200})'/dgi,
  /^[\w.*-]{1,100}:(?:\d{1,5}|\*):[^:\s"]{1,60}:[^:\s"]{1,60}:(?<value>\S{3,200})$/dgm,
  /\b(?:PDO|mysqli?(?:_connect)?|pg_connect|ftp_login|ldap_bind)\s{0,5}\((?:[^,()\r\n]{1,200},){2}\s{0,5}["'](?<value>[^"'\r\n]{3,200})/dg,
  /\b(?:login|user|id|account)\s{0,3}\/\s{0,3}(?:password|passwd|pass|pw|pwd)\s{0,3}[:=]\s{0,3}\S{1,60}\s{0,3}\/\s{0,3}(?<value>[^\s"'<>]{3,200})/dgi,
  /\s-{1,2}(?:(?:src|dest|key|new)?(?:store|key)pass|passin|passout)(?:\s{1,5}|=)(?:(?:pass|env|file):)?["']?(?<value>[^\s"'-][^\s"']{2,200})/dgi,
  /\bnet\s{1,5}use\s{1,5}(?:[a-z*]:?\s{1,5})?\\{2}\S{1,100}\s{1,5}(?<value>[^\s/]\S{2,200})/dgi,
  /\b(?:login|encrypted|role|user)\s{1,5}(?:\S{1,60}\s{1,5}){0,2}password\s{1,5}\\?'(?<value>[^'\r\n\\]{1,200})\\?'/dgi,
  /(?<=^|\d )PASS (?<value>\S{3,200})/dgm,
  /\bsshpass\s{1,5}-p\s{0,5}["']?(?<value>[^\s"']{3,200})/dgi,
  /\s-U\s{0,3}["']?[^\s"'%]{1,60}%(?<value>[^\s"']{3,200})/dg,
  /\bAUTH[ \t]{1,5}LOGIN\s{1,5}(?:334[^\r\n]{0,60}\s{1,5})?[A-Za-z\d+/]{4,200}={0,2}\s{1,5}(?:334[^\r\n]{0,60}\s{1,5})?(?<value>[A-Za-z\d+/]{4,400}={0,2})/dgi,
  /\bAUTH\r?\n(?:\$\d{1,5}\r?\n[^\s]{1,100}\r?\n)?\$\d{1,5}\r?\n(?<value>[^\s]{3,200})/dg,
  // a program and its password option
  /\b(?:redis-cli\b[^\r\n|;]{0,100}?\s-a\s|ldap(?:search|modify|add|delete|passwd|whoami)\b[^\r\n|;]{0,100}?\s-w\s|(?:docker|podman|helm|az|oc|npm)\b.{0,20}\blogin\b[^\r\n|;]{0,100}?\s-p\s|(?:twine|mongosh?|mongodump|influx|htpasswd|sqlcmd)\b[^\r\n|;]{0,100}?\s-[pP]\s|https?\s[^\r\n|;]{0,100}?-a\s{1,5}[^\s:]{1,100}:|lftp\b[^\r\n|;]{0,100}?\s-u\s{1,5}["']?[^\s"',]{1,60},|mysql(?:dump|admin)?\b[^\r\n|;]{0,100}?\s-p)\s{0,5}["']?(?<value>[^\s"'-][^\s"']{1,200})/dg,
  // user: anna, password: x: after a user name, the value is a password, not text about passwords
  /\b(?:login|user(?:name)?|e-?mail|account)\s{0,3}[:=]\s{0,3}(?=\S)[^(){}&<>"\r\n]{0,40}?[\s,;/](?:password|passwd|pass|pwd?)\s{0,3}[:=]\s{0,3}(?!\w{0,20}(?:pass|pwd|pw)|0x|(?:too|must|not|is|missing|empty|blank|optional)\b)(?<value>[^\s"'`<>,;(){}[\]&]{4,200})(?![^\s,;}"'\\&<])/dgi,
  // Mon mot de passe est : x, la password del router è: x
  /\b(?:mot de passe|password|parola d'ordine|contraseña|clave de acceso|senha|kennwort|passwort)(?: [^\s.:,;]{1,20}){0,4}? (?:is|ist|lautet|est|es|è|é) ?: ?(?<value>[^\s"'`<>&,;(){}[\]\\]{4,200})/dgiu,
  // 7|0|7|base|hash|Service|login|java.lang.String/2004016611|anna|x|1|2|3|4|…
  /\|(?:\w{0,20}(?:log|sign)_?[io]n|auth\w{0,12})\|[\w.$/;[\]]{1,200}\|[^|\r\n]{1,200}\|(?<value>[^|\r\n]{1,200})\|1\|2\|3\|4\|/dgi,
  // 123456 is your code
  /(?<![\d+-])(?<value>\d{4,8}) (?:is (?:your|the)\b.{0,40}\b(?:code|otp|pin|password)\b|to verify\b)/dgi,
];

/** Expressions for values that must look like chosen or generated secrets. */
const CHOSEN: readonly RegExp[] = [
  // c0-param1=string:x, an argument of a DWR call
  /\bc\d-(?:param|e)[1-9]=string:(?<value>[^\r\n&]{1,200})/dgi,
  // use x as the password, x is my password
  /(?<![^\s"'`「“:=(])(?<value>[!#$%&*./:?@\w^~-]{6,60})["'`」”]?\s(?:as|is|was|to|als|comme|como|come)\s(?:[a-zé]{1,10}\s){0,3}(?:password|passwort|passphrase|secret|token|contraseña|senha|mot de passe|api key)/dgi,

  // echo x | docker login --password-stdin, echo x | sudo -S
  /\becho\s{1,5}(?:-\w\s{1,5})?["']?(?<value>[^\s"'|]{4,100})["']?\s{0,5}\|[^|\r\n]{0,80}(?:--\w{0,10}-?stdin|sudo\s{1,5}-\w{0,3}S|passwd)/dg,
  // corp/anna:x@10.0.0.1
  /(?<![^\s"'=])(?:[\w.-]{1,60}\/)?[\w.-]{1,60}:(?<value>[^\s"'@/:=]{6,100})@[\w.-]{1,100}(?![\w@])/dg,
  // /login anna x, identify x, AUTH x, vault login x
  /(?<![\w.-])(?:log[io]n|signin|auth|identify|register)[ \t]{1,5}(?:[\w.@-]{1,60}[ \t]{1,5})?(?<value>[^\s"'|;<>()=&-][^\s"'|;<>()=&]{5,100})/dgi,
  // anna@shop.example:x
  /(?<![\w.+-])[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,60}:(?<value>[^\s"'<>/:@&=]{6,100})/dg,
  // login: anna / x
  /\b(?:log[io]n|credentials?|creds|account)(?: [\w-]{1,20}){0,3}\s{0,3}:\s{0,3}[^\s"'/]{1,60}\s{1,3}\/\s{1,3}(?<value>[^\s"'<>/]{6,100})/dgi,
  // passwd=MD5('x')
  /(?<![\w$])(?<name>[a-z_]\w{2,40})\s{0,3}=\s{0,3}[a-z_]\w{1,20}\(\s{0,3}'(?<value>[^'\r\n]{4,100})'/dgi,
  /assword[^\r\n]{0,60}\bsend(?:line|_user)?[\s("'\\]{1,6}(?<value>[^\s"'\\)]{4,100})/dgi,
  /\bset\s{1,5}(?<name>[A-Za-z_]\w{2,60})=(?<value>[^\s"'&|;=]{4,100})/dgi,
  // [password] => x, ["password"]=> string(12) "x"
  /\[\\?["']?(?<name>[\w.-]{1,60})(?::\w{1,60}){0,2}\\?["']?\]\s{0,5}=>\s{0,20}(?:string\(\d{1,6}\)\s{0,5}\\?")?(?<value>[^\r\n"\\]{1,400})/dg,
];
/** Command-line options for a secret: `-p x`, `-P x`, `-pw x`, `-w x`, `-px`, `/p:x`. */
const OPTION =
  /(?<=\s)(?:-{1,2}(?:pass\w{0,10}[\s=]{1,3}|(?:p|P|pw|w|k|A|X|a)[\s=]{0,3})|\/p:)["']?(?<value>[^\s"'|;<>()]{6,100})/dg;
/** `u=anna&p=x`, `{"u":"anna","p":"x"}` */
const BESIDE_USER = /(?<![\w-])(?:u|user|username|usr|login|email)["']?\s?[=:]/i;
const ONE_LETTER = /(?<![\w-])p["']?\s?[=:]\s?["']?(?:enc:)?(?<value>[^\s"'&,;{}<>/]{6,100})(?!\/)/dg;

/**
 * @param isProse true for a sentence from the service, where a name before a colon might describe an attack; only
 * values that look random are then treated as secrets
 */
export function findInConfiguration(text: string, names: SecretNames, isProse: boolean): Finding[] {
  const findings: Finding[] = [];
  const add = (pattern: RegExp, accepts: (value: string, name: string) => boolean = () => true) => {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const name = match.groups?.['name'] ?? 'password';
      const [start, found] = match.indices?.groups?.['value'] ?? [0, 0];
      const end = start + text.slice(start, found).replace(/[\s,;]{1,20}$/, '').length;
      // A word before a bracket is code. Base64 might contain a word by chance.
      const isIgnored = /[([]/.test(text.charAt(end)) || name.split(' ').some(isRandomWord);
      // Headers with their own grammar are found by one expression only.
      const isOther = pattern !== HEADER && hasGrammar(names, name);
      const inside = isIgnored || isOther ? [] : pairedValue(names, name, text, start, end);
      if (inside.length > 0 && accepts(text.slice(start, end), name)) findings.push(...inside);
      // A name that was matched by mistake might contain the start of the next name.
      else pattern.lastIndex = Math.max(match.index + 1, start - 1);
    }
  };
  for (const pattern of COMMANDS) add(pattern);
  add(HEADER, isCredential);
  for (const pattern of CODE) add(pattern);
  for (const { first, second } of NEARBY.flatMap((each) => [...nearbyMatches(text, each)])) {
    const { start, end } = groupSpan(second, 'value') ?? { start: 0, end: 0 };
    findings.push(...pairedValue(names, first.groups?.['name'] ?? 'password', text, start, end));
  }
  if (!isProse) add(LINE);
  const isNoWord = (value: string) => /[\d\p{P}\p{S}\p{Lu}]/u.test(value);
  add(SETTING, (value) => isNoWord(value) && !/^(?:for|to)$/i.test(value));
  add(WIDE_COLON);
  add(SENTENCE, (value, name) => {
    const isUnsure = isProse || names.judge(name) === 'ambiguous';
    return isUnsure ? looksRandom(value) || MIXED.test(value) : isNoWord(value);
  });
  for (const pattern of CHOSEN) add(pattern, isChosen);
  add(OPTION, looksChosen);
  if (BESIDE_USER.test(text)) add(ONE_LETTER, isChosen);
  return findings;
}

function isRandomWord(word: string): boolean {
  return word.length > 20 && looksRandom(word);
}

function hasGrammar(names: SecretNames, name: string): boolean {
  const kind = names.ofHeader(name);
  return kind !== undefined && kind !== 'key';
}

/** Returns true for a scheme with its credentials or for one word that might be a key, but not for a sentence. */
function isCredential(value: string): boolean {
  const [first = '', second] = value.split(' ', 2);
  return /^(?:bearer|basic|token|negotiate|apikey|key)$/i.test(first)
    ? second !== undefined
    : looksRandom(first);
}
