/** Characters that move, hide, or break displayed text, by class. */

const ESC = '\u001b';
const terminal = [
  `${ESC}[31mred${ESC}[0m`,
  `${ESC}[2J${ESC}[H`,
  `${ESC}]0;title\u0007`,
  `${ESC}]8;;https://attacker.example/\u0007link${ESC}]8;;\u0007`,
  `${ESC}]52;c;aWQK\u0007`,
  `${ESC}P+q${ESC}\\`,
  `${ESC}[1A${ESC}[2K`,
  `${ESC}[?1049h`,
  `${ESC}c`,
  `${ESC}(0`,
  '\u009b31m',
  '\u009d0;title\u009c',
  'over\rwritten',
  'back\b\b\bspace',
  'bell\u0007',
  'form\ffeed\vtab',
];
const bidirectional = [
  ...Array.from(
    '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c',
    (control) => `admin${control}gpj.exe`,
  ),
  '/* \u202e } \u2066if (admin)\u2069 \u2066 begin */',
  '\u202e'.repeat(300),
  'מחק את הכל /etc/passwd',
  'العربية https://attacker.example/',
  'a\u202eb\u202ec\u202ed',
];
const invisible = Array.from(
  '\u00ad\u034f\u115f\u1160\u17b4\u180e\u200b\u200c\u200d\u2060\u2061\u2064\u206a\u206f\u2800\u3164\ufe00\ufe0f\ufeff' +
    '\uffa0\ufff9\ufffb\ufffe\uffff\u00a0\u1680\u2000\u2007\u2009\u202f\u205f\u3000\u2028\u2029\u0085\u{e0001}\u{e0041}' +
    '\u{e007f}\u{e0100}\u{1d173}\u{f0000}\u{10fffd}\ue000',
  (character) => `in${character}visible`,
);
const controls = Array.from({ length: 32 }, (_, code) => `before${String.fromCharCode(code)}after`);
const nuls = [
  '\0',
  '\0\0\0',
  'a\0',
  '\0<script>executed=1</script>',
  '<scr\0ipt>executed=1</script>',
  '\u007f',
  '\u0080',
];
const surrogates = [
  '\ud800',
  '\udc00',
  'high \ud83d end',
  'low \ude00 end',
  '\ude00\ud83d',
  '\ud83d\ud83d\ude00\ude00',
  '<\ud800script>executed=1</script>',
  '\udbff\udfff',
];
const unicode = [
  '＜script＞executed=1＜/script＞',
  'ﬀ ﬃ ſ K Å',
  'İstanbul ıI',
  'Z̷̧̡̛̖̗a̸̢l̵̨g̶o',
  'e\u0301'.repeat(100),
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '\u{1f600}'.repeat(300),
  'ﷺ𒐫𒈙',
  'ʇxǝʇ',
  'аdmin',
];
const layout = [
  'x'.repeat(499),
  'x'.repeat(500),
  'x'.repeat(501),
  ' '.repeat(1_000),
  '   leading and trailing   ',
  'many     spaces',
  'one\ntwo\r\nthree\rfour\n\n\n',
  '\t\ttabs\t\t',
  'W'.repeat(5_000),
  '<b>'.repeat(2_000),
  '('.repeat(10_000),
  '\u0301'.repeat(2_000),
  '',
];

export const hostileCharacters: Readonly<Record<string, readonly string[]>> = {
  'terminal sequences': terminal,
  bidirectional,
  invisible,
  'control characters': controls,
  NUL: nuls,
  'lone surrogates': surrogates,
  Unicode: unicode,
  layout,
};
