import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type * as Sets from '../../../src/ui/panelSet.ts';
import { WebviewPanel } from '../../fakeEditor/webviewPanel.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

class Shown {
  readonly webviewPanel: vscode.WebviewPanel;
  readonly state: unknown;
  readonly shown: (string | undefined)[] = [];
  reveals = 0;

  constructor(webview: vscode.WebviewPanel, state: unknown) {
    this.webviewPanel = webview;
    this.state = state;
  }

  get subject(): string | undefined {
    return this.shown.at(-1);
  }

  show(subject: string | undefined): void {
    this.shown.push(subject);
  }

  reveal(): void {
    this.reveals++;
  }
}

describe('PanelSet', () => {
  let window: FakeWindow;
  let set: Sets.PanelSet<string, Shown>;

  before(async () => {
    window = await FakeWindow.open(plainProfile());
  });

  beforeEach(async () => {
    const { PanelSet } = await window.load<typeof Sets>('ui/panelSet.ts');
    set = new PanelSet<string, Shown>({
      viewType: 'partnerLogs.counts',
      titleOf: (subject = 'Panel') => subject,
      create: (webview, state) => new Shown(webview, state),
      idOf: (subject) => subject.toLowerCase(),
      restored: (state) => (typeof state === 'string' ? state : undefined),
    });
  });

  afterEach(() => set.dispose());
  after(() => window.close());

  /** Restores a panel as the editor does after a reload. */
  const restore = (state: unknown) =>
    set.deserializeWebviewPanel(new WebviewPanel('partnerLogs.counts', 'Panel') as never, state);

  it('shows a subject in the panel that already shows it', () => {
    const one = set.open('a');
    const other = set.open('b');
    assert.deepEqual([one.webviewPanel.title, other.webviewPanel.title], ['a', 'b']);
    assert.equal(set.open('A'), one);
    assert.deepEqual([one.shown, one.reveals, other.reveals], [['a', 'A'], 1, 0]);
    assert.equal(set.showing('B'), other);
    assert.equal(set.showing('c'), undefined);
  });

  it('passes the stored state to a restored panel, and shows its subject', async () => {
    await restore('a');
    await restore({});
    assert.deepEqual(
      set.all.map(({ state, shown }) => [state, shown]),
      [
        ['a', ['a']],
        [{}, [undefined]],
      ],
    );
  });

  it('disposes its panels', () => {
    set.open('a');
    set.dispose();
    assert.deepEqual([set.all, set.active], [[], undefined]);
  });
});
