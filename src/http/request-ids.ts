/** Makes request ids: a prefix of this process and a running number, so that none repeats and none costs chance. */
export function requestIds(prefix: string = crypto.randomUUID().slice(0, 8)): () => string {
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
