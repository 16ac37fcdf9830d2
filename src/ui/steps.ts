/** One of several prompts. If it returns an answer or `skip`, the next prompt follows; undefined cancels the series. */
export type Step = (position: {
  readonly step: number;
  readonly totalSteps: number;
  /** True if there is an earlier prompt that Back can return to. */
  readonly canGoBack: boolean;
}) => Promise<{ readonly value: unknown } | 'back' | 'skip' | undefined>;

/** Runs prompts in order. Back returns to the last one that was answered. Returns false if the user cancels. */
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
