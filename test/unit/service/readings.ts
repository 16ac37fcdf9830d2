/** The decoders and readings with the default conventions. */
import { rowDecoder } from '../../../src/service/answers/decodeItems.ts';
import { decodePage, type ItemDecoder } from '../../../src/service/answers/decodePage.ts';
import { bodyOf, type TextAnswer } from '../../../src/service/answers/envelope.ts';
import type { PageRequest } from '../../../src/service/api.ts';
import { type Conventions, defaultConventions } from '../../../src/service/conventions.ts';
import { wireRequest } from '../../../src/service/wireRequest.ts';
import { countsRange, detailKey } from './loopback.ts';

const { logs, success } = defaultConventions;

export const logReading = wireRequest({ read: 'detail', key: detailKey }, defaultConventions).reading;
export const countsReading = wireRequest(
  { read: 'counts', domain: 0, range: countsRange },
  defaultConventions,
).reading;
export const logsReading = (page: PageRequest) =>
  wireRequest({ read: 'logs', domain: 0, page, filter: {}, usualRange: countsRange }, defaultConventions)
    .reading;
export const domainsReading = (
  page: PageRequest,
  fields: Pick<Conventions['domains'], 'indexFields' | 'nameFields'>,
) => ({ ...wireRequest({ read: 'domains', page }, defaultConventions).reading, fields });

export const decodeLogRow = rowDecoder(7, logs.fields);
export const decodeList = <T>(data: unknown, asked: PageRequest, decodeItem: ItemDecoder<T>) =>
  decodePage({ data }, asked, { ...logs, ...logs.parameters }, decodeItem);

export const dataOf = (answer: TextAnswer, now: () => number): unknown =>
  Object(bodyOf(answer, success, now)).data;
