/** Maximum number of cached results. */
const MOST_CACHED = 10_000;

/** Returns a function that caches its results for strings, such as the few names that occur many times in a log. */
export function cached<Answer>(find: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined || answers.has(text)) return known as Answer;
    const answer = find(text);
    if (answers.size < MOST_CACHED) answers.set(copyOf(text), answer);
    return answer;
  };
}

/** Copies text to its own memory. A substring would keep the complete text in memory. */
function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
