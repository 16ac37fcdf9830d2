/** The sequence of actions of a walk, as determined by its seed. */
import { Random } from '../../src/sample/random.ts';

/** The number of actions between two measurements. */
export const BLOCK = 300;
/** The numbers of blocks between two reloads. */
const BLOCKS_TO_RELOAD = [3, 4] as const;

/** An action to choose from. */
export interface Choice {
  readonly name: string;
  /** The window's content that it needs: actions with the same content mostly follow each other. */
  readonly place: string;
  /** How often it is chosen, compared with the others. */
  readonly weight: number;
}

/** The probability that the next action is in the same place. */
const STAYS = 0.95;

export type Step =
  | { readonly kind: 'action'; readonly name: string }
  /** The window is measured. */
  | { readonly kind: 'measure' }
  | { readonly kind: 'reload' };

/**
 * Yields the steps of a walk. Every block contains each action at least once, so that blocks are comparable, and ends
 * with a measurement. The actions in the blocks add up to `actions`, or to the next multiple of a block.
 */
export function* walk(seed: number, actions: number, choices: readonly Choice[]): Generator<Step> {
  const random = new Random(seed);
  let untilReload: number = random.pick(BLOCKS_TO_RELOAD);
  for (let left = Math.ceil(actions / BLOCK); left > 0; left--) {
    if (untilReload === 0) {
      yield { kind: 'reload' };
      // A reload with a single block after it would compare nothing.
      untilReload = left < 6 ? left : random.pick(BLOCKS_TO_RELOAD);
    }
    untilReload--;
    for (const name of block(random, choices)) yield { kind: 'action', name };
    yield { kind: 'measure' };
  }
}

function block(random: Random, choices: readonly Choice[]): readonly string[] {
  const chosen = [...choices];
  while (chosen.length < BLOCK) chosen.push(weighted(random, choices));
  return inVisits(random, chosen);
}

/** Orders actions at random, in visits to one place after another. */
function inVisits(random: Random, chosen: readonly Choice[]): readonly string[] {
  const left = shuffled(random, chosen);
  const ordered: string[] = [];
  let place = left[0]?.place;
  while (left.length > 0) {
    const at = left.findIndex((choice) => choice.place === place);
    if (at < 0 || !random.chance(STAYS)) {
      place = random.pick(left).place;
      continue;
    }
    ordered.push(...left.splice(at, 1).map(({ name }) => name));
  }
  return ordered;
}

function weighted(random: Random, choices: readonly Choice[]): Choice {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  let at = random.next() * total;
  const found = choices.find(({ weight }) => {
    at -= weight;
    return at < 0;
  });
  return found ?? random.pick(choices);
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const left = [...items];
  return Array.from(items, () => left.splice(random.between(0, left.length - 1), 1)[0] as T);
}
