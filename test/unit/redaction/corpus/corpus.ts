import type { SecretCase } from './case.ts';
import { codes } from './codes.ts';
import { configuration } from './configuration.ts';
import { documented } from './documented.ts';
import { documentedAgain } from './documentedAgain.ts';
import { encodings } from './encodings.ts';
import { freeText } from './freeText.ts';
import { grammars } from './grammars.ts';
import { headers } from './headers.ts';
import { keyFiles } from './keyFiles.ts';
import { keysAndTokens } from './keysAndTokens.ts';
import { languages } from './languages.ts';
import { passwordNames } from './passwordNames.ts';
import { paths } from './paths.ts';
import { applications } from './products/applications.ts';
import { clouds } from './products/clouds.ts';
import { dialogs } from './products/dialogs.ts';
import { encodingsAndPayments } from './products/encodingsAndPayments.ts';
import { rowsWithoutRawData } from './rowsWithoutRawData.ts';
import { tokenShapes } from './tokenShapes.ts';
import { urls } from './urls.ts';

export const secretCorpus: readonly SecretCase[] = [
  ...passwordNames,
  ...keysAndTokens,
  ...codes,
  ...urls,
  ...paths,
  ...languages,
  ...grammars,
  ...configuration,
  ...freeText,
  ...tokenShapes,
  ...keyFiles,
  ...encodings,
  ...headers,
  ...rowsWithoutRawData,
  ...clouds,
  ...applications,
  ...dialogs,
  ...encodingsAndPayments,
  ...documented,
  ...documentedAgain,
];
