import type { DocumentKind } from './documentPath.ts';

/** Language ids of log documents: our own, so that no HTTP client offers to send an attack and no text is linked. */
export const RAW_LANGUAGE = 'partner-log-http';
export const DECODED_LANGUAGE = 'partner-log-decoded';
/** Raw data that is too long for colours and outline. */
const LARGE_LANGUAGE = 'partner-log-large';

export const LANGUAGES: Readonly<Record<DocumentKind, string>> = {
  raw: RAW_LANGUAGE,
  large: LARGE_LANGUAGE,
  decoded: DECODED_LANGUAGE,
  normalised: RAW_LANGUAGE,
};
