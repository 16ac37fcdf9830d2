import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  fittingKind,
  formatDocumentPath,
  parseDocumentPath,
} from '../../../../src/detection/documents/logDocument.ts';

describe('documentPath', function () {
  this.timeout(30_000);

  it('is numbers with a file ending', () => {
    assert.equal(formatDocumentPath({ slot: 3, idx: 1234, kind: 'raw' }), '/3/1234.partnerlog');
    assert.equal(formatDocumentPath({ slot: 0, idx: 1, kind: 'large' }), '/0/1.partnerlog-large');
  });

  it('reads what it writes', () => {
    const paths = fc.record(
      {
        slot: fc.nat(),
        idx: fc.maxSafeNat(),
        kind: fc.constantFrom('raw', 'large', 'decoded', 'normalised'),
      } as const,
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(paths, (path) => assert.deepEqual(parseDocumentPath(formatDocumentPath(path)), path)),
    );
  });

  it('reads nothing else', () => {
    const others = [
      '',
      '/',
      '/1',
      '/1/2',
      '/1/2.http',
      '/1/2.txt',
      '/01/2.partnerlog',
      '/1/2.partnerlog/',
      '/1/2.partnerlog.partnerlog',
      '/a/2.partnerlog',
      '/1/-2.partnerlog',
    ];
    for (const path of [
      ...others,
      '/1/99999999999999999.partnerlog',
      '/1/2.constructor',
      '//1/2.partnerlog',
      '/1/2.PARTNERLOG',
    ]) {
      assert.equal(parseDocumentPath(path), undefined, path);
    }
    fc.assert(
      fc.property(fc.string(), (path) => {
        const parsed = parseDocumentPath(path);
        assert.ok(parsed === undefined || formatDocumentPath(parsed) === path);
      }),
    );
  });

  it('is that of a large log above 20 MiB, and of none above 50', () => {
    const mebibyte = 1024 * 1024;
    assert.equal(fittingKind('raw', 20 * mebibyte), 'raw');
    assert.equal(fittingKind('normalised', 20 * mebibyte + 1), 'large');
    assert.equal(fittingKind('raw', 50 * mebibyte), 'large');
    assert.equal(fittingKind('raw', 50 * mebibyte + 1), undefined);
  });
});
