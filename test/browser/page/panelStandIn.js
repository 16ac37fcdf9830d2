/**
 * Runs in the panel's page before its own script and takes the place of the editor: sets the colors of the page, and
 * records its messages to the editor and any policy violations.
 */

/** @type {{ sent: unknown[], stored: unknown[], violations: string[] }} */
const recorded = { sent: [], stored: [], violations: [] };

Object.assign(globalThis, {
  recorded,
  acquireVsCodeApi: () => ({
    postMessage: (/** @type {unknown} */ message) => recorded.sent.push(structuredClone(message)),
    getState: () => recorded.stored.at(-1),
    setState: (/** @type {unknown} */ state) => recorded.stored.push(structuredClone(state)),
  }),

  /** Delivers a message as the editor does, and waits until it is rendered. */
  async deliver(/** @type {string} */ json) {
    const received = new Promise((resolve) => addEventListener('message', resolve, { once: true }));
    postMessage(JSON.parse(json), '*');
    await received;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  },

  /** Sets or replaces the theme. Can be called before the page exists. */
  colour(/** @type {{ bodyClass: string, variables: Record<string, string> }} */ theme) {
    const set = () => {
      const { style } = document.documentElement;
      for (const name of [...style]) if (/^--(?:vscode|text-link)-/.test(name)) style.removeProperty(name);
      for (const [name, value] of Object.entries(theme.variables)) style.setProperty(name, value);
      document.body.className = theme.bodyClass;
    };
    if (document.body) set();
    else document.addEventListener('DOMContentLoaded', set);
  },
});

addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  recorded.violations.push(`${violatedDirective} ${blockedURI}`);
});

// A copy of the editor's own rules, to verify that the panel's styles take precedence.
const editorSheet = new CSSStyleSheet();
editorSheet.replaceSync(`@layer editor {
  body { margin: 0; padding: 0 20px; color: var(--vscode-editor-foreground); background: transparent; }
  code { padding: 1px 3px; border-radius: 4px; color: red; background: red; }
  ::-webkit-scrollbar { width: 10px; height: 10px; }
  ::-webkit-scrollbar-thumb { background: var(--vscode-scrollbarSlider-background); }
}`);
document.adoptedStyleSheets.push(editorSheet);
