export type BaseUrl =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly problem: string };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * What a person typed as a service's base URL, in the form that is kept: origin and optional path, no trailing slash.
 * `https` only, except for loopback; no credentials, query or fragment.
 */
export function parseBaseUrl(text: string): BaseUrl {
  const problem = (sentence: string): BaseUrl => ({ ok: false, problem: sentence });
  const trimmed = text.trim();
  if (trimmed === '') return problem('Enter the address of the service, for example https://api.example.com');
  if (!URL.canParse(trimmed) || !/^https?:\/\//i.test(trimmed)) {
    return problem('Enter a whole address that begins with https://');
  }
  const url = new URL(trimmed);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    return problem(
      'Use https:// — http:// would send the key unprotected and is accepted for this machine only',
    );
  }
  if (url.username !== '' || url.password !== '')
    return problem('Leave user name and password out of the address');
  if (url.search !== '' || url.hash !== '') return problem('Leave out everything from ? or # on');
  return { ok: true, baseUrl: url.origin + url.pathname.replace(/\/+$/, '') };
}
