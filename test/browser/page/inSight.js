/**
 * Runs in the editor's window. Reports the visible content and returns all text in the window. The frames of panels
 * have the same origin as the window, so their documents can be read from here.
 */
(() => {
  /** @typedef {Document | ShadowRoot | Element} Place */

  /**
   * Messages since `forget`, including closed ones, both in toasts and in the status bar. The editor shows at most
   * three toasts within 0.8 s but announces each of them to screen readers.
   */
  const noted = { toasts: [''], statuses: [''] };
  /** @type {WeakMap<Element, string>} */
  const known = new WeakMap();

  /** @param {string[]} list @param {string} selector */
  function note(list, selector) {
    for (const element of document.querySelectorAll(selector)) {
      const text = textOf(element);
      if (known.get(element) === text) continue;
      known.set(element, text);
      list.push(text);
    }
  }

  function noteAll() {
    note(noted.toasts, '.notification-toast .notification-list-item-message');
    note(noted.toasts, '.monaco-aria-container [role=alert]');
    note(noted.statuses, '.statusbar-item');
  }

  /** @param {Element | null | undefined} element */
  const textOf = (element) => (element?.textContent ?? '').trim();

  /** @param {Place} place @param {string} selector */
  const textsIn = (place, selector) => Array.from(place.querySelectorAll(selector), textOf);

  /** @param {string} name */
  function rowsOf(name) {
    const pane = document.querySelector(`.pane-header[aria-label="${name} Section"]`)?.closest('.pane');
    return Array.from(pane?.querySelectorAll('[role=treeitem]') ?? [], (row) => {
      const isSelected = row.getAttribute('aria-selected') === 'true';
      return `${textOf(row)} (${row.ariaLabel})${isSelected ? ' selected' : ''}`;
    });
  }

  function prompt() {
    const widget = document.querySelector('.quick-input-widget');
    const input = widget?.querySelector('input.input');
    if (!widget?.checkVisibility() || !(input instanceof HTMLInputElement)) return undefined;
    const says = ['.quick-input-title', '.quick-input-message'].flatMap((part) => textsIn(widget, part));
    return {
      says: [...says, input.placeholder].filter(Boolean).join(' | '),
      value: input.type === 'password' ? '' : input.value,
      // The text of a row also contains its previous text.
      rows: Array.from(widget.querySelectorAll('.quick-input-list .monaco-list-row'), (row) => row.ariaLabel),
      isBusy: widget.querySelector('.monaco-progress-container.active') !== null,
    };
  }

  /** Returns the texts of the visible panels. */
  function pages() {
    const frames = Array.from(document.querySelectorAll('iframe.webview.ready'));
    return frames
      .filter((frame) => frame.checkVisibility({ visibilityProperty: true }))
      .map((frame) => textOf(inner(inner(frame)?.getElementById('active-frame'))?.body));
  }

  /**
   * Returns the document in a frame. Elements in a different document are not instances of this window's classes.
   * @param {Element | null | undefined} frame
   */
  const inner = (frame) =>
    frame?.tagName === 'IFRAME' ? /** @type {HTMLIFrameElement} */ (frame).contentDocument : undefined;

  async function seen() {
    noteAll();
    return {
      prompt: prompt(),
      dialog: textsIn(document, '.monaco-dialog-box').join(' '),
      toasts: noted.toasts,
      statuses: noted.statuses,
      attackers: textsIn(document, '[id="partner-logs.partner-logs.partnerLogs.attackers"]').join(' '),
      tabs: textsIn(document, '.tabs-container [role=tab]'),
      active: textsIn(document, '.editor-group-container.active [role=tab].active').join(' '),
      pages: pages(),
      lines: textsIn(document, '.editor-group-container .view-lines'),
      output: textsIn(document, '.output-view .view-lines').join(' '),
      domains: rowsOf('Domains'),
      recent: rowsOf('Recent'),
      clipboard: await clipboard(),
    };
  }

  /**
   * Returns the text on the clipboard, or undefined while the window is not focused, for example because a focused
   * panel was just closed; the clipboard cannot be read then.
   */
  async function clipboard() {
    try {
      return await navigator.clipboard.readText();
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') throw error;
      focus();
      return undefined;
    }
  }

  /**
   * Returns a document and the documents in its frames.
   * @param {Document} page
   * @returns {Document[]}
   */
  function documentsIn(page) {
    const frames = Array.from(page.querySelectorAll('iframe'), (frame) => {
      if (!frame.contentDocument) throw new Error(`The frame ${frame.src} cannot be read.`);
      return frame.contentDocument;
    });
    return [page, ...frames.flatMap(documentsIn)];
  }

  /**
   * Returns the text typed into an element, unless it is hidden.
   * @param {Element} element
   */
  function typedIn(element) {
    const { value, type } = /** @type {HTMLInputElement} */ (element);
    return typeof value === 'string' && type !== 'password' ? value : '';
  }

  /**
   * Returns the markup of a document, with styles and scripts separate because they don't change. A document that is
   * still loading has none.
   * @param {Document} page
   */
  function partsOf({ documentElement, head, body }) {
    const root = /** @type {Element | undefined} */ (documentElement?.cloneNode());
    const styles = Array.from(head?.children ?? [], (child) => child.outerHTML);
    return [root?.outerHTML ?? '', ...styles, body?.outerHTML ?? ''];
  }

  /**
   * Returns the markup of a document or shadow tree, the text typed in it, and the same for nested shadow trees.
   * @param {Document | ShadowRoot} place
   * @returns {string[]}
   */
  function markup(place) {
    const elements = Array.from(place.querySelectorAll('*'));
    return [
      ...('head' in place ? partsOf(place) : [place.innerHTML]),
      ...elements.map(typedIn),
      ...elements.flatMap(({ shadowRoot }) => (shadowRoot ? markup(shadowRoot) : [])),
    ];
  }

  /** Texts that `everything` has already returned. */
  const given = new Set();

  /** @param {string[]} texts */
  function notGiven(texts) {
    const fresh = new Set(texts.filter((text) => !given.has(text)));
    for (const text of fresh) given.add(text);
    return [...fresh];
  }

  /**
   * Returns all text in the window that was not returned before, by location, or undefined while the clipboard cannot
   * be read.
   */
  async function everything() {
    const copied = await clipboard();
    if (copied === undefined) return undefined;
    noteAll();
    return {
      clipboard: notGiven([copied]),
      shown: notGiven(documentsIn(document).flatMap((page) => [page.title, ...markup(page)])),
      'shown for a while': notGiven([...noted.toasts, ...noted.statuses]),
      'stored by the editor': notGiven([
        JSON.stringify(localStorage),
        JSON.stringify(sessionStorage),
        JSON.stringify([history.state, location.href, document.cookie]),
      ]),
    };
  }

  /** Returns everything in the databases of the window's origin. */
  async function databases() {
    const texts = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const values = await done(database.transaction(store).objectStore(store).getAll());
        texts.push(
          JSON.stringify(
            values.map((value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value)),
          ),
        );
      }
      database.close();
    }
    return texts.join('\n');
  }

  /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
  function done(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /** Forgets the messages seen so far. */
  function forget() {
    noted.toasts.length = 0;
    noted.statuses.length = 0;
  }

  new MutationObserver(noteAll).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  Object.assign(globalThis, { inSight: { seen, everything, databases, forget } });
})();
