import assert from 'node:assert/strict';
import { pseudo, pseudoLanguage } from '../../../scripts/l10n.mjs';
import { faults } from '../../../src/service/faults.ts';
import { english } from '../../../src/text/l10n.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FaultyService } from './faultyService.ts';
import { producedFaults } from './producedFaults.ts';
import { prepare, readingPlaces } from './readingPlaces.ts';

describe('languages: a fault', function () {
  this.timeout(60_000);
  const sentence = english(faults.unauthorized.sentence);

  for (const { name, expected, other } of [
    { name: 'tree', expected: pseudo(sentence), other: sentence },
    { name: 'copy', expected: pseudo(sentence), other: sentence },
    { name: 'panel', expected: pseudo(sentence), other: sentence },
    { name: 'tool', expected: sentence, other: pseudo(sentence) },
  ]) {
    it(`is said by the ${name} in ${expected === sentence ? 'English' : 'the language of the editor'}`, async () => {
      const service = await FaultyService.start();
      const language = { tag: 'qps-ploc', texts: pseudoLanguage().bundle };
      const window = await FakeWindow.open(plainProfile(), 1, language);
      try {
        const connection = { id: 'c', name: 'C', baseUrl: `http://${service.host}` };
        await window.parts.keys.store(connection, service.key);
        await window.parts.connections.save(connection);
        const prepared = await prepare(window);
        const place = readingPlaces.find((each) => each.name === name);
        const fault = producedFaults.find(({ code }) => code === 'unauthorized');
        assert.ok(place && fault);
        const world = { window, service, connection, fetchError: undefined };
        await fault.begin(world);
        const shown = await place.read(prepared);
        await fault.end(world);
        assert.ok(shown.includes(expected), shown);
        assert.ok(!shown.includes(other), shown);
      } finally {
        window.close();
        await service.close();
      }
    });
  }
});
