/** Returns `whole` with some of its properties replaced. */
export function overridden<T extends object>(whole: T, replaced: Partial<T>): T {
  return new Proxy(whole, {
    get(_, name) {
      const value: unknown = Reflect.get(name in replaced ? replaced : whole, name);
      return typeof value === 'function' ? value.bind(whole) : value;
    },
    set: (_, name, value) => Reflect.set(whole, name, value),
  });
}
