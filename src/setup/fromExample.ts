import { defaultConventions } from '../service/differences.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { promptChoice } from '../ui/prompts.ts';
import type { ExampleCall, ExampleKey } from './exampleCall.ts';

/** Returns the key in an example, preferring the default header, which it then omits. */
export function keyOfExample({ keys }: ExampleCall): Partial<ExampleKey> {
  const usual = defaultConventions.keyHeader.toLowerCase();
  const isUsual = ({ keyHeader }: ExampleKey) => keyHeader.toLowerCase() === usual;
  const found = keys.find(isUsual) ?? keys[0];
  return found && isUsual(found) ? { key: found.key } : { ...found };
}

/** Shows the parts of an example that are used, before anything is sent. Returns true if the user accepts them. */
export async function confirmExample(
  baseUrl: string,
  { keyHeader, key }: Partial<ExampleKey>,
): Promise<boolean> {
  const keyText =
    key === undefined ? t('not in the example') : t('found in the example. The next prompt shows it masked');
  const rows: (readonly [label: string, description: string])[] = [
    [t('Base URL'), asLabel(baseUrl)],
    ...(keyHeader === undefined ? [] : [[t('Header for the API key'), asLabel(keyHeader)] as const]),
    [t('API key'), keyText],
  ];
  const accepted = await promptChoice({
    title: t('From an Example Call'),
    placeholder: t('Press Enter to use these settings. Nothing has been sent yet'),
    choices: rows.map(([label, description]) => ({ label, description, value: true })),
  });
  return typeof accepted === 'object';
}
