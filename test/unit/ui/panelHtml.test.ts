import assert from 'node:assert/strict';
import { useLanguage } from '../../../src/text/l10n.ts';
import { panelHtml } from '../../../src/ui/panelHtml.ts';

const page = () => panelHtml('Panel', 'run();', 'p { margin: 0; }');

const policyOf = (html: string) =>
  /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.split('; ') ?? [];

describe('panelHtml', () => {
  it('lets in its own script, styles and font, and nothing else', () => {
    const html = page();
    // `printf 'run();' | openssl dgst -sha256 -binary | base64`
    assert.deepEqual(policyOf(html), [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      'font-src data:',
      "style-src 'sha256-ZMIWxFqsI8wXm9tNjoL6Cyi5nRfO7zhfynHh3P3TR9s='",
      "script-src 'sha256-vUOElbTHLp1UxxGV/I6teJfpCV5vgaasYjEhPKN2fqQ='",
    ]);
    const elements = html.match(/<(?:base|script|style|link)[^>]*>/g);
    assert.deepEqual(elements, ['<base href="about:blank">', '<style>', '<script>']);
    assert.doesNotMatch(html, /unsafe|style=|src=|\son\w+=/);
  });

  it('is the same each time, so that the browser reuses the compiled script', () => {
    assert.equal(page(), page());
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
