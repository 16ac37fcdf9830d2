import assert from 'node:assert/strict';
import { TypeAhead } from '../../../../src/service/queries/typeAhead.ts';

/** Lets everything run that is ready. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

interface Request {
  readonly question: string;
  readonly signal: AbortSignal;
  readonly answer: (text: string) => void;
  readonly fail: (fault: unknown) => void;
}

/** Returns a type-ahead whose pauses and answers are controlled by the test. */
function typing() {
  const pauses: (() => void)[] = [];
  const requests: Request[] = [];
  const answers: string[] = [];
  const faults: unknown[] = [];
  const typeAhead = new TypeAhead<string, string>({
    pause: (signal) =>
      new Promise((resolve, reject) => {
        pauses.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    ask: (question, signal) =>
      new Promise((answer, fail) => {
        requests.push({ question, signal, answer, fail });
      }),
    onAnswer: (answer) => answers.push(answer),
    onFault: (fault) => faults.push(fault),
  });
  const pause = async () => {
    pauses.at(-1)?.();
    await settle();
  };
  return { typeAhead, pause, requests, answers, faults };
}

describe('TypeAhead', () => {
  it('asks once for what is typed without a pause', async () => {
    const { typeAhead, pause, requests, answers } = typing();
    for (const text of ['u', 'un', 'uni', 'union']) typeAhead.ask(text);
    await pause();
    assert.deepEqual(
      requests.map(({ question }) => question),
      ['union'],
    );
    requests[0]?.answer('found');
    await settle();
    assert.deepEqual(answers, ['found']);
  });

  it('cancels the request before, and starts the next one only when that has ended', async () => {
    const { typeAhead, pause, requests, answers } = typing();
    typeAhead.ask('one');
    await pause();
    typeAhead.ask('two');
    typeAhead.ask('three');
    await pause();
    assert.equal(requests[0]?.signal.aborted, true);
    assert.equal(requests.length, 1, 'one request in flight');
    requests[0]?.answer('late');
    await settle();
    assert.deepEqual(
      requests.map(({ question }) => question),
      ['one', 'three'],
    );
    requests[1]?.answer('third');
    await settle();
    assert.deepEqual(answers, ['third'], 'the answer of a cancelled request is dropped');
  });

  it('reports a fault, and asks again afterwards', async () => {
    const { typeAhead, pause, requests, answers, faults } = typing();
    typeAhead.ask('one');
    await pause();
    requests[0]?.fail(new Error('unreachable'));
    await settle();
    assert.deepEqual(
      faults.map((fault) => (fault as Error).message),
      ['unreachable'],
    );
    typeAhead.ask('two');
    await pause();
    requests[1]?.answer('second');
    await settle();
    assert.deepEqual(answers, ['second']);
  });

  it('is silent once cancelled', async () => {
    const { typeAhead, pause, requests, answers, faults } = typing();
    typeAhead.ask('one');
    await pause();
    typeAhead.cancel();
    requests[0]?.fail(new Error('aborted'));
    typeAhead.ask('two');
    typeAhead.cancel();
    await pause();
    assert.equal(requests.length, 1);
    assert.deepEqual([answers, faults], [[], []]);
  });
});
