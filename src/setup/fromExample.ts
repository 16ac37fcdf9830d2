import { defaultConventions } from '../service/differences.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { promptChoice } from '../ui/prompts.ts';
import type { ExampleCall, ExampleKey } from './exampleCall.ts';

/** Returns true for the header that the service uses unless a connection differs. */
export function isDefaultHeader(keyHeader: string): boolean {
  return keyHeader.toLowerCase() === defaultConventions.keyHeader.toLowerCase();
}

/** Returns the key in an example, preferring the default header. */
export function keyOfExample({ keys }: ExampleCall): ExampleKey | undefined {
  return keys.find(({ keyHeader }) => isDefaultHeader(keyHeader)) ?? keys[0];
}

/**
 * Shows the parts of an example that are used and where they are from, before anything is sent. Returns true if the user
 * accepts them.
 */
export async function confirmExample(baseUrl: string, found: ExampleKey | undefined): Promise<boolean> {
  const rows = [
    {
      label: t('Base URL'),
      description: asLabel(baseUrl),
      detail: t("From the URL, without the service's own path"),
    },
    {
      label: t('API key'),
      ...(found && { description: asLabel(t('in the header {0}', found.keyHeader)) }),
      detail: found?.key
        ? t('From the example. The next prompt shows it masked')
        : t('Not in the example. The next prompt is for the key'),
    },
  ];
  const accepted = await promptChoice({
    title: t('From an Example Call'),
    placeholder: t('Press Enter to use these settings. Nothing has been sent yet'),
    choices: rows.map((row) => ({ ...row, value: true })),
  });
  return typeof accepted === 'object';
}
