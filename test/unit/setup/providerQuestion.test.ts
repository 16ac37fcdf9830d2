import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { defaultConventions } from '../../../src/service/conventions.ts';
import { providerQuestion } from '../../../src/setup/providerQuestion.ts';
import { message } from '../../../src/text/l10n.ts';

describe('providerQuestion', () => {
  const place = { baseUrl: 'https://api.example.com/v1', conventions: defaultConventions };

  it('says what fails, what was tried and what has to be known', () => {
    const fault = new ServiceError('unauthorized', 'no', { status: 401, messageKey: 'RES000033' });
    const tried = { read: 'domains', what: message('the key in {0}', 'X-Api-Key'), fault } as const;
    const text = providerQuestion({ place, findings: [], questions: [{ read: 'domains', fault }] }, [tried]);
    assert.match(text, /^Hello,/);
    assert.match(text, /https:\/\/api\.example\.com with/);
    assert.match(text, /1\. The list of domains: GET \/partner\/website\/all/);
    assert.match(text, /401 RES000033/);
    assert.match(text, /Also tried: the key in X-Api-Key\./);
    assert.match(text, /In which request header is the API key expected/);
  });

  it('asks of each read in its own words', () => {
    const fault = new ServiceError('not-found', 'no', { status: 404 });
    const reads = ['domains', 'logs', 'detail', 'counts'] as const;
    const questions = reads.map((read) => ({ read, fault }));
    const text = providerQuestion({ place, findings: [], questions }, []);
    const wanted = [...text.matchAll(/Question: (.+)/g)].map(([, question]) => question);
    assert.equal(new Set(wanted).size, reads.length);
  });
});
