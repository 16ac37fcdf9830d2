/**
 * Finds what is plainly an attack inside a value that would be replaced: the report is about it. By kinds of attack, after the
 * rule files 930 to 944 of the OWASP Core Rule Set.
 */
const ATTACKS: readonly RegExp[] = [
  // SQL
  /\bunion\b.{1,30}\bselect\b|\bselect\b.{1,100}\bfrom\b|\binsert\s{1,9}into\b|\bupdate\b.{1,60}\bset\b/is,
  /\bdrop\s{1,9}(?:table|database)\b|\b(?:order|group)\s{1,9}by\b|\bhaving\s{1,9}\d|\bwaitfor\s{1,9}delay\b|\binformation_schema\b/i,
  /['"`)]\s{0,9}(?:or|and|xor|\|\||&&).{0,60}(?:[=<>]|\blike\b)/i,
  /\b(?:or|and)\s{1,9}\(?['"]?\w{1,20}['"]?\s{0,5}(?:[=<>]|like\b)/i,
  /'\s{0,3}(?:--|#|;|\|\|)|;\s{0,5}--|--\s{0,3}$|\/\*.{0,40}\*\//,
  // Functions of databases, scripts and shells
  /\b(?:sleep|benchmark|pg_sleep|extractvalue|updatexml|load_file|concat|char|exec|system|passthru|shell_exec|eval|alert|prompt|confirm|assert|phpinfo|substring|substr|randomblob|xp_cmdshell)\s{0,5}[(`]/i,
  // HTML and scripts
  /<\s{0,3}\/?\s{0,3}(?:script|img|svg|iframe|body|a|video|audio|object|embed|input|details|math|style|link|meta|base|form|marquee|html|div)\b/i,
  /\bon(?:error|load|click|focus|mouseover|toggle|begin|start)\s{0,5}=|(?:java|vb)script:|data:text\/html/i,
  // Paths
  /\.{2,4}[/\\]{1,9}|\/etc\/(?:passwd|shadow|hosts)\b|\/proc\/self\b|\b(?:win|boot)\.ini\b|\b(?:file|php|phar|gopher|dict|expect):\/\//i,
  // Templates and expressions
  /\$\{.{0,60}(?:jndi|env|sys|lower|upper|::|\*|\+|java|runtime)|\$\{\d|\{\{.{1,60}\}\}|<%[=@ ]|#\{.{1,40}\}/i,
  // XML, server-side includes, PHP
  /<!(?:entity|doctype)\b|<\?(?:php|xml|=)|<!--#/i,
  // Shells
  /\$\(|\b(?:wget|curl|nc|bash|perl|cmd(?:\.exe)?|powershell)\s{1,5}[-/|&<>$'"\w]/i,
  /[;|&`]\s{0,5}(?:id|ls|cat|whoami|uname|ping|nslookup|dir|type|echo|rm|sleep|wget|curl|nc|bash|sh|env|ifconfig|netstat|ps)\b/i,
  // LDAP, MongoDB, prototypes, serialised objects, header lines
  /\)\s{0,3}\(\s{0,3}[|&(]|\*\)\(|\$(?:ne|gte?|lte?|regex|where|n?in|exists)["\]]|__proto__|constructor\.prototype/,
  /\bO:\d{1,4}:"|\brO0AB|\r\n[\w-]{1,40}:|\0/,
];

/** Signs of which attacks are made, but strong passwords, too. */
const SIGN = /['"`<>;(){}|\\]|\$[({]|\.\.\/|--|\/\*|&&|\b(?:or|and|union|select|sleep)\b/i;

/** Units of a value that are looked at. */
const MOST_LOOKED_AT = 8192;

/**
 * Where the attack in a decoded value starts, which goes on to its end; undefined when none can be told.
 *
 * @param isMatched whether the rule matched inside this value: signs that passwords have, too, are enough then
 */
export function attackStart(value: string, isMatched: boolean): number | undefined {
  const looked = value.slice(0, MOST_LOOKED_AT);
  const first = SIGN.exec(looked)?.index;
  let plain: number | undefined;
  for (const attack of ATTACKS) {
    const index = attack.exec(looked)?.index;
    if (index !== undefined && (plain === undefined || index < plain)) plain = index;
  }
  if (plain === undefined) return isMatched ? first : undefined;
  return Math.min(plain, first ?? plain);
}

/** Whether a text that a rule matched has signs of an attack at all. */
export function hasAttackSigns(matched: string): boolean {
  return SIGN.test(matched.slice(0, MOST_LOOKED_AT));
}
