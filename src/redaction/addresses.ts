/** Finds client addresses in the headers that proxies and content delivery networks send. */
import type { Finding } from './headerGrammar.ts';

/**
 * Header names from the documentation of nginx, HAProxy, Envoy, Cloudflare, Akamai, Fastly, Azure, Google Cloud,
 * Fly.io, WebLogic, and Alibaba Cloud, and from RFC 7239.
 */
const HEADERS: ReadonlySet<string> = new Set(
  `x-forwarded-for x-real-ip forwarded true-client-ip cf-connecting-ip cf-connecting-ipv6 cf-pseudo-ipv4 fastly-client-ip
   x-client-ip x-cluster-client-ip x-original-forwarded-for x-originating-ip x-remote-ip x-remote-addr remote-addr
   x-azure-clientip x-azure-socketip fly-client-ip x-appengine-user-ip x-appengine-remote-addr x-proxyuser-ip
   wl-proxy-client-ip proxy-client-ip client-ip x-envoy-external-address x-envoy-external-client-address x-forwarded
   forwarded-for x-forwarded-client-ip ali-cdn-real-ip cdn-src-ip x-user-ip x-coming-from x-source-ip x-akamai-client-ip
   akamai-client-ip incap-client-ip x-sucuri-clientip x-nf-client-connection-ip x-vercel-forwarded-for x-bb-ip
   x-real-client-ip x-iisnode-remote-addr http-client-ip http-x-forwarded-for x-host-ip x-custom-ip-authorization
   x-peer-address x-forwarded-by x-proxy-user-ip do-connecting-ip x-cdn-src-ip x-tencent-ua via-ip`.split(
    /\s+/,
  ),
);

const V4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\.\d)/g;
const V6 =
  /(?<![\da-f:])(?:[\da-f]{1,4}:){1,7}(?::|[\da-f]{1,4}|(?::[\da-f]{1,4}){1,7})(?![\da-f:])|(?<![\da-f:])::(?:[\da-f]{1,4}:){0,6}[\da-f]{1,4}(?![\da-f:])/gi;

/** Returns true if the header with this name contains the client's address. */
export function carriesAddress(header: string): boolean {
  return HEADERS.has(header.trim().toLowerCase().replaceAll('_', '-'));
}

/** Returns the IP addresses in the value of one of these headers. */
export function findAddresses(value: string): Finding[] {
  const of = (pattern: RegExp) =>
    Array.from(value.matchAll(pattern), ({ 0: found, index }): Finding => {
      return { start: index, end: index + found.length, kind: 'address' };
    });
  const v6 = of(V6).filter(
    ({ start, end }) => !value.slice(start, end).endsWith(':') || value.slice(start, end).endsWith('::'),
  );
  return [...v6, ...of(V4)].sort((one, other) => one.start - other.start);
}
