/** One of several prompts. An answer or `skip` continues, and undefined cancels. */
export type Step = (position: {
  readonly step: number;
  readonly totalSteps: number;
  /** True if Back can lead to a prompt that was answered before. */
  readonly canGoBack: boolean;
}) => Promise<{ readonly value: unknown } | 'back' | 'skip' | undefined>;

/** Runs prompts in order; Back repeats the last answered one. Returns false if canceled. */
export async function steps(prompts: readonly Step[]): Promise<boolean> {
  const answered: number[] = [];
  let index = 0;
  while (index < prompts.length) {
    const position = { step: index + 1, totalSteps: prompts.length, canGoBack: answered.length > 0 };
    const answer = await prompts[index]?.(position);
    if (answer === undefined) return false;
    if (answer === 'back') {
      index = answered.pop() ?? index;
      continue;
    }
    if (answer !== 'skip') answered.push(index);
    index++;
  }
  return true;
}
