import assert from 'node:assert/strict';
import { type FaultCode, isServiceError, ServiceError } from '../../../../src/base/errors.ts';
import { networkFault } from '../../../../src/service/network/get.ts';
import { KEY } from '../loopback.ts';

const withCode = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('m'), { code }) });

const codes: Readonly<Partial<Record<FaultCode, readonly string[]>>> = {
  truncated: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'net::ERR_EMPTY_RESPONSE'],
  timeout: ['UND_ERR_HEADERS_TIMEOUT', 'net::ERR_TIMED_OUT'],
  tls: [
    ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'],
    ...['ERR_SSL_WRONG_VERSION_NUMBER', 'net::ERR_CERT_AUTHORITY_INVALID', 'net::ERR_SSL_PROTOCOL_ERROR'],
  ],
  'too-large': ['HPE_HEADER_OVERFLOW', 'UND_ERR_HEADERS_OVERFLOW'],
  proxy: ['UND_ERR_PRX_TLS', 'net::ERR_PROXY_CONNECTION_FAILED', 'net::ERR_TUNNEL_CONNECTION_FAILED'],
  unreachable: [
    ...['ENOTFOUND', 'EAI_AGAIN', 'net::ERR_NAME_NOT_RESOLVED', 'ECONNREFUSED', 'ETIMEDOUT'],
    ...['UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
    ...['HPE_INVALID_CONSTANT', 'net::ERR_CONNECTION_REFUSED', 'net::ERR_INTERNET_DISCONNECTED'],
    'net::ERR_SOMETHING_NEW',
  ],
};

describe('networkFault', () => {
  for (const [fault, systemCodes] of Object.entries(codes)) {
    it(`is ${fault} for the codes of that kind, however deep`, () => {
      for (const each of systemCodes ?? []) {
        const systemCode = each.replace('net::', '');
        const thrown = each === systemCode ? withCode(each) : new Error(each);
        for (const error of [thrown, new Error('outer', { cause: thrown })]) {
          const { code, facts } = networkFault(error, 'headers', 'h:1');
          assert.deepEqual([code, facts], [fault, { host: 'h:1', systemCode }]);
        }
      }
    });
  }

  it('is that of the first address', () => {
    const errors = ['ENOTFOUND', 'ECONNREFUSED'].map((code) => Object.assign(new Error(code), { code }));
    assert.equal(networkFault(new AggregateError(errors), 'headers', 'h').facts.systemCode, 'ENOTFOUND');
  });

  it('is truncated for a connection that is lost within the body', () => {
    for (const error of [withCode('ECONNRESET'), withCode('Z_BUF_ERROR'), new TypeError('terminated')])
      assert.equal(networkFault(error, 'body', 'h').code, 'truncated');
    assert.equal(networkFault(withCode('Z_DATA_ERROR'), 'body', 'h').code, 'not-json');
  });

  it('keeps a ServiceError, and nothing else of what was thrown', () => {
    const own = new ServiceError('too-large', 'm');
    assert.equal(networkFault(own, 'body', 'h'), own);
    const quoting = new TypeError(`Headers.append: "${KEY}" is an invalid header value.`);
    const fault = networkFault(quoting, 'headers', 'h');
    assert.equal(JSON.stringify(fault, ['message', 'cause', 'stack']).includes(KEY), false);
    const circular = new Error('round');
    circular.cause = circular;
    for (const thrown of [undefined, null, 'text', 7, {}, circular])
      assert.ok(isServiceError(networkFault(thrown, 'headers', 'h'), 'unreachable'));
  });
});
