/** The extension, as the detection panel's page sees it. */

import { editorApi } from '../../page/editorApi.ts';
import type { FromPanel, StoredState, ToPanel } from '../detectionMessages.ts';

export const { send, store, failed, start } = editorApi<FromPanel, ToPanel, StoredState>();
