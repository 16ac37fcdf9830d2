/** The extension's API for the page of the detection panel. */

import { editorApi } from '../../page/editorApi.ts';
import type { FromPanel, PageState, ToPanel } from '../detectionMessages.ts';

export const { send, store, stored, failed, start } = editorApi<FromPanel, ToPanel, PageState>();
