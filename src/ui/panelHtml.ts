import { randomBytes } from 'node:crypto';

export interface PageResources {
  readonly title: string;
  /** The panel's script and style sheets, as URIs that the page can load. */
  readonly script: string;
  readonly styles: readonly string[];
  /** The source of them all, as a content security policy names it. */
  readonly source: string;
}

/**
 * The page of a panel. It holds nothing of the service: that comes as messages, and is made into text nodes. Its policy
 * lets no script, style or connection in but ours.
 */
export function panelHtml({ title, script, styles, source }: PageResources): string {
  const nonce = randomBytes(16).toString('base64url');
  const policy = [
    "default-src 'none'",
    `style-src ${source}`,
    `font-src ${source}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}
<title>${title}</title>
</head>
<body>
<div id="panel"></div>
<div id="announcements" role="status"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
