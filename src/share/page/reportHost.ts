/** The extension's API for the page of a report panel. */

import { editorApi } from '../../page/editorApi.ts';
import type { FromReport, ReportStored, ToReport } from '../reportMessages.ts';

export const { send, store, failed, start } = editorApi<FromReport, ToReport, ReportStored>();
