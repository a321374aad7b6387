/** Where the names of dots go, so that none covers a dot or another name. */

export interface Dot {
  name: string;
  x: number;
  y: number;
}

export interface Label {
  dx: number;
  dy: number;
  textAnchor: 'start' | 'middle' | 'end';
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Of the widest names: `Orama`, in the letters of the plots. */
const LETTER_WIDTH = 8.8;
const LINE_HEIGHT = 16;
const RADIUS = 7;
const GAP = 10;
/** The first that is free is taken. */
const PLACES: readonly Label[] = [
  { dx: GAP, dy: 0, textAnchor: 'start' },
  { dx: -GAP, dy: 0, textAnchor: 'end' },
  { dx: 0, dy: -GAP - 6, textAnchor: 'middle' },
  { dx: 0, dy: GAP + 6, textAnchor: 'middle' },
  { dx: GAP, dy: -GAP - 4, textAnchor: 'start' },
  { dx: GAP, dy: GAP + 4, textAnchor: 'start' },
  { dx: -GAP, dy: -GAP - 4, textAnchor: 'end' },
  { dx: -GAP, dy: GAP + 4, textAnchor: 'end' },
];

export function placeLabels(dots: readonly Dot[], paper: Box): Label[] {
  const taken: Box[] = dots.map(({ x, y }) => around(x, y, 2 * RADIUS, 2 * RADIUS));
  return dots.map((dot, own) => {
    const others = taken.filter((_, i) => i !== own);
    const place =
      PLACES.find((candidate) => {
        const box = boxOf(dot, candidate);
        return isOn(paper, box) && !others.some((other) => overlap(box, other));
      }) ?? PLACES[0]!;
    taken.push(boxOf(dot, place));
    return place;
  });
}

/** How far down each of these heights has to go so that lines of text at them do not overlap; in the order given. */
export function pushApart(heights: readonly number[]): number[] {
  const moved = [...heights];
  const fromTop = heights.map((_, i) => i).sort((left, right) => heights[left]! - heights[right]!);
  for (const [place, i] of fromTop.entries()) {
    const above = fromTop[place - 1];
    if (above !== undefined) moved[i] = Math.max(moved[i]!, moved[above]! + LINE_HEIGHT);
  }
  return moved.map((height, i) => height - heights[i]!);
}

function boxOf({ name, x, y }: Dot, { dx, dy, textAnchor }: Label): Box {
  const width = name.length * LETTER_WIDTH;
  const shift = { start: width / 2, middle: 0, end: -width / 2 }[textAnchor];
  return around(x + dx + shift, y + dy, width, LINE_HEIGHT);
}

function around(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function isOn(paper: Box, box: Box): boolean {
  return (
    box.left >= paper.left && box.top >= paper.top && box.right <= paper.right && box.bottom <= paper.bottom
  );
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
