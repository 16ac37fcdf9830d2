/** The entries of the Command Palette in a given state of the editor, according to package.json. */
import { manifest } from '../scripts/l10n.mjs';

/** The context keys that are set; all others are absent. */
export type Contexts = Readonly<Record<string, string | true>>;

interface Contributes {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
}

/** Returns the commands in the Command Palette, by ID without the prefix, with their titles. */
export function paletteEntries(contexts: Contexts): ReadonlyMap<string, string> {
  const { commands, menus }: Contributes = manifest().contributes;
  const whens = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
  return new Map(
    commands
      .filter(({ command }) => applies(whens.get(command) ?? 'true', contexts))
      .map(({ command, title }) => [command.replace('partnerLogs.', ''), title]),
  );
}

/** Evaluates the kinds of `when` clauses that are used in menus. */
export function applies(when: string, contexts: Contexts): boolean {
  return when
    .split(' || ')
    .some((each) => each.split(' && ').every((condition) => isTrue(condition, contexts)));
}

function isTrue(condition: string, contexts: Contexts): boolean {
  const [, key = '', operator, value = ''] = /^(!?[\w.]+)(?: (==|!=|=~) (.+))?$/.exec(condition) ?? [];
  if (key === '') throw new Error(`Unknown form: ${condition}`);
  if (key === 'true' || key === 'false') return key === 'true';
  if (operator === '=~') return new RegExp(value.slice(1, -1)).test(String(contexts[key] ?? ''));
  if (operator === '==') return contexts[key] === value.replaceAll("'", '');
  if (operator === '!=') return contexts[key] !== value.replaceAll("'", '');
  return key.startsWith('!') ? !contexts[key.slice(1)] : Boolean(contexts[key]);
}
