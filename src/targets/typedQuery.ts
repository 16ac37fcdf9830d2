import { DAY_NAMES } from '../formats/queryText.ts';
import type { LogQuery } from '../service/queries/logQuery.ts';
import { parseLogQuery } from '../service/queries/parseLogQuery.ts';
import { local, t } from '../text/l10n.ts';
import { inSentence } from '../text/sentences.ts';
import { folded } from '../text/strings.ts';

/** Parses what is typed to find logs, with the words of the editor's language beside the English ones. */
export function parseTyped(text: string): LogQuery {
  return parseLogQuery(text, queryWords());
}

/** The action that a typed word means in the editor's language; undefined for another word. */
export function typedAction(text: string): string | undefined {
  return queryWords().get(folded(text))?.action;
}

/** The word that means an action in the editor's language; undefined for an action that has none. */
export function actionWord(action: string): string | undefined {
  return [...queryWords()].find(([, query]) => query.action === action)?.[0];
}

/** Words with a meaning, folded. */
function queryWords(): ReadonlyMap<string, LogQuery> {
  const words: [string, LogQuery][] = [
    [inSentence(DAY_NAMES.today, local), { days: 'today' }],
    [inSentence(DAY_NAMES.yesterday, local), { days: 'yesterday' }],
    [t({ message: 'blocked', comment: 'typed' }), { action: 'Blocked' }],
    [t({ message: 'detected', comment: 'typed' }), { action: 'Detected' }],
  ];
  return new Map(words.map(([word, query]) => [folded(word), query]));
}
