import path from 'node:path';

interface Parts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
}

/** A fake of the editor's `Uri`. */
export class Uri {
  readonly scheme: string = '';
  readonly authority: string = '';
  readonly path: string = '';
  readonly query: string = '';

  private constructor(parts: Parts) {
    Object.assign(this, parts);
  }

  static from(parts: Parts): Uri {
    return new Uri(parts);
  }

  static file(file: string): Uri {
    return new Uri({ scheme: 'file', path: file });
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname, search } = new URL(text);
    const parts = { authority: host, path: decodeURI(pathname), query: search.slice(1) };
    return new Uri({ scheme: protocol.slice(0, -1), ...parts });
  }

  static joinPath(uri: Uri, ...names: readonly string[]): Uri {
    return new Uri({ ...uri, path: path.posix.join(uri.path, ...names) });
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    return `${this.scheme}://${this.authority}${encodeURI(this.path)}${this.query && `?${this.query}`}`;
  }
}
