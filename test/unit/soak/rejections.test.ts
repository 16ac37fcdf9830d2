import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { unhandledRejections } from '../../soak/host/rejections.ts';

describe('The rejections of a walk', () => {
  it('contain one that the editor handles after a second, but not one that is handled soon', async () => {
    const process = new EventEmitter();
    const unhandled = unhandledRejections(process);
    const [soon, late] = [{}, {}];
    process.emit('unhandledRejection', new Error('handled soon'), soon);
    process.emit('unhandledRejection', 'handled by the editor', late);
    process.emit('rejectionHandled', soon);
    await pause(1_000);
    process.emit('rejectionHandled', late);
    assert.deepEqual(unhandled, ['handled by the editor']);
  });
});
