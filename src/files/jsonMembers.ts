import { endOfString } from '../service/answers/json.ts';

/** A member of an object in JSON text: its name, and its value exactly as written. */
type WrittenMember = readonly [name: string, json: string];

/**
 * Returns the members of the object in a valid JSON string, in the order written. Repeated names are kept, and numeric
 * names are not moved to the front. Returns no members for any other value.
 */
export function writtenMembers(json: string): readonly WrittenMember[] {
  const members: WrittenMember[] = [];
  if (!json.trimStart().startsWith('{')) return members;
  let depth = 0;
  let nameStart = -1;
  let name = '';
  let valueStart = -1;
  for (let offset = 0; offset < json.length; ) {
    const unit = json.charAt(offset);
    if (unit === '"') {
      const end = endOfString(json, offset) ?? json.length;
      if (depth === 1 && valueStart < 0) [nameStart, name] = [offset, json.slice(offset, end)];
      offset = end;
      continue;
    }
    if (depth === 1 && nameStart >= 0 && valueStart < 0 && unit === ':') valueStart = offset + 1;
    if (depth === 1 && valueStart >= 0 && (unit === ',' || unit === '}')) {
      members.push([JSON.parse(name), json.slice(valueStart, offset).trim()]);
      [nameStart, valueStart] = [-1, -1];
    }
    if (unit === '{' || unit === '[') depth++;
    else if (unit === '}' || unit === ']') depth--;
    offset++;
  }
  return members;
}

/** Returns the last value at a path of names, exactly as written, or undefined if there is none. */
export function writtenValue(json: string, path: readonly string[]): string | undefined {
  let found: string | undefined = json;
  for (const name of path) found = found && writtenMembers(found).findLast(([each]) => each === name)?.[1];
  return found;
}
