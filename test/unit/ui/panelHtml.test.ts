import assert from 'node:assert/strict';
import { useLanguage } from '../../../src/text/l10n.ts';
import { panelHtml } from '../../../src/ui/panelHtml.ts';

const page = () => panelHtml('Panel', 'run();', 'p { margin: 0; }');

const policyOf = (html: string) =>
  /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.split('; ') ?? [];

describe('panelHtml', () => {
  it('lets in its own script, styles and font, and nothing else', () => {
    const html = page();
    const nonce = /nonce="([^"]+)"/.exec(html)?.[1];
    assert.deepEqual(policyOf(html), [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      'font-src data:',
      `script-src 'nonce-${nonce}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    assert.deepEqual(html.match(/<(?:script|style|link)[^>]*>/g), [
      `<style nonce="${nonce}">`,
      `<script nonce="${nonce}">`,
    ]);
    assert.doesNotMatch(html, /unsafe|style=|src=|href=|\son\w+=/);
  });

  it('has another nonce of 128 bits each time', () => {
    const nonces = Array.from({ length: 20 }, () => /nonce="([^"]+)"/.exec(page())?.[1] ?? '');
    assert.equal(new Set(nonces).size, 20);
    for (const nonce of nonces) assert.equal(Buffer.from(nonce, 'base64url').length, 16);
  });

  it('has the translations as data that cannot end their element', () => {
    const language = { tag: 'ko', texts: { 'a</script><b>': 'ㄱ</script><ㄴ>' } };
    useLanguage(language);
    const html = page();
    useLanguage(undefined);
    const [, data = ''] = /<script type="application\/json" id="language">(.*)<\/script>/.exec(html) ?? [];
    assert.doesNotMatch(data, /</);
    assert.deepEqual(JSON.parse(data), language);
    assert.match(html, /<html lang="ko">/);
    assert.doesNotMatch(page(), /application\/json/);
  });
});
