/** Well-known headers with their meanings and specifications, for hovers. All text was written for this extension. */
import { type Message, message } from '../text/l10n.ts';

export interface KnownHeader {
  /** The name as written in its specification. */
  readonly name: string;
  /** One or two sentences. */
  readonly meaning: Message;
  /** The title of the specification, such as `RFC 9110, section 7.2`, or its URL. */
  readonly title: Message | string;
  readonly url: string;
}

/** Headers by specification, with the section or anchor and the meaning of each. */
const HEADERS: Readonly<
  Record<string, readonly (readonly [name: string, place: string, meaning: Message])[]>
> = {
  'RFC 9110': [
    ['Accept', '12.5.1', message('Media types that the client prefers in the response.')],
    ['Accept-Charset', '12.5.2', message('Character sets that the client prefers. Deprecated.')],
    ['Accept-Encoding', '12.5.3', message('Content encodings, such as gzip, that the client accepts.')],
    ['Accept-Language', '12.5.4', message('Languages that the client prefers.')],
    ['Accept-Ranges', '14.3', message('Whether the server serves parts of the resource.')],
    ['Allow', '10.2.1', message('Methods that the resource supports.')],
    ['Authorization', '11.6.2', message("The client's credentials for the server.")],
    [
      'Connection',
      '7.6.1',
      message('Options for this connection only, and headers that are not forwarded beyond it.'),
    ],
    ['Content-Encoding', '8.4', message('Encodings, such as gzip, that were applied to the content.')],
    ['Content-Language', '8.5', message('Language of the audience that the content is for.')],
    ['Content-Length', '8.6', message('Length of the content in bytes.')],
    ['Content-Location', '8.7', message('URI of the resource that the content represents.')],
    ['Content-Range', '14.4', message('Position of the content within the whole resource.')],
    ['Content-Type', '8.3', message('Media type of the content, and its parameters.')],
    ['Date', '6.6.1', message('When the message was created.')],
    ['ETag', '8.8.3', message('Identifies one version of the resource.')],
    ['Expect', '10.1.1', message('What the client expects from the server before it sends the content.')],
    ['From', '10.1.2', message('Email address of the person who controls the client.')],
    ['Host', '7.2', message('Host and port of the target.')],
    ['If-Match', '13.1.1', message('Apply the request only if the resource has one of these versions.')],
    ['If-Modified-Since', '13.1.3', message('Send the resource only if it changed since this date.')],
    [
      'If-None-Match',
      '13.1.2',
      message('Apply the request only if the resource has none of these versions.'),
    ],
    ['If-Range', '13.1.5', message('Send the range if nothing changed. Otherwise, send the whole resource.')],
    [
      'If-Unmodified-Since',
      '13.1.4',
      message("Apply the request only if the resource hasn't changed since this date."),
    ],
    ['Last-Modified', '8.8.2', message('When the resource last changed.')],
    ['Location', '10.2.2', message('URL to redirect to, or URL of the created resource.')],
    ['Max-Forwards', '7.6.2', message('How many times TRACE or OPTIONS can be forwarded.')],
    ['Proxy-Authenticate', '11.7.1', message('How to authenticate to the proxy.')],
    ['Proxy-Authorization', '11.7.2', message("The client's credentials for the proxy.")],
    ['Range', '14.2', message('Requested ranges of the resource.')],
    ['Referer', '10.1.3', message('The page that led to this request.')],
    ['Retry-After', '10.2.3', message('How long to wait before sending another request.')],
    ['Server', '10.2.4', message('Server software.')],
    ['TE', '10.1.4', message('Transfer encodings that the client accepts, and whether it accepts trailers.')],
    ['Trailer', '6.6.2', message('Fields that follow the content.')],
    ['Upgrade', '7.8', message('Protocols that the connection could change to.')],
    ['User-Agent', '10.1.5', message('Client software, as reported by the client.')],
    ['Vary', '12.5.5', message('Request headers that the response depends on.')],
    ['Via', '7.6.3', message('Proxies that forwarded the message.')],
    ['WWW-Authenticate', '11.6.1', message('How to authenticate to the server.')],
  ],
  'RFC 9111': [
    ['Age', '5.1', message('Seconds since the response was generated or validated.')],
    ['Cache-Control', '5.2', message('Caching rules.')],
    ['Expires', '5.3', message('When the response expires.')],
    ['Pragma', '5.4', message('Asks legacy caches not to serve a stored response. Deprecated.')],
  ],
  'RFC 9112': [
    [
      'Transfer-Encoding',
      '6.1',
      message(
        'How the body is encoded for transfer, such as chunked. Together with Content-Length, a sign of request smuggling.',
      ),
    ],
    ['Proxy-Connection', 'C.2.2', message('Sent to proxies by older clients instead of Connection.')],
  ],
  'RFC 6265': [
    ['Cookie', '4.2', message('Cookies previously set by the server.')],
    ['Set-Cookie', '4.1', message('Sets a cookie.')],
  ],
  'RFC 6266': [
    ['Content-Disposition', '4', message('Whether to display or save the content, and under which name.')],
  ],
  'RFC 6454': [['Origin', '7', message('Scheme, host, and port of the requesting page.')]],
  'RFC 6455': [
    ['Sec-WebSocket-Accept', '11.3.3', message('Confirms the opening of a WebSocket.')],
    ['Sec-WebSocket-Extensions', '11.3.2', message('WebSocket extensions.')],
    ['Sec-WebSocket-Key', '11.3.1', message('Opens a WebSocket. Not a secret.')],
    ['Sec-WebSocket-Protocol', '11.3.4', message('WebSocket subprotocols.')],
    ['Sec-WebSocket-Version', '11.3.5', message('Version of the WebSocket protocol.')],
  ],
  'RFC 6797': [['Strict-Transport-Security', '6.1', message('Tells browsers to use HTTPS only.')]],
  'RFC 7034': [['X-Frame-Options', '2', message('Whether the page can be shown in a frame.')]],
  'RFC 7239': [
    ['Forwarded', '4', message('Client, host, and protocol of the request before the proxy. Can be forged.')],
    [
      'X-Forwarded-For',
      '7.4',
      message('Client address before the proxy. Predecessor of Forwarded. Can be forged.'),
    ],
    [
      'X-Forwarded-Host',
      '7.4',
      message('Requested host before the proxy. Predecessor of Forwarded. Can be forged.'),
    ],
    [
      'X-Forwarded-Proto',
      '7.4',
      message('Protocol before the proxy. Predecessor of Forwarded. Can be forged.'),
    ],
  ],
  'RFC 7240': [['Prefer', '2', message('How the client would like the request to be handled.')]],
  'RFC 7838': [['Alt-Svc', '3', message('Other locations that serve the same resource.')]],
  'RFC 8288': [['Link', '3', message('Relations to other resources.')]],
  'RFC 8470': [
    ['Early-Data', '5.1', message('The request was sent in TLS early data and might be a replay.')],
  ],
  'RFC 8942': [['Accept-CH', '3.1', message('Client hints that the server requests.')]],
  'RFC 9218': [['Priority', '5', message('How urgent the response is.')]],
  'RFC 4918': [
    ['Depth', '10.2', message('WebDAV: how deep the method goes.')],
    ['Destination', '10.3', message('WebDAV: where COPY or MOVE puts the resource.')],
    ['If', '10.4', message('WebDAV: conditions, including lock tokens.')],
    ['Lock-Token', '10.5', message('WebDAV: the lock token to use.')],
    ['Overwrite', '10.6', message('WebDAV: whether the destination can be overwritten.')],
  ],
  'https://www.w3.org/TR/fetch-metadata/': [
    [
      'Sec-Fetch-Dest',
      'sec-fetch-dest-header',
      message('How the response will be used, such as image or script.'),
    ],
    ['Sec-Fetch-Mode', 'sec-fetch-mode-header', message('Request mode, such as cors.')],
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
      message('Origins that can read the response.'),
    ],
    [
      'Access-Control-Request-Headers',
      'http-access-control-request-headers',
      message('Headers of the upcoming cross-origin request.'),
    ],
    [
      'Access-Control-Request-Method',
      'http-access-control-request-method',
      message('Method of the upcoming cross-origin request.'),
    ],
    [
      'X-Content-Type-Options',
      'x-content-type-options-header',
      message('Tells browsers not to guess the media type.'),
    ],
  ],
  'https://www.w3.org/TR/CSP3/': [
    ['Content-Security-Policy', 'csp-header', message('What a page can load and run.')],
  ],
  'https://www.w3.org/TR/referrer-policy/': [
    [
      'Referrer-Policy',
      'referrer-policy-header',
      message("How much of the page's address is sent in Referer."),
    ],
  ],
  'https://www.w3.org/TR/trace-context/': [
    ['traceparent', 'traceparent-header', message('ID of the trace that the request belongs to.')],
    [
      'tracestate',
      'tracestate-header',
      message('Vendor-specific data for the trace that the request belongs to.'),
    ],
  ],
  'https://www.w3.org/TR/upgrade-insecure-requests/': [
    ['Upgrade-Insecure-Requests', 'preference', message('The browser prefers to load the page over HTTPS.')],
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

/** Returns the entry for the header with this name, ignoring case, or undefined if there is none. */
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
