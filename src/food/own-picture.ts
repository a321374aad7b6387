/**
 * Pictures that larder itself serves, drawn from an icon set when it is built. A catalogue stores the name alone
 * ("/banana"), so that it stays valid when the drawings or their addresses change.
 */
export const PICTURE_SIZES = [400, 200] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** Part of every address, since browsers keep pictures forever: raised whenever any drawing changes. */
export const PICTURE_EDITION = 1;
const PICTURE_FOLDER = `/pictures/${PICTURE_EDITION}/`;

const OWN_PICTURE_PATH = /^\/pictures\/\d+\/([a-z0-9-]+)-\d+\.png$/;

const PICTURE_NAME = /^[a-z0-9-]+$/;

export function isPictureName(text: string): boolean {
  return PICTURE_NAME.test(text);
}

/** The path of a picture, from the root. */
export function picturePath(name: string, size: PictureSize): string {
  return `${PICTURE_FOLDER}${name}-${size}.png`;
}

/** The name in the path of a picture; null for any other address. */
export function pictureNameOf(path: string): string | null {
  return OWN_PICTURE_PATH.exec(path)?.[1] ?? null;
}

/** The path from the root of a picture of ours, with or without `base` before it; null for any other address. */
export function ownPicturePath(address: string | null, base: string | null): string | null {
  if (address === null) return null;
  const path = base !== null && address.startsWith(`${base}/`) ? address.slice(base.length) : address;
  return OWN_PICTURE_PATH.test(path) ? path : null;
}
