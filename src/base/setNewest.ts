/** Sets an entry as the newest of a map; removes the oldest one if there are more than `most`. */
export function setNewest<Key, Value>(map: Map<Key, Value>, most: number, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
