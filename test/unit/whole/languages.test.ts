import assert from 'node:assert/strict';
import { pseudo, pseudoLanguage } from '../../../scripts/l10n.mjs';
import { faults } from '../../../src/service/faultTable.ts';
import { english } from '../../../src/text/l10n.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FaultyService } from './faultyService.ts';
import { producedFaults } from './producedFaults.ts';
import { type Prepared, prepare, readingPlaces } from './readingPlaces.ts';

describe('languages: a fault', function () {
  this.timeout(60_000);
  const sentence = english(faults.unauthorized.sentence);
  let service: FaultyService;
  let window: FakeWindow;
  let prepared: Prepared;

  before(async () => {
    service = await FaultyService.start();
    const profile = plainProfile();
    window = await FakeWindow.open(profile, 1, { tag: 'qps-ploc', texts: pseudoLanguage().bundle });
    const connection = { id: 'c', name: 'c', baseUrl: `http://${service.host}` };
    await window.parts.keys.store(connection, service.key);
    await window.parts.connections.save(connection);
    prepared = await prepare(window);
    const fault = producedFaults.find(({ code }) => code === 'unauthorized');
    await fault?.begin({ window, service, connection, secrets: profile.secrets, fetchError: undefined });
  });

  after(async () => {
    window?.close();
    await service?.close();
  });

  const said = async (name: string) => {
    const place = readingPlaces.find((each) => each.name === name);
    assert.ok(place);
    return place.read(prepared);
  };

  for (const name of ['tree', 'panel', 'copy']) {
    it(`is said by the ${name} in the language of the editor`, async () => {
      const shown = await said(name);
      assert.ok(shown.includes(pseudo(sentence)), shown);
      assert.ok(!shown.includes(sentence), shown);
    });
  }

  it('is said by a tool in English', async () => {
    const shown = await said('tool');
    assert.ok(shown.includes(sentence), shown);
    assert.ok(!shown.includes(pseudo(sentence)), shown);
  });
});
