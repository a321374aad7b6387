/** Most calls are answered without waiting for anything, and a promise for each would take a tenth of their time. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues with a value, at once if it is ready. */
export function after<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
