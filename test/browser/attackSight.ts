/** Checks where the page of a detection panel shows the attack. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { asVisible } from '../../src/text/visible.ts';
import type { SampleAttack } from './sampleAttacks.ts';

/** Height in CSS pixels within which the attack must be visible. */
export const FIRST = 600;

interface Part {
  readonly text: string;
  /** CSS pixels from the top of the page, and from its left edge. */
  readonly bottom: number;
  readonly right: number;
}

/**
 * Asserts that a log's outcome, rule, method, path, match in context, address, and time are within the first pixels.
 */
export async function assertAttackFirst(page: Page, attack: SampleAttack): Promise<void> {
  const { name, row, log, content, matched } = attack;
  const [sent] = content.match?.forms ?? [];
  const [method = ''] = /^[A-Z]+ /.exec(log.request.firstLine ?? '') ?? [];
  const status = log.responseCode ? String(log.responseCode) : '';
  const time = row.time?.slice('2026-11-28 '.length) ?? '';
  const parts: Readonly<Record<string, readonly (string | undefined)[]>> = {
    '.chips': [row.action, status, row.rule],
    '.head-facts': [row.address, time],
    '.summary h1': [method + asVisible(row.uri ?? '').slice(0, 20)],
    '#match h2': [matched.length > 0 ? 'Matched in ' : 'Match'],
    ...(sent && {
      '.excerpt .match-text': [asVisible(sent.text.slice(sent.marked?.start, sent.marked?.end))],
    }),
  };
  const selectors = Object.keys(parts);
  const seen = await page.evaluate<(Part | undefined)[]>(`${JSON.stringify(selectors)}.map((selector) => {
    const part = document.querySelector(selector);
    if (!part?.checkVisibility()) return undefined;
    const { bottom, right } = part.getBoundingClientRect();
    return { text: part.textContent, bottom: bottom + scrollY, right };
  })`);
  const width = await page.evaluate<number>('innerWidth');
  for (const [index, selector] of selectors.entries()) {
    const part = seen[index];
    const says = `${name}: ${selector} ${JSON.stringify(part)}`;
    assert.ok(part && part.bottom <= FIRST && part.right <= width, says);
    for (const text of parts[selector] ?? []) assert.ok(part.text.includes(text ?? ''), `${says}: ${text}`);
  }
}

export interface MarkedText {
  readonly text: string;
  /** True if the match is visible in the raw data's box. */
  readonly inBox: boolean;
  /** True if it is also visible in the page. */
  readonly inSight: boolean;
}

/** Returns the match that is visible in the raw data, or else the first one, or undefined. */
export function markedText(page: Page): Promise<MarkedText | undefined> {
  return page.evaluate(`(() => {
    const marks = [...document.querySelectorAll('.raw .match-text')];
    const box = document.querySelector('.raw')?.getBoundingClientRect();
    if (!box || marks.length === 0) return undefined;
    const inBox = ({ top, bottom }) => bottom > box.top && top < box.bottom;
    const mark = marks.find((each) => inBox(each.getBoundingClientRect())) ?? marks[0];
    const match = mark.getBoundingClientRect();
    return {
      text: mark.textContent,
      inBox: inBox(match),
      inSight: inBox(match) && match.top < innerHeight && match.bottom > 0,
    };
  })()`);
}
