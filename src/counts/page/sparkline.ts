/** A small chart of one series of numbers, drawn as SVG with attributes only. Days without a number are gaps. */

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 72;
const HEIGHT = 18;
const EDGE = 2;

/** @param label for screen readers */
export function sparkline(values: readonly (number | undefined)[], label: string): SVGElement {
  const svg = make('svg', {
    class: 'sparkline',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    width: WIDTH,
    height: HEIGHT,
    role: 'img',
    'aria-label': label,
  });
  const known = values.filter((value) => value !== undefined);
  const least = Math.min(0, ...known);
  const most = Math.max(1, ...known);
  const x = (index: number) => EDGE + (index * (WIDTH - 2 * EDGE)) / Math.max(1, values.length - 1);
  const y = (value: number) => HEIGHT - EDGE - ((value - least) * (HEIGHT - 2 * EDGE)) / (most - least);
  const points = values.map((value, index) =>
    value === undefined ? undefined : `${x(index).toFixed(1)},${y(value).toFixed(1)}`,
  );
  for (const run of runs(points)) {
    svg.append(run.length > 1 ? make('polyline', { points: run.join(' ') }) : dot(run[0]));
  }
  const last = points.at(-1);
  if (last) svg.append(dot(last));
  return svg;
}

/** Returns the runs of points between gaps. */
function runs(points: readonly (string | undefined)[]): string[][] {
  const found: string[][] = [[]];
  for (const point of points) {
    if (point === undefined) found.push([]);
    else found.at(-1)?.push(point);
  }
  return found.filter((run) => run.length > 0);
}

function dot(point = '0,0'): SVGElement {
  const [cx = '0', cy = '0'] = point.split(',');
  return make('circle', { cx, cy, r: 1.8 });
}

function make(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
