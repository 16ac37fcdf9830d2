/** Finds the branches of a module, and those that a recorded run took. */
import { eachMapping, TraceMap } from '@jridgewell/trace-mapping';
import { parseSync, Visitor } from 'oxc-parser';

/**
 * @typedef {object} Branch
 * @property {string} kind
 * @property {number} start Offset of its code in the module.
 * @property {number} end
 * @property {number} [within] For an `if` without `else`: the offset of the statement. The branch is taken if the
 *   statement runs more often than its code.
 */
/** @typedef {{ startOffset: number, endOffset: number, count: number }} Range As recorded by V8. */
/** @typedef {{ url: string, functions: readonly { ranges: readonly Range[] }[] }} Script As recorded by V8. */
/** @typedef {(start: number, end: number) => number | undefined} CountAt Returns how often the code at an offset ran. */

/**
 * @param {string} file
 * @param {string} text
 * @returns {Branch[]}
 */
export function branchesOf(file, text) {
  /** @type {Branch[]} */
  const branches = [];
  /** @param {string} kind @param {{ start: number, end: number }} node @param {number} [within] */
  const add = (kind, { start, end }, within) =>
    branches.push({ kind, start, end, ...(within !== undefined && { within }) });
  new Visitor({
    IfStatement({ start, consequent, alternate }) {
      add('if', consequent);
      if (alternate) add('else', alternate);
      else add('no else', consequent, start);
    },
    ConditionalExpression({ consequent, alternate }) {
      add('?', consequent);
      add(':', alternate);
    },
    LogicalExpression({ operator, right }) {
      add(operator, right);
    },
    SwitchCase({ consequent: [first] }) {
      if (first) add('case', first);
    },
    CatchClause({ body }) {
      add('catch', body);
    },
  }).visit(parseSync(file, text).program);
  return branches.sort((one, other) => one.start - other.start);
}

/** @param {Branch} branch @param {CountAt} countAt */
export function isTaken({ start, end, within }, countAt) {
  const count = countAt(start, end);
  if (within === undefined) return count !== undefined && count > 0;
  return count !== undefined && (countAt(within, start) ?? 0) > count;
}

/**
 * Returns the counts of a module that Node loaded itself. Its types were replaced with spaces, so that offsets are the
 * same.
 * @param {Script} script @returns {CountAt}
 */
export function countsOfModule(script) {
  const counts = countsOf(script);
  return (start) => counts[start];
}

/**
 * Returns the counts of each module in a bundle.
 * @param {Script} script
 * @param {string} text The bundle.
 * @param {import('@jridgewell/trace-mapping').SourceMapInput} sourceMap
 * @param {(source: string) => ((line: number, column: number) => number) | undefined} offsetsIn Returns the function that
 *   converts the lines and columns of a module, if the module is of interest.
 * @returns {Map<string, CountAt>} By source, as in the map.
 */
export function countsOfBundle(script, text, sourceMap, offsetsIn) {
  const counts = countsOf(script);
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  /** @type {Map<string, Map<number, number>>} The counts by offset in the module. */
  const points = new Map();
  eachMapping(
    new TraceMap(sourceMap),
    ({ source, generatedLine, generatedColumn, originalLine, originalColumn }) => {
      if (source === null) return;
      const offset = offsetsIn(source)?.(originalLine, originalColumn);
      if (offset === undefined) return;
      const known = points.get(source) ?? new Map();
      points.set(source, known);
      // At the start of a line, esbuild repeats the mapping of the last token, which might be in another branch.
      if (known.has(offset)) return;
      const token = /\S|$/g;
      // A mapping begins before the spaces that precede the token, but the range of a branch begins after them.
      token.lastIndex = (lineStarts[generatedLine - 1] ?? 0) + generatedColumn;
      known.set(offset, counts[token.exec(text)?.index ?? 0] ?? 0);
    },
  );
  return new Map([...points].map(([source, known]) => [source, countOfFirst(known)]));
}

/**
 * Returns the function that returns the count of the first known offset in a range.
 * @param {ReadonlyMap<number, number>} known @returns {CountAt}
 */
function countOfFirst(known) {
  const offsets = Float64Array.from(known.keys()).sort();
  return (start, end) => {
    let [low, high] = [0, offsets.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((offsets[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    const first = offsets[low];
    return first !== undefined && first < end ? known.get(first) : undefined;
  };
}

/**
 * @param {Script} script
 * @returns {Float64Array} How often the code at each offset ran: the count of the innermost range.
 */
function countsOf({ functions }) {
  const ranges = functions
    .flatMap((each) => each.ranges)
    .sort((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
  const counts = new Float64Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
  for (const { startOffset, endOffset, count } of ranges) counts.fill(count, startOffset, endOffset);
  return counts;
}
