import assert from 'node:assert/strict';
import { isServiceError } from '../../src/base/errors.ts';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { defaultLimits } from '../../src/service/limits.ts';
import { FakeService } from '../fakeService.ts';
import { models } from './models.ts';

describe('Services', () => {
  let sample: SampleService;
  const page = { page: 1, perPage: 10 };

  beforeEach(async () => {
    sample = await startSampleService({ latencyMs: 100 });
    const { connections, keys } = await models();
    const connection = { id: 'here', name: 'Here', baseUrl: sample.baseUrl };
    await keys.store(connection, sample.key);
    await connections.save(connection);
  });

  afterEach(async () => {
    const { connections } = await models();
    for (const { id } of connections.list()) await connections.remove(id);
    await sample.close();
  });

  it('goes on reading while another connection is added, named, given a key and removed', async () => {
    const { connections, keys, services } = await models();
    const service = await services.of('here');
    const reading = service.domains(page);
    const other = { id: 'other', name: 'Other', baseUrl: 'https://other.example' };
    await connections.save(other);
    await keys.store(other, 'key');
    await connections.save({ ...other, name: 'Another' });
    await connections.remove('other');
    await connections.save({ id: 'here', name: 'Named anew', baseUrl: sample.baseUrl });
    assert.equal((await reading).items.length, 10);
    assert.equal(await services.of('here'), service);
  });

  it('ends what it reads, and is another one, once its own key changes', async () => {
    const silent = await startSampleService({ latencyMs: 600_000 });
    const { connections, keys, services } = await models();
    const connection = { id: 'here', name: 'Here', baseUrl: silent.baseUrl };
    await keys.store(connection, silent.key);
    await connections.save(connection);
    const service = await services.of('here');
    const reading = assert.rejects(service.domains(page), (error) =>
      isServiceError(error, 'connection-changed'),
    );
    await keys.store(connection, silent.key);
    await reading;
    assert.notEqual(await services.of('here'), service);
    await silent.close();
  });

  it('is read by the bundle that is shipped', async () => {
    const { connections, services } = await models();
    const connection = connections.get('here');
    assert.ok(connection);
    const { routes } = await services.overRoutes(connection);
    const [direct] = routes;
    assert.equal(direct?.route, 'direct');
    assert.equal((await direct?.service.domains(page))?.items.length, 10);
    for (const { service } of routes) service.dispose();
  });

  it('decodes a large answer in the thread that is shipped', async () => {
    const name = 'n'.repeat(2 * defaultLimits.bytesHere);
    const large = await FakeService.start({ domains: [name] });
    try {
      const { connections, keys, services } = await models();
      const connection = { id: 'large', name: 'Large', baseUrl: large.baseUrl };
      await keys.store(connection, 'any-key');
      await connections.save(connection);
      const { items } = await (await services.of('large')).domains(page);
      assert.equal(items[0]?.name, name);
    } finally {
      await large.close();
    }
  });

  it('is told to be gone once its connection was removed', async () => {
    const { connections, services } = await models();
    await services.of('here');
    await connections.remove('here');
    await assert.rejects(services.of('here'), (error) => isServiceError(error, 'connection-removed'));
  });
});
