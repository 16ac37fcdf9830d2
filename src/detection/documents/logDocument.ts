/**
 * The kinds of editor documents for logs. Their file extensions and languages are unique to this extension, so that no
 * HTTP client offers to send an attack.
 */

export const SCHEME = 'partner-log';

export type DocumentKind = 'raw' | 'decoded';

export const KINDS = {
  raw: { extension: 'partnerlog', language: 'partner-log-http' },
  decoded: { extension: 'partnerlog-decoded', language: 'partner-log-decoded' },
} as const;
