import assert from 'node:assert/strict';
import { rowTexts } from './case.ts';
import { secretCorpus } from './corpus.ts';

describe('redaction corpus', () => {
  it('has at least 1,000 secrets', () => {
    assert.ok(secretCorpus.length >= 1_000, `${secretCorpus.length} secrets`);
  });

  it('has a name of its own for each case', () => {
    assert.deepEqual(repeated(secretCorpus.map(({ name }) => name)), []);
  });

  it('has no two cases with the same request and row', () => {
    assert.deepEqual(repeated(secretCorpus.map(({ raw, row }) => `${raw}${JSON.stringify(row)}`)), []);
  });

  it('names an address of documentation for each case', () => {
    const without = secretCorpus.filter(({ source }) => !URL.canParse(source));
    assert.deepEqual(namesOf(without), []);
  });

  it('holds each secret in the request or the row, in one of its spellings', () => {
    const missing = secretCorpus.filter(
      ({ secret, also = [], raw, row }) => ![secret, ...also].some((spelling) => occurs(spelling, raw, row)),
    );
    assert.deepEqual(namesOf(missing), []);
  });

  it('has secrets of four characters or more, none of which is part of a request in general', () => {
    const usual =
      'Host: shop.example User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Content-Length HTTP/1.1';
    const short = secretCorpus.filter(({ secret }) => secret.length < 4 || usual.includes(secret));
    assert.deepEqual(namesOf(short), []);
  });

  it('lists only other spellings that the request or the row holds', () => {
    const lost = secretCorpus.filter(
      ({ also = [], raw, row }) => !also.every((text) => occurs(text, raw, row)),
    );
    assert.deepEqual(namesOf(lost), []);
  });

  it('has a request line, CRLF and the right Content-Length in each request', () => {
    for (const { name, raw } of secretCorpus) if (raw !== '') checkRequest(name, raw);
  });
});

function checkRequest(name: string, raw: string): void {
  const end = raw.indexOf('\r\n\r\n');
  assert.ok(end > 0, `${name}: no end of the headers`);
  const [first = '', ...lines] = raw.slice(0, end).split('\r\n');
  assert.ok(first.endsWith(' HTTP/1.1'), `${name}: ${first}`);
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  assert.ok(headers.has('host'), `${name}: no Host`);
  const body = raw.slice(end + 4);
  if (headers.has('transfer-encoding')) {
    assert.ok(body.endsWith('0\r\n\r\n'), `${name}: no last chunk`);
    return;
  }
  assert.equal(Number(headers.get('content-length') ?? 0), Buffer.byteLength(body), name);
}

function occurs(text: string, raw: string, row: Parameters<typeof rowTexts>[0]): boolean {
  return raw.includes(text) || rowTexts(row).some((value) => value.includes(text));
}

function repeated(texts: readonly string[]): readonly string[] {
  return texts.filter((text, position) => texts.indexOf(text) !== position);
}

function namesOf(cases: readonly { readonly name: string }[]): readonly string[] {
  return cases.map(({ name }) => name);
}
