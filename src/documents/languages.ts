/** Language ids of log documents: our own, so that no HTTP client offers to send an attack. */
export const RAW_LANGUAGE = 'partner-log-http';
export const DECODED_LANGUAGE = 'partner-log-decoded';
