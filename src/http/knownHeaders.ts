/** Well-known headers with their meaning and specification. The data of hovers; all texts are the extension's own. */
import { type Message, message } from '../text/l10n.ts';

export interface KnownHeader {
  /** The name as in its specification. */
  readonly name: string;
  /** One sentence or two. */
  readonly meaning: Message;
  /** `RFC 9110, section 7.2`, or an address. */
  readonly title: Message | string;
  readonly url: string;
}

/** Headers by specification: the section or anchor of each, and its meaning. */
const HEADERS: Readonly<
  Record<string, readonly (readonly [name: string, place: string, meaning: Message])[]>
> = {
  'RFC 9110': [
    ['Accept', '12.5.1', message('Media types that the client prefers in the response.')],
    ['Accept-Charset', '12.5.2', message('Character sets that the client prefers; deprecated.')],
    ['Accept-Encoding', '12.5.3', message('Content codings, such as gzip, that the client takes.')],
    ['Accept-Language', '12.5.4', message('Languages that the client prefers.')],
    ['Accept-Ranges', '14.3', message('Whether the server serves parts of the resource.')],
    ['Allow', '10.2.1', message('Methods that the resource supports.')],
    ['Authorization', '11.6.2', message("The client's credentials for the server.")],
    ['Connection', '7.6.1', message('Options of this connection alone, and headers that end with it.')],
    ['Content-Encoding', '8.4', message('Codings, such as gzip, that the content went through.')],
    ['Content-Language', '8.5', message('Language of the audience that the content is for.')],
    ['Content-Length', '8.6', message('Length of the content in bytes.')],
    ['Content-Location', '8.7', message('URI of what the content represents.')],
    ['Content-Range', '14.4', message('Which part of the whole the content is.')],
    ['Content-Type', '8.3', message('Media type of the content, and its parameters.')],
    ['Date', '6.6.1', message('When the message was made.')],
    ['ETag', '8.8.3', message('Identifies one version of the resource.')],
    ['Expect', '10.1.1', message('What the client expects before it sends the content.')],
    ['From', '10.1.2', message('E-mail address of the person behind the client.')],
    ['Host', '7.2', message('Host and port of the target.')],
    ['If-Match', '13.1.1', message('Do it only if the resource is at one of these versions.')],
    ['If-Modified-Since', '13.1.3', message('Send it only if it changed since then.')],
    ['If-None-Match', '13.1.2', message('Do it only if the resource is at none of these versions.')],
    ['If-Range', '13.1.5', message('Send the part if nothing changed, otherwise the whole.')],
    ['If-Unmodified-Since', '13.1.4', message('Do it only if nothing changed since then.')],
    ['Last-Modified', '8.8.2', message('When the resource last changed.')],
    ['Location', '10.2.2', message('Where to go, or what was created.')],
    ['Max-Forwards', '7.6.2', message('How often TRACE or OPTIONS may be forwarded.')],
    ['Proxy-Authenticate', '11.7.1', message('How to authenticate to the proxy.')],
    ['Proxy-Authorization', '11.7.2', message("The client's credentials for the proxy.")],
    ['Range', '14.2', message('Which parts of the resource are wanted.')],
    ['Referer', '10.1.3', message('The page that led to this request.')],
    ['Retry-After', '10.2.3', message('How long to wait before asking again.')],
    ['Server', '10.2.4', message('Software of the server.')],
    ['TE', '10.1.4', message('Transfer codings that the client takes, and whether trailers.')],
    ['Trailer', '6.6.2', message('Fields that follow after the content.')],
    ['Upgrade', '7.8', message('Protocols that the connection could change to.')],
    ['User-Agent', '10.1.5', message('Software of the client, as it says.')],
    ['Vary', '12.5.5', message('What in the request decided about the response.')],
    ['Via', '7.6.3', message('Proxies that the message came through.')],
    ['WWW-Authenticate', '11.6.1', message('How to authenticate to the server.')],
  ],
  'RFC 9111': [
    ['Age', '5.1', message('Seconds since the response was made or checked.')],
    ['Cache-Control', '5.2', message('What caches may do.')],
    ['Expires', '5.3', message('When the response becomes stale.')],
    ['Pragma', '5.4', message('Asks old caches not to answer; deprecated.')],
  ],
  'RFC 9112': [
    [
      'Transfer-Encoding',
      '6.1',
      message(
        'How the body is framed, such as chunked. Beside a Content-Length, a sign of request smuggling.',
      ),
    ],
    ['Proxy-Connection', 'C.2.2', message('What old clients sent to proxies in place of Connection.')],
  ],
  'RFC 6265': [
    ['Cookie', '4.2', message('Cookies that the server set before.')],
    ['Set-Cookie', '4.1', message('Sets a cookie.')],
  ],
  'RFC 6266': [
    ['Content-Disposition', '4', message('Whether to show or save the content, and under which name.')],
  ],
  'RFC 6454': [['Origin', '7', message('Scheme, host and port of the page that asks.')]],
  'RFC 6455': [
    ['Sec-WebSocket-Accept', '11.3.3', message('Confirms the opening of a WebSocket.')],
    ['Sec-WebSocket-Extensions', '11.3.2', message('Extensions of a WebSocket.')],
    ['Sec-WebSocket-Key', '11.3.1', message('Opens a WebSocket; no secret.')],
    ['Sec-WebSocket-Protocol', '11.3.4', message('Protocols inside a WebSocket.')],
    ['Sec-WebSocket-Version', '11.3.5', message('Version of the WebSocket protocol.')],
  ],
  'RFC 6797': [['Strict-Transport-Security', '6.1', message('Tells browsers to use HTTPS only.')]],
  'RFC 7034': [['X-Frame-Options', '2', message('Whether the page may be shown inside another.')]],
  'RFC 7239': [
    [
      'Forwarded',
      '4',
      message('Client, host and protocol of the request before a proxy. Anybody can send it.'),
    ],
    [
      'X-Forwarded-For',
      '7.4',
      message('Client address before a proxy; came before Forwarded. Anybody can send it.'),
    ],
    [
      'X-Forwarded-Host',
      '7.4',
      message('Host that was asked for before a proxy; came before Forwarded. Anybody can send it.'),
    ],
    [
      'X-Forwarded-Proto',
      '7.4',
      message('Protocol before a proxy; came before Forwarded. Anybody can send it.'),
    ],
  ],
  'RFC 7240': [['Prefer', '2', message('How the client would like the request to be handled.')]],
  'RFC 7838': [['Alt-Svc', '3', message('Other places that serve the same.')]],
  'RFC 8288': [['Link', '3', message('Relations to other resources.')]],
  'RFC 8470': [['Early-Data', '5.1', message('The request came in TLS early data and may be a replay.')]],
  'RFC 8942': [['Accept-CH', '3.1', message('Client hints that the server asks for.')]],
  'RFC 9218': [['Priority', '5', message('How urgent the response is.')]],
  'RFC 4918': [
    ['Depth', '10.2', message('WebDAV: how deep the method goes.')],
    ['Destination', '10.3', message('WebDAV: where COPY or MOVE puts the resource.')],
    ['If', '10.4', message('WebDAV: conditions, lock tokens among them.')],
    ['Lock-Token', '10.5', message('WebDAV: the lock that is meant.')],
    ['Overwrite', '10.6', message('WebDAV: whether the destination may be replaced.')],
  ],
  'https://www.w3.org/TR/fetch-metadata/': [
    ['Sec-Fetch-Dest', 'sec-fetch-dest-header', message('What the browser wants the response for.')],
    ['Sec-Fetch-Mode', 'sec-fetch-mode-header', message('In which mode the browser asks.')],
    ['Sec-Fetch-Site', 'sec-fetch-site-header', message('Whether the request comes from the same site.')],
    ['Sec-Fetch-User', 'sec-fetch-user-header', message('Whether a person started the navigation.')],
  ],
  'https://wicg.github.io/ua-client-hints/': [
    ['Sec-CH-UA', 'sec-ch-ua', message('Brand and version of the browser.')],
    ['Sec-CH-UA-Mobile', 'sec-ch-ua-mobile', message('Whether the browser is on a mobile device.')],
    ['Sec-CH-UA-Platform', 'sec-ch-ua-platform', message('Operating system of the browser.')],
  ],
  'https://fetch.spec.whatwg.org/': [
    [
      'Access-Control-Allow-Origin',
      'http-access-control-allow-origin',
      message('Which origins may read the response.'),
    ],
    [
      'Access-Control-Request-Headers',
      'http-access-control-request-headers',
      message('Headers that a cross-origin request will have.'),
    ],
    [
      'Access-Control-Request-Method',
      'http-access-control-request-method',
      message('Method that a cross-origin request will have.'),
    ],
    [
      'X-Content-Type-Options',
      'x-content-type-options-header',
      message('Tells browsers not to guess the media type.'),
    ],
  ],
  'https://www.w3.org/TR/CSP3/': [
    ['Content-Security-Policy', 'csp-header', message('What a page may load and run.')],
  ],
  'https://www.w3.org/TR/referrer-policy/': [
    ['Referrer-Policy', 'referrer-policy-header', message('How much of the address goes into Referer.')],
  ],
  'https://www.w3.org/TR/trace-context/': [
    ['traceparent', 'traceparent-header', message('Id of the trace that the request belongs to.')],
    ['tracestate', 'tracestate-header', message("Each vendor's part of that trace.")],
  ],
  'https://www.w3.org/TR/upgrade-insecure-requests/': [
    ['Upgrade-Insecure-Requests', 'preference', message('The browser would rather get the page over HTTPS.')],
  ],
};

const known = new Map(
  Object.entries(HEADERS).flatMap(([specification, headers]) =>
    headers.map(([name, place, meaning]) => [
      name.toLowerCase(),
      { name, meaning, ...linkOf(specification, place) },
    ]),
  ),
);

/** Returns the entry for the header with this name, ignoring case; undefined when it is not in the table. */
export function knownHeader(name: string): KnownHeader | undefined {
  return known.get(name.trim().toLowerCase());
}

function linkOf(specification: string, place: string): Pick<KnownHeader, 'title' | 'url'> {
  const rfc = /^RFC (\d+)$/.exec(specification)?.[1];
  if (rfc === undefined) return { title: specification, url: `${specification}#${place}` };
  const isSection = /^\d/.test(place);
  return {
    title: isSection
      ? message('{0}, section {1}', specification, place)
      : message('{0}, appendix {1}', specification, place),
    url: `https://www.rfc-editor.org/rfc/rfc${rfc}#${isSection ? 'section' : 'appendix'}-${place}`,
  };
}
