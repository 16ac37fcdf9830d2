/** Watches a window of the editor for any effect of a hostile text. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { EditorWindow } from './hostWindow.ts';

/** The elements that the editor uses for rows, messages, hovers, and lines. */
const ELEMENTS = new Set(
  'DIV SPAN A UL LI P H2 H3 B STRONG CODE PRE BR INPUT LABEL BUTTON HR TABLE'.split(' '),
);

/**
 * The host name from which the editor's own worker serves extension files to panels. The worker responds without a
 * network request.
 */
const RESOURCES = '.vscode-resource.vscode-cdn.net';

export class HostileWatch {
  readonly #editor: EditorWindow;
  /** Addresses outside this computer that were requested. */
  readonly #requests: string[] = [];
  readonly #dialogs: string[] = [];
  /** Policy violations. */
  readonly #violations: string[] = [];

  constructor(editor: EditorWindow) {
    this.#editor = editor;
    const context = editor.page.context();
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      const isEditors = hostname === '127.0.0.1' || hostname.endsWith(RESOURCES);
      if (/^(https?|wss?|ftp):$/.test(protocol) && !isEditors) this.#requests.push(request.url());
    });
    context.on('console', (message) => {
      if (/Content.Security.Policy|Refused to/i.test(message.text())) this.#violations.push(message.text());
    });
    context.on('dialog', (dialog) => {
      this.#dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  }

  /** Ignores the editor's own effects up to now. */
  begin(): void {
    for (const list of [this.#requests, this.#dialogs, this.#violations]) list.splice(0);
  }

  /** Asserts that nothing ran, no network request was sent, the policies blocked nothing, and no dialog opened. */
  async assertQuiet(where: string): Promise<void> {
    for (const frame of this.#editor.page.frames()) {
      const executed = await frame.evaluate('typeof executed').catch(() => 'undefined');
      assert.equal(executed, 'undefined', `${where}: ${frame.url()}`);
    }
    assert.deepEqual([this.#requests, this.#dialogs, this.#violations], [[], [], []], where);
    assert.equal(await this.#editor.dialog().count(), 0, where);
  }

  /**
   * Asserts that an element consists of the editor's own elements and that no text became a link, an image, or an
   * attribute.
   */
  async assertPlain(place: Locator, where: string): Promise<void> {
    const made = await place.evaluateAll(
      (roots: readonly { querySelectorAll(all: string): Iterable<unknown> }[]) =>
        roots.flatMap((root) =>
          [...(root.querySelectorAll('*') as Iterable<Made>)].flatMap((each) => {
            const handlers = each
              .getAttributeNames()
              .filter((name) => name.startsWith('on') || name === 'srcdoc');
            const links = ['href', 'src', 'action', 'data-href'].flatMap(
              (name) => each.getAttribute(name) ?? [],
            );
            return [
              each.tagName,
              ...handlers.map((name) => `@${name}`),
              ...links.filter((link) => link !== ''),
            ];
          }),
        ),
    );
    assert.deepEqual(
      [...new Set(made)].filter((name) => !ELEMENTS.has(name)),
      [],
      where,
    );
  }
}

interface Made {
  readonly tagName: string;
  getAttributeNames(): string[];
  getAttribute(name: string): string | null;
}
