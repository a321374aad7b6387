/** A value that takes a while to make and may never be needed: it is made when it is first asked for, and then kept. */
export function onDemand<Value extends NonNullable<unknown>>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
