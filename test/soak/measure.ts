/** Measures the memory after a collection and the listeners of a window, in the extension host and in the page. */
import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright-core';
import { DevTools } from './devTools.ts';

export interface Measured {
  /** Bytes after a collection. */
  readonly heaps: { readonly host: number; readonly page: number };
  /** Objects in the page, where the editor keeps some, such as the rows of its lists for reuse. */
  readonly reused: Readonly<Record<string, number>>;
  /** Listeners and other objects that must not become more, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** The starts of the functions that listen to events in the extension host, with their numbers. */
  readonly listeners: Readonly<Record<string, number>>;
  /** Unhandled rejections in the extension host. */
  readonly rejections: readonly string[];
}

interface RemoteObject {
  readonly objectId: string;
  readonly value?: unknown;
}

/** @param file contains the address of the inspector of the current extension host */
export async function measure(page: Page, file: string): Promise<Measured> {
  const host = await DevTools.connect(await readFile(file, 'utf8'));
  const browser = await page.context().newCDPSession(page);
  try {
    const inPage = await measurePage(browser);
    const inHost = await measureHost(host);
    const { heap, counts, ...others } = inHost;
    return {
      heaps: { host: heap, page: inPage.heap },
      reused: inPage.reused,
      counts,
      ...others,
    };
  } finally {
    host.close();
    await browser.detach();
  }
}

async function measurePage(browser: CDPSession) {
  await browser.send('Runtime.discardConsoleEntries');
  for (let time = 0; time < 2; time++) await browser.send('HeapProfiler.collectGarbage');
  const { usedSize } = await browser.send('Runtime.getHeapUsage');
  const { jsEventListeners, documents, nodes } = await browser.send('Memory.getDOMCounters');
  return { heap: usedSize, reused: { documents, 'page listeners': jsEventListeners, nodes } };
}

async function measureHost(host: DevTools) {
  const evaluate = async (expression: string) => {
    const { result } = await host.send<{ result: RemoteObject }>('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    return result.value;
  };
  /** Evaluates a function of all objects with this prototype that are in use. */
  const ofAll = async <T>(prototype: string, declaration: string) => {
    const { result } = await host.send<{ result: RemoteObject }>('Runtime.evaluate', {
      expression: prototype,
    });
    const { objects } = await host.send<{ objects: RemoteObject }>('Runtime.queryObjects', {
      prototypeObjectId: result.objectId,
    });
    const { result: returned } = await host.send<{ result: { value: T } }>('Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: declaration,
      returnByValue: true,
    });
    for (const { objectId } of [result, objects]) await host.send('Runtime.releaseObject', { objectId });
    return returned.value;
  };
  const listeners = await ofAll<Record<string, number>>(
    'soak.listener',
    'function() { return soak.listeners(this); }',
  );
  const counts = {
    'event listeners': Object.values(listeners).reduce((sum, count) => sum + count, 0),
    'abort listeners': await ofAll<number>(
      'AbortSignal.prototype',
      'function() { return soak.abortListeners(this); }',
    ),
    subscriptions: Number(await evaluate('soak.context.subscriptions.length')),
    'process listeners': Number(await evaluate('soak.processListeners()')),
    ...((await evaluate('soak.resources()')) as Record<string, number>),
  };
  for (let time = 0; time < 2; time++) await host.send('HeapProfiler.collectGarbage');
  const { usedSize } = await host.send<{ usedSize: number }>('Runtime.getHeapUsage');
  const rejections = (await evaluate('soak.rejections()')) as string[];
  return { heap: usedSize, counts, listeners, rejections };
}
