/** The content that a page displays for Markdown, according to GitHub's rules. */
import { Marked, type Token, type Tokens } from 'marked';

export interface Drawn {
  /** The texts of fenced blocks. */
  readonly blocks: readonly string[];
  /** The texts of code spans. */
  readonly spans: readonly string[];
  /** All other text, as the page's own programs see it when they look for mentions and references. */
  readonly texts: readonly string[];
  readonly html: readonly string[];
  /** Links, images, definitions, and code blocks without a fence. */
  readonly unsafe: readonly string[];
}

/** Renders Markdown as a page would. */
export function drawn(markdown: string): Drawn {
  const marked = new Marked({ gfm: true });
  const page: Record<keyof Drawn, string[]> = { blocks: [], spans: [], texts: [], html: [], unsafe: [] };
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    const { type, raw } = token;
    if (type === 'code') {
      if (token['codeBlockStyle'] === 'indented') page.unsafe.push(raw);
      page.blocks.push(`${(token as Tokens.Code).text}\n`);
    } else if (type === 'codespan') page.spans.push((token as Tokens.Codespan).text);
    else if (type === 'html') page.html.push(raw);
    else if (['link', 'image', 'def', 'del', 'blockquote', 'escape'].includes(type)) page.unsafe.push(raw);
    else if (type === 'text' && !('tokens' in token && token.tokens)) page.texts.push(raw);
  });
  return page;
}
