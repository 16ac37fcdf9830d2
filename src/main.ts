/** The code that is loaded when it is first needed, in one bundle. */
export { App } from './app.ts';
export { commandHandlers } from './commands.ts';
export * as tools from './lm/tools.ts';
