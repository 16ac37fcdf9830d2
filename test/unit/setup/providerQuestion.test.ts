import assert from 'node:assert/strict';
import { defaultConventions } from '../../../src/service/conventions.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { providerQuestion } from '../../../src/setup/providerQuestion.ts';
import { message } from '../../../src/text/l10n.ts';

describe('providerQuestion', () => {
  const place = { baseUrl: 'https://api.example.com/v1', conventions: defaultConventions };

  it('says what fails, what was tried and what has to be known', () => {
    const fault = new ServiceError('unauthorized', 'no', { status: 401, messageKey: 'RES000033' });
    const text = providerQuestion({
      place,
      questions: [{ read: 'domains', fault, tried: [message('the key in {0}', 'X-Api-Key')] }],
    });
    assert.match(text, /^Hello,/);
    assert.match(text, /https:\/\/api\.example\.com with/);
    assert.match(text, /1\. The list of domains: GET \/partner\/website\/all/);
    assert.match(text, /401 RES000033/);
    assert.match(text, /Also tried: the key in X-Api-Key\./);
    assert.match(text, /In which request header is the API key expected/);
  });

  it('names the fields of a domain, each text on one line', () => {
    const fault = new ServiceError('bad-shape', 'no', { field: 'data.items[0].id', expected: 'integer' });
    const fields = ['label\n2. forged', 'kind'];
    const text = providerQuestion({ place, questions: [{ read: 'domains', fault, tried: [], fields }] });
    assert.doesNotMatch(text, /^2\. forged/m);
    assert.match(text, /Which field of a domain holds the number/);
  });

  it('asks of each read in its own words', () => {
    const fault = new ServiceError('not-found', 'no', { status: 404 });
    const reads = ['domains', 'logs', 'detail', 'counts'] as const;
    const text = providerQuestion({ place, questions: reads.map((read) => ({ read, fault, tried: [] })) });
    const questions = [...text.matchAll(/Question: (.+)/g)].map(([, question]) => question);
    assert.equal(new Set(questions).size, reads.length);
  });
});
