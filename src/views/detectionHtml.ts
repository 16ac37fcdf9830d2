import { randomBytes } from 'node:crypto';

export interface PageResources {
  /** The panel's script and styles, as URIs that the page can load. */
  readonly script: string;
  readonly style: string;
  /** codicon.css, beside its font. */
  readonly icons: string;
  /** The source of all three, as a content security policy names it. */
  readonly source: string;
}

/**
 * The page of a detection panel. It holds nothing of a log: that comes as messages, and is made into text nodes. Its
 * policy lets no script, style or connection in but ours.
 */
export function detectionHtml({ script, style, icons, source }: PageResources): string {
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
<link rel="stylesheet" href="${icons}">
<link rel="stylesheet" href="${style}">
<title>Detection Log</title>
</head>
<body>
<div id="panel"></div>
<div id="announcements" role="status"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
