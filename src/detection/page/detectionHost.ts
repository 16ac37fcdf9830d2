/** The extension's API for the page of the detection panel. */

import { editorApi } from '../../page/editorApi.ts';
import type { FromPanel, StoredState, ToPanel } from '../detectionMessages.ts';

export const { send, store, failed, start } = editorApi<FromPanel, ToPanel, StoredState>();
