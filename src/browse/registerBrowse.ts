import type { App } from '../app.ts';

/** The objects of the window. */
export type Browse = Pick<App, keyof App>;
