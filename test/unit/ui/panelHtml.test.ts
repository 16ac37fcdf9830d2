import assert from 'node:assert/strict';
import { useLanguage } from '../../../src/text/l10n.ts';
import { panelHtml } from '../../../src/ui/panelHtml.ts';

const resources = {
  title: 'Panel',
  script: 'https://x/panel.js',
  styles: ['https://x/icons.css', 'https://x/panel.css'],
  source: 'https://x',
};

const policyOf = (html: string) =>
  /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.split('; ') ?? [];

describe('panelHtml', () => {
  it('lets in its own script, styles and font, and nothing else', () => {
    const html = panelHtml(resources);
    const nonce = /nonce="([^"]+)"/.exec(html)?.[1];
    assert.deepEqual(policyOf(html), [
      "default-src 'none'",
      'style-src https://x',
      'font-src https://x',
      `script-src 'nonce-${nonce}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.doesNotMatch(html, /unsafe|style=|\son\w+=/);
  });

  it('has another nonce of 128 bits each time', () => {
    const nonces = Array.from({ length: 20 }, () => /nonce="([^"]+)"/.exec(panelHtml(resources))?.[1] ?? '');
    assert.equal(new Set(nonces).size, 20);
    for (const nonce of nonces) assert.equal(Buffer.from(nonce, 'base64url').length, 16);
  });

  it('has the translations as data that cannot end their element', () => {
    const language = { tag: 'ko', texts: { 'a</script><b>': 'ㄱ</script><ㄴ>' } };
    useLanguage(language);
    const html = panelHtml(resources);
    useLanguage(undefined);
    const [, data = ''] = /<script type="application\/json" id="language">(.*)<\/script>/.exec(html) ?? [];
    assert.doesNotMatch(data, /</);
    assert.deepEqual(JSON.parse(data), language);
    assert.match(html, /<html lang="ko">/);
    assert.doesNotMatch(panelHtml(resources), /application\/json/);
  });
});
