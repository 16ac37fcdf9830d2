import assert from 'node:assert/strict';
import { TypeAhead } from '../../../../src/service/queries/typeAhead.ts';

/** Lets everything run that is ready. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Returns a type-ahead whose pauses and answers are controlled by the test. */
function typing() {
  const pauses: (() => void)[] = [];
  const requests: {
    question: string;
    signal: AbortSignal;
    answer(text: string): void;
    fail(fault: unknown): void;
  }[] = [];
  const shown: unknown[] = [];
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
    onAnswer: (answer) => shown.push(answer),
    onFault: (fault) => shown.push(fault),
  });
  const pause = async () => {
    pauses.at(-1)?.();
    await settle();
  };
  const questions = () => requests.map(({ question }) => question);
  return { typeAhead, pause, requests, questions, shown };
}

describe('TypeAhead', () => {
  it('sends one request for text that is typed without a pause, one at a time', async () => {
    const { typeAhead, pause, requests, questions, shown } = typing();
    for (const text of ['u', 'un', 'union']) typeAhead.ask(text);
    await pause();
    assert.deepEqual(questions(), ['union']);
    typeAhead.ask('two');
    typeAhead.ask('three');
    await pause();
    assert.equal(requests[0]?.signal.aborted, true);
    assert.equal(requests.length, 1);
    requests[0]?.answer('late');
    await settle();
    assert.deepEqual(questions(), ['union', 'three']);
    requests[1]?.answer('third');
    await settle();
    assert.deepEqual(shown, ['third']);
  });

  it('reports a fault, and goes on', async () => {
    const { typeAhead, pause, requests, shown } = typing();
    typeAhead.ask('one');
    await pause();
    requests[0]?.fail('a fault');
    await settle();
    typeAhead.ask('two');
    await pause();
    requests[1]?.answer('second');
    await settle();
    assert.deepEqual(shown, ['a fault', 'second']);
  });

  it('is silent once it is cancelled', async () => {
    const { typeAhead, pause, requests, shown } = typing();
    typeAhead.ask('one');
    await pause();
    typeAhead.cancel();
    requests[0]?.fail('aborted');
    typeAhead.ask('two');
    typeAhead.cancel();
    await pause();
    assert.deepEqual([requests.length, shown], [1, []]);
  });
});
