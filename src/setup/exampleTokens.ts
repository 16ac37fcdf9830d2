/**
 * Splits example calls in any language into tokens, using the syntax that shells, programming languages, and HTTP have
 * in common. Variables are replaced by the literals assigned to them; nothing is evaluated.
 */

export interface Token {
  readonly kind: 'word' | 'quoted' | 'mark' | 'end';
  readonly text: string;
  /** True if the token is at the beginning or preceded by white space. */
  readonly isApart: boolean;
}

/** Maximum lengths: of a variable's value and of all tokens, in characters; and of a table of literals, in tokens. */
const LONGEST_VALUE = 1_000;
const LONGEST_TABLE = 60;
const LONGEST_TOKENS = 200_000;

const MARK = /[()[\]{},;|&+]|=>|:=|==|=|:/y;
/** A variable or placeholder, which is treated as part of a word. */
const TEMPLATE = /[$<]\([^()\n]{0,200}\)|[$#]?\{\{?[\w .-]{1,60}\}\}?|<[\w .-]{1,60}>/y;
/** A header on its own line, as in HTTP and in the output of `curl -v`. */
const HEADER_LINE =
  /^[ \t>*]{0,20}((?:[A-Za-z]\w{0,20}-[\w-]{1,40}|Authorization|Host):[ \t]{0,20}[^\s"'`][^"'`\r\n]{0,4200})$/gim;

/** Returns the tokens in the text, including newlines, with variables replaced by their literals. */
export function tokensOf(text: string): Token[] {
  const isContinued = (at: number) => tokens[at - 1]?.kind === 'mark' && tokens[at - 1]?.text === ',';
  const tokens = split(text);
  return withVariables(joined(tokens.filter(({ kind }, at) => kind !== 'end' || !isContinued(at))));
}

function split(sent: string): Token[] {
  const isCmd = /\^(?:["\r\n]| {1,20}-)/.test(sent);
  const isPowerShell = / `(?:\r?\n| {1,20}-)|\bcurl\.exe\b|\bInvoke-|\birm\b|\biwr\b/i.test(sent);
  const escaping = isPowerShell ? '`' : '\\';
  const text = (isCmd ? sent.replace(/\^(\r\n|[^\r\n]|\n)/g, (_, next: string) => next.trim() || ' ') : sent)
    .replace(/```(?:[\w+-]{0,20}[ \t]{0,20}$)?/gm, ' ')
    .replace(/\$env:/gi, '$')
    .replace(/#(?=\{)/g, '')
    .replace(/\\\(([\w.]{1,60})\)/g, '{$1}')
    .replace(isPowerShell ? /`(?:\r?\n| {1,20}(?=-))/g : /\\(?:\r?\n| {1,20}(?=[-'"h]))/g, ' ')
    .replace(/\ue000/g, '')
    .replace(/\\u00(26|2f|3d|3f)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(HEADER_LINE, (_, header: string) => `\ue000${header}\ue000`);
  const tokens: Token[] = [];
  let word = '';
  let isQuoted = false;
  let isOpen = false;
  let isTarget = false;
  let isApart = true;
  let unclosed = '';
  const push = (kind: Token['kind'], value: string) => {
    tokens.push({ kind, text: value, isApart });
    isApart = false;
  };
  const end = () => {
    if (isOpen) push(isQuoted ? 'quoted' : 'word', word);
    word = '';
    isQuoted = false;
    isTarget = false;
    isOpen = false;
  };
  const add = (part: string) => {
    word += part;
    isOpen = true;
  };
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    const next = text.charAt(at + 1);
    const template = isQuoted ? undefined : matchAt(TEMPLATE, text, at);
    const mark = isTarget ? undefined : matchAt(MARK, text, at);
    const isLiteral = unit === "'" && (isCmd || (/\w{2}$/.test(word) && !word.startsWith('-')));
    const isQuote = unit === '\ue000' || (/["'`]/.test(unit) && unit !== escaping && !isLiteral);
    if (isQuote && !unclosed.includes(unit) && !isMarkdown(text, at)) {
      const [value, close] = quoted(text, at, escaping);
      if (close === undefined) {
        unclosed += unit;
        continue;
      }
      if (/^[$@]?[A-Za-z]?$/.test(word) && !isQuoted) word = '';
      isQuoted ||= !isTarget;
      add(value);
      at = close;
    } else if (/[\s`]/.test(unit) || isBetween(text, at, isQuoted)) {
      end();
      if (unit === '\n') push('end', unit);
      isApart = true;
    } else if (unit === escaping && next !== '') {
      add(next);
      at += 1;
    } else if (
      template !== undefined &&
      (/^(?:[^{]|\{\{)/.test(template) || isTarget || text.charAt(at + template.length) === '/')
    ) {
      add(template);
      at += template.length - 1;
    } else if (mark !== undefined && !(mark === ':' && isOfAddress(text, at, word))) {
      end();
      push('mark', mark);
      at += mark.length - 1;
    } else if (isTarget && /[|\\]/.test(unit)) {
      end();
      at -= 1;
    } else {
      add(unit);
      if (unit === '/') {
        isTarget = true;
        isQuoted = false;
      }
      const isLast = isTarget && (next === '' || /[\s"'`]/.test(next));
      const excess = isLast ? excessOf(word) : 0;
      if (excess > 0) {
        word = word.slice(0, -excess);
        end();
        for (const each of text.slice(at + 1 - excess, at + 1)) push('mark', each);
      }
    }
  }
  end();
  return tokens;
}

function matchAt(expression: RegExp, text: string, at: number): string | undefined {
  expression.lastIndex = at;
  return expression.exec(text)?.[0];
}

/** Returns true for the colon before the slashes of a URL or before a port. */
function isOfAddress(text: string, at: number, word: string): boolean {
  return text.startsWith('//', at + 1) || (/^\d$/.test(text.charAt(at + 1)) && /\w\.\w{1,20}$/.test(word));
}

/** Returns true for a bracket before a URL, and for a period that follows quoted text at the end of a sentence. */
function isBetween(text: string, at: number, isQuoted: boolean): boolean {
  const unit = text.charAt(at);
  return unit === '<'
    ? text.startsWith('http', at + 1)
    : isQuoted && unit === '.' && /\s/.test(text.charAt(at + 1));
}

/** Returns true for a backtick that is not a quotation mark in code. */
function isMarkdown(text: string, at: number): boolean {
  return text.charAt(at) === '`' && !/[(,:=+[{?]\s?$/.test(text.slice(Math.max(0, at - 2), at));
}

const OPENINGS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/** Returns the number of punctuation marks at the end of an unquoted URL or path that are not part of it. */
function excessOf(word: string): number {
  let end = word.length;
  for (; end > 0 && word.length - end < 8; end -= 1) {
    const last = word.charAt(end - 1);
    const opening = OPENINGS[last];
    const count = (each: string) => word.slice(0, end).split(each).length;
    if (!(opening ? count(last) > count(opening) : /[.,;:!]/.test(last))) break;
  }
  return word.length - end;
}

/**
 * Returns the text in the quotes that open at `start`, and the index of the closing quote, which is undefined if the
 * quotes are not closed.
 */
function quoted(text: string, start: number, escaping: string): [value: string, end: number | undefined] {
  const quote = text.charAt(start);
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charAt(at);
    const next = text.charAt(at + 1);
    const isDoubled = unit === quote && next === quote && escaping === '`';
    const isEscaped = unit === escaping && quote === '"' && next !== '';
    if (unit === quote && !isDoubled) return [value, at];
    if (isDoubled || isEscaped) at += 1;
    value += isEscaped ? next : unit;
  }
  return [value, undefined];
}

/**
 * Returns the tokens with each concatenation joined into a single token, in which placeholders replace all expressions
 * except literals.
 */
function joined(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const last = result.at(-1);
    const isJoin = token.text === '+' || (token.kind === 'word' && /^(?:\.|\.\.|<>)$/.test(token.text));
    const next = operandAt(tokens, at + 1);
    const isText = last?.kind === 'quoted' || (last?.kind === 'word' && next?.operand.kind === 'quoted');
    if (isJoin && last && next && isText) {
      const text = textOf(last) + textOf(next.operand);
      result[result.length - 1] = { ...last, kind: 'quoted', text: text.slice(0, 2_000) };
      at = next.end;
    } else result.push(token);
  }
  return result;
}

/** Returns the literal or variable name at an index, or the one that a function call at that index contains. */
function operandAt(tokens: readonly Token[], start: number): { operand: Token; end: number } | undefined {
  const at = tokens[start]?.kind === 'end' ? start + 1 : start;
  const operand = tokens[at];
  if (!operand || /mark|end/.test(operand.kind)) return undefined;
  const isCall = tokens[at + 1]?.text === '(' && tokens[at + 3]?.text === ')';
  const inner = isCall ? tokens[at + 2] : undefined;
  return inner ? { operand: inner, end: at + 3 } : { operand, end: at };
}

const textOf = ({ kind, text }: Token) =>
  kind === 'quoted' || /^\d+$/.test(text) ? text : `{${nameOf(text)}}`;

/** Returns a variable's name, without a sigil or the object that contains it. */
const nameOf = (text: string) => text.split(/\W/).at(-1)?.slice(0, 60) ?? '';

/** Returns the tokens with variables replaced by the literals, or tables of literals, assigned to them. */
function withVariables(tokens: readonly Token[]): Token[] {
  const assigned = new Map<string, { readonly all: readonly Token[]; isUsed: boolean }>();
  const result: Token[] = [];
  let length = 0;
  const use = (name: string, isInText: boolean): readonly Token[] => {
    const found = assigned.get(name);
    if (!found || (isInText && found.all.length > 3)) return [];
    found.isUsed = true;
    return found.all.slice(2);
  };
  const put = (...some: readonly Token[]) => {
    for (const each of some) {
      const text = each.text.replace(VARIABLE, (whole, ...names: (string | undefined)[]) => {
        const [literal] = use(nameOf(names.slice(0, 4).find(Boolean) ?? ''), true);
        const [offset = 0] = names.slice(4).map(Number);
        // Text after the variable must not become part of the host name.
        const isOpen =
          /^https?:\/\/[^/]*$/i.test(literal?.text ?? '') &&
          /^[^/?#:]/.test(each.text.slice(offset + whole.length));
        return isOpen ? whole : (literal?.text ?? whole);
      });
      length += text.length;
      result.push({ ...each, text });
    }
  };
  for (let at = 0; at < tokens.length && length < LONGEST_TOKENS; at += 1) {
    const token = tokens[at] as Token;
    const isName = token.kind === 'word' && /^[$@]?[A-Za-z_][\w.]{0,60}$/.test(token.text);
    const name = nameOf(token.text);
    const end = isName ? assignmentEnd(tokens, at) : undefined;
    if (end !== undefined) {
      const from = result.length;
      put(...tokens.slice(at, end));
      const all = result.slice(from);
      const size = all.reduce((sum, { text }) => sum + text.length, 0);
      if (size <= LONGEST_VALUE && !assigned.has(name)) assigned.set(name, { all, isUsed: false });
      at = end - 1;
    } else {
      const value = isName && tokens[at + 1]?.text !== '=' ? use(name, false) : [];
      const [literal, ...more] = value;
      if (literal && more.length === 0) put({ ...token, kind: 'quoted', text: literal.text });
      else put(token, ...value);
    }
  }
  const used = new Set([...assigned.values()].flatMap(({ all, isUsed }) => (isUsed ? all : [])));
  return result.filter((token) => !used.has(token));
}

/** A variable in text, in the syntax used by shells, templates, or format strings. */
const VARIABLE = /\$\{([\w.]{1,60})\}|#?\{{1,2} ?([\w.]{1,60}) ?\}{1,2}|\$(\w{1,60})|%(\w{1,60})%/g;

/** Returns the index after the assignment of literals that begins at `start`, or undefined if none begins there. */
function assignmentEnd(tokens: readonly Token[], start: number): number | undefined {
  const [name, equals, first, next] = tokens.slice(start, start + 4);
  if (!name || !first || !/^:?=$/.test(equals?.text ?? '')) return undefined;
  if (/\$\(|`/.test(first.text)) return undefined;
  if (first.kind === 'quoted') return start + 3;
  const before = tokens[start - 1];
  const isLine = !before || before.kind === 'end' || /^(?:export|set|const|let|var)$/i.test(before.text);
  const isLast = !next || next.kind === 'end' || next.text === ';';
  if (first.kind === 'word' && isLine && isLast && nameOf(first.text) !== nameOf(name.text)) return start + 3;
  const opening = tokens.slice(start + 2, start + 10).findIndex(({ text }) => /^@?[{[(]$/.test(text));
  const isTable = opening === 0 || /^(?:@|dict|array|new|map|table)/i.test(first.text);
  if (opening < 0 || !isTable) return undefined;
  let depth = 0;
  for (let at = start + 2 + opening; at < tokens.length && at < start + LONGEST_TABLE; at += 1) {
    const { kind, text } = tokens[at] as Token;
    if (kind === 'mark' && /^[{[(]$/.test(text)) depth += 1;
    if (kind === 'mark' && /^[)\]}]$/.test(text)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
