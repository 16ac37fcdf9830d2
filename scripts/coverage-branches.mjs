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
 * @param {{ lineLengths: readonly number[], data: import('@jridgewell/trace-mapping').SourceMapInput }} sourceMap As recorded by Node.
 * @param {(source: string) => ((line: number, column: number) => number) | undefined} offsetsIn Returns the function that
 *   converts the lines and columns of a module, if the module is of interest.
 * @returns {Map<string, CountAt>} By source, as in the map.
 */
export function countsOfBundle(script, { lineLengths, data }, offsetsIn) {
  const counts = countsOf(script);
  const lineStarts = [0];
  for (const length of lineLengths) lineStarts.push((lineStarts.at(-1) ?? 0) + length + 1);
  /** @type {Map<string, { offset: number, count: number }[]>} */
  const points = new Map();
  eachMapping(
    new TraceMap(data),
    ({ source, generatedLine, generatedColumn, originalLine, originalColumn }) => {
      if (source === null) return;
      const offset = offsetsIn(source)?.(originalLine, originalColumn);
      if (offset === undefined) return;
      const count = counts[(lineStarts[generatedLine - 1] ?? 0) + generatedColumn] ?? 0;
      const known = points.get(source);
      if (known) known.push({ offset, count });
      else points.set(source, [{ offset, count }]);
    },
  );
  return new Map(
    [...points].map(([source, unsorted]) => {
      const sorted = unsorted.sort((one, other) => one.offset - other.offset || other.count - one.count);
      return [source, (start, end) => sorted.find(({ offset }) => offset >= start && offset < end)?.count];
    }),
  );
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
