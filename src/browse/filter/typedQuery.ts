import { DAY_NAMES } from '../../formats/queryText.ts';
import type { LogQuery } from '../../service/queries/logQuery.ts';
import { parseLogQuery } from '../../service/queries/parseLogQuery.ts';
import { local, t } from '../../text/l10n.ts';
import { inSentence } from '../../text/sentences.ts';
import { caseFolded } from '../../text/strings.ts';

/** Parses search text typed by the user, which can contain words in the editor's language and in English. */
export function parseTyped(text: string): LogQuery {
  return parseLogQuery(text, queryWords());
}

/** Returns the action that a typed word refers to, or undefined if it does not refer to an action. */
export function typedAction(text: string): string | undefined {
  return queryWords().get(caseFolded(text))?.action;
}

/** Returns the word for an action in the editor's language, or undefined if it has none. */
export function actionWord(action: string): string | undefined {
  return [...queryWords()].find(([, query]) => query.action === action)?.[0];
}

/** Returns the words with a special meaning, case-folded, and the queries for them. */
function queryWords(): ReadonlyMap<string, LogQuery> {
  const words: [string, LogQuery][] = [
    [inSentence(DAY_NAMES.today, local), { days: 'today' }],
    [inSentence(DAY_NAMES.yesterday, local), { days: 'yesterday' }],
    [t({ message: 'blocked', comment: 'typed' }), { action: 'Blocked' }],
    [t({ message: 'detected', comment: 'typed' }), { action: 'Detected' }],
  ];
  return new Map(words.map(([word, query]) => [caseFolded(word), query]));
}
