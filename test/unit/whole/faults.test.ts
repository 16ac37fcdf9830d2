/** Tests that the places that read show faults, and work again afterward. */
import assert from 'node:assert/strict';
import { pseudo, pseudoLanguage } from '../../../scripts/l10n.mjs';
import type { FaultCode } from '../../../src/base/errors.ts';
import { failure } from '../../../src/sample/answers.ts';
import { faults } from '../../../src/service/faults.ts';
import type { Language } from '../../../src/text/l10n.ts';
import { english } from '../../../src/text/l10n.ts';
import type { Secrets } from '../../fakeEditor/secrets.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { withLogs } from '../../hostileLogs.ts';
import { type Prepared, prepare, type ReadingPlace, readingPlaces } from './readingPlaces.ts';

const sentenceOf = (code: FaultCode) => english(faults[code].sentence);
const placeOf = (name: string) => readingPlaces.find((place) => place.name === name) as ReadingPlace;

describe('A fault', function () {
  this.timeout(120_000);
  let service: FakeService;
  let window: FakeWindow;
  let prepared: Prepared;
  let secrets: Secrets;
  const connection = () => ({ id: 'c', name: 'c', baseUrl: service.baseUrl });

  before(async () => {
    service = await FakeService.startSample({ domains: withLogs(120) });
  });
  after(() => service?.close());
  afterEach(() => window?.close());

  function respond(): void {
    service.respond = (_, usual) => usual();
  }

  function refuse(): void {
    service.respond = () => failure('unauthorized');
  }

  async function open(language?: Language): Promise<void> {
    respond();
    const profile = plainProfile();
    secrets = profile.secrets;
    window = await FakeWindow.open(profile, 1, language);
    Object.assign(window.limits, { backoff: 1 });
    await window.parts.keys.store(connection(), service.key);
    await window.parts.connections.save(connection());
    prepared = await prepare(window);
  }

  for (const place of readingPlaces) {
    it(`is shown by the ${place.name}, which works again afterward`, async () => {
      await open();
      refuse();
      const shown = await place.read(prepared);
      assert.ok(shown.includes(sentenceOf('unauthorized')), shown.slice(0, 2_000));
      respond();
      assert.match(await place.read(prepared), place.works);
    });
  }

  for (const [code, begin, end] of [
    ['unreachable', () => service.close(), () => service.listen()],
    [
      'too-large',
      () => Object.assign(window.limits, { bytes: 100 }),
      () => Object.assign(window.limits, { bytes: 1024 * 1024 }),
    ],
    [
      'key-needed',
      () => window.parts.keys.store(connection(), ' '),
      () => window.parts.keys.store(connection(), service.key),
    ],
    ['key-unreadable', () => lockKeyring(true), () => lockKeyring(false)],
    [
      'bad-setting',
      () => window.differ('c', { keyHeader: 7 }),
      () => window.parts.connections.save(connection()),
    ],
  ] as const satisfies readonly (readonly [FaultCode, () => unknown, () => unknown])[]) {
    it(`${code} is shown by the tree and a tool, which work again afterward`, async () => {
      await open();
      await begin();
      for (const name of ['tree', 'tool']) {
        const shown = await placeOf(name).read(prepared);
        assert.ok(shown.includes(sentenceOf(code)), `${name}: ${shown.slice(0, 2_000)}`);
      }
      await end();
      for (const name of ['tree', 'tool'])
        assert.match(await placeOf(name).read(prepared), placeOf(name).works);
    });
  }

  function lockKeyring(isLocked: boolean): void {
    secrets.isLocked = isLocked;
    // A key is read only once, unless it changes.
    secrets.tell(`partnerLogs.key:${JSON.stringify([connection().name, connection().baseUrl])}`);
  }

  it('is shown in the language of the editor, and by a tool in English', async () => {
    await open({ tag: 'qps-ploc', texts: pseudoLanguage().bundle });
    refuse();
    const sentence = sentenceOf('unauthorized');
    for (const name of ['tree', 'copy']) {
      const shown = await placeOf(name).read(prepared);
      assert.ok(shown.includes(pseudo(sentence)) && !shown.includes(sentence), shown);
    }
    const told = await placeOf('tool').read(prepared);
    assert.ok(told.includes(sentence) && !told.includes(pseudo(sentence)), told);
  });
});
