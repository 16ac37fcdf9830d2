import type { OtherFields } from '../service/model.ts';

/** A field that may hold the number of a domain, with that number. */
export interface IndexField {
  readonly name: string;
  readonly value: number;
}

const NUMBER_NAME = /(?:idx|index|id|no|num|number|seq|key)$/i;
const SUBJECT = /domain|site|host|web|zone|property|service/i;
const NAME_NAME = /name|domain|host|site|url|address/i;
const HOST = /^(?:https?:\/\/)?[\w*-]{1,63}(?:\.[\w-]{1,63}){1,9}(?::\d{1,5})?\/?$/;

/**
 * Guesses which fields of a domain hold its number, most likely first, and its name.
 * @example domainFields({ site_no: 7, hostname: 'shop.example', port: 443 }) // site_no; hostname
 */
export function domainFields(fields: OtherFields): {
  readonly indexFields: readonly IndexField[];
  readonly nameField: string | undefined;
} {
  const entries = Object.entries(fields);
  const indexFields = entries
    .flatMap(([name, value]): IndexField[] => {
      const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
      const isNumber = typeof number === 'number' && Number.isSafeInteger(number) && number >= 0;
      return isNumber && NUMBER_NAME.test(name) ? [{ name, value: number }] : [];
    })
    .sort((one, other) => Number(SUBJECT.test(other.name)) - Number(SUBJECT.test(one.name)));
  const hosts = entries.filter(([, value]) => typeof value === 'string' && HOST.test(value));
  const [named] = hosts.filter(([name]) => NAME_NAME.test(name));
  return { indexFields: indexFields.slice(0, 3), nameField: (named ?? hosts[0])?.[0] };
}
