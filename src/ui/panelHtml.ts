import { createHash } from 'node:crypto';
import { languageInUse } from '../text/l10n.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns a panel's page. It contains no data from the service, which arrives in messages and is shown in text nodes.
 * It loads no resources: the script, style sheet, and icon font are inline, which is faster than fetching them, and the
 * content security policy allows no others. The browser reuses the compiled script of an earlier panel only if its nonce
 * and its base are the same: so the policy contains hashes instead of nonces, and the base is not the page's own address.
 * The translations are in an element that the browser does not execute.
 * @param script the panel's script, and `style` its style sheet; the build ensures that they do not contain the end tags
 * of their elements
 */
export function panelHtml(title: string, script: string, style: string): string {
  const { tag, texts } = languageInUse();
  // The JSON must not contain the end tag of its element.
  const language = JSON.stringify({ tag, texts }).replaceAll('<', '\\u003c');
  const policy = [
    "default-src 'none'; base-uri 'none'; form-action 'none'; font-src data:",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<base href="about:blank">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${style}</style>
<title>${title}</title>
</head>
<body>
<div id="panel"></div>
<div id="announcements" role="status"></div>
${tag === 'en' ? '' : `<script type="application/json" id="language">${language}</script>\n`}<script>${script}</script>
</body>
</html>`;
}
