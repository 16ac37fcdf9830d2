/** The API through which a report panel's page communicates with the extension. */

import { editorApi } from '../../page/editorApi.ts';
import type { FromReport, ReportStored, ToReport } from '../reportMessages.ts';

export const { send, store, failed, start } = editorApi<FromReport, ToReport, ReportStored>();
