import assert from 'node:assert/strict';
import { measure } from './differingServices.ts';
import { plausibleServices } from './plausibleServices.ts';
import { providerServices } from './providers.ts';

describe('findConventions with plausible services', function () {
  this.timeout(60_000);
  for (const service of [...plausibleServices, ...providerServices]) {
    it(`copes with one that ${service.name}`, async () => {
      const measured = await measure(service);
      const { outcome, verdict, requests, refusals } = measured;
      assert.ok(requests <= 40 && refusals <= 4, `${requests} requests, ${refusals} refusals`);
      if (process.env['PARTNER_LOGS_MEASURE']) {
        console.log(
          outcome,
          verdict,
          requests,
          refusals,
          measured.before.join(', '),
          '→',
          measured.after.join(', '),
          service.name,
        );
        return;
      }
      if (service.isExpressible) assert.equal(outcome, 'right');
      else assert.ok(outcome === 'right' || outcome === 'asks', outcome);
    });
  }
});
