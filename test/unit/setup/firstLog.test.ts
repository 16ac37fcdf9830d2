import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';

describe('The first log of a connection', function () {
  this.timeout(60_000);
  let window: FakeWindow;
  let service: FakeService;
  /** The nodes that were revealed in the view. */
  let revealed: { readonly kind: string; readonly name?: string }[];

  beforeEach(async () => {
    window = await FakeWindow.open(plainProfile(), 73);
    service = await FakeService.start({ domains: ['first.example', 'second.example'], logs: [7, 6] });
    revealed = [];
    const { view } = window.fake.trees.get('partnerLogs.domains') ?? assert.fail();
    view.reveal = async (node: (typeof revealed)[number]) => {
      revealed.push(node);
      view.select(node);
    };
  });
  afterEach(async () => {
    window.close();
    await service.close();
  });

  async function input(prompt: RegExp) {
    const find = () => window.fake.inputs.findLast((each) => each.isOpen && prompt.test(String(each.prompt)));
    return (await until(`the prompt ${prompt}`, find)) ?? assert.fail();
  }

  async function answer(prompt: RegExp, text: string): Promise<void> {
    const box = await input(prompt);
    box.type(text);
    box.accept();
  }

  /** Runs Add Connection up to its last prompt; resolves with the end of the command. */
  async function answerAllButName(): Promise<{ readonly done: Promise<unknown> }> {
    const done = window.run('partnerLogs.addConnection');
    await answer(/Base URL/, service.baseUrl);
    await answer(/API key/, service.key);
    await input(/Name/);
    return { done };
  }

  async function add(): Promise<void> {
    const { done } = await answerAllButName();
    (await input(/Name/)).accept();
    await done;
  }

  /** The logs that were shown, in order. */
  const shown = () => window.fake.panels.filter(({ isOpen }) => isOpen).map(({ title }) => title);
  it('opens with the first domain of a service that was added, and takes no focus', async () => {
    await add();
    const kinds = revealed.map(({ kind }) => kind);
    assert.deepEqual([kinds, revealed[0]?.name], [['domain', 'log'], 'first.example']);
    assert.deepEqual(shown(), ['first.example 7']);
    assert.equal(window.fake.panels[0]?.focusTaken, 0);
    assert.deepEqual(window.fake.messages, []);
  });

  it('is none where the first domain has no logs', async () => {
    service.logs = [];
    await add();
    assert.deepEqual(shown(), []);
    assert.deepEqual(window.fake.messages, []);
  });

  it('opens though its domain cannot be revealed', async () => {
    window.parts.tree.reveal = () => Promise.reject(new Error('Cannot resolve tree item'));
    await add();
    assert.deepEqual(shown(), ['first.example 7']);
    assert.deepEqual(window.fake.messages, []);
  });

  it('does not cover a log that the user opens meanwhile', async () => {
    let answerLate = () => {};
    const late = new Promise<void>((resolve) => {
      answerLate = resolve;
    });
    service.respond = async ({ url }, usual) => {
      if (url.pathname.includes('attack_logs')) await late;
      return usual();
    };
    const { done } = await answerAllButName();
    (await input(/Name/)).accept();
    await until('the first list', () => service.paths(/attack_logs/).length > 0);
    const [connection] = window.parts.connections.list();
    const key = { domain: 1, idx: 99, detectedType: 'WAF' };
    service.details.set(99, {});
    await window.run('partnerLogs.openDetectionLog', { connectionId: connection?.id, key });
    answerLate();
    await done;
    assert.deepEqual(shown(), ['first.example 99']);
    assert.ok(!revealed.some(({ kind }) => kind === 'log'));
  });

  it('opens with the first domain of the sample data', async () => {
    await window.run('partnerLogs.useSampleData');
    assert.match(shown()[0] ?? '', /^shop\.example \d+$/);
  });
});
