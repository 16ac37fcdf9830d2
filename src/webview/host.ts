/** The extension, as the detection panel's page sees it. */
import type { FromPanel, StoredState, ToPanel } from '../views/detectionMessages.ts';
import { editorApi } from './editorApi.ts';

export const { send, store, onMessage } = editorApi<FromPanel, ToPanel, StoredState>();
