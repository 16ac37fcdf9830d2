/**
 * Runs in a panel's page. Measures the contrast of all visible texts, icons, and lines with their background, from the
 * computed colors of an element and its ancestors.
 */
(() => {
  /** @typedef {readonly [red: number, green: number, blue: number, alpha: number]} Color Fractions of 1. */
  /** @typedef {{ readonly text: string, readonly ratio: number }} Contrast */

  /** @type {Color} */
  const NONE = [0, 0, 0, 0];

  /**
   * Reads a computed color.
   * @param {string} text
   * @returns {Color}
   */
  function colorFrom(text) {
    const numbers = (text.replace(/^color\(srgb/, '').match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
    const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
    if (text.startsWith('color(srgb ')) return [red, green, blue, alpha];
    if (!text.startsWith('rgb')) throw new Error(`Unknown color ${text}`);
    return [red / 255, green / 255, blue / 255, alpha];
  }

  /**
   * Returns the color of a transparent color in front of another one.
   * @param {Color} front @param {Color} back
   * @returns {Color}
   */
  function over([red, green, blue, alpha], back) {
    const sum = alpha + back[3] * (1 - alpha);
    if (sum === 0) return NONE;
    /** @param {number} of @param {number} behind */
    const mixed = (of, behind) => (of * alpha + behind * back[3] * (1 - alpha)) / sum;
    return [mixed(red, back[0]), mixed(green, back[1]), mixed(blue, back[2]), sum];
  }

  /** WCAG 2.2, “relative luminance”. @param {Color} color */
  function luminance([red, green, blue]) {
    const [r, g, b] = [red, green, blue].map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * Number(r) + 0.7152 * Number(g) + 0.0722 * Number(b);
  }

  /** WCAG 2.2, “contrast ratio”. @param {Color} one @param {Color} other */
  function ratioOf(one, other) {
    const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (more + 0.05) / (less + 0.05);
  }

  /**
   * Returns the contrast of a color in an element, with `marks` between it and the element's background.
   * @param {Element} element @param {string} color @param {readonly string[]} [marks]
   */
  function contrastIn(element, color, marks = []) {
    let back = marks.map(colorFrom).reduce((sum, mark) => over(mark, sum), NONE);
    let front = over(colorFrom(color), back);
    for (let each = /** @type {Element | null} */ (element); each; each = each.parentElement) {
      const { backgroundColor, opacity } = getComputedStyle(each);
      const behind = colorFrom(backgroundColor);
      [front, back] = [over(front, behind), over(back, behind)];
      /** @param {Color} color @returns {Color} */
      const faded = ([red, green, blue, alpha]) => [red, green, blue, alpha * Number(opacity)];
      [front, back] = [faded(front), faded(back)];
    }
    /** @type {Color} */
    const page = [1, 1, 1, 1];
    return ratioOf(over(front, page), over(back, page));
  }

  /** True for an element that is visible and not disabled. @param {Element} element */
  function isShown(element) {
    const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return isVisible && !element.closest(':disabled, [inert], .unseen, .hidden-text, #announcements');
  }

  /** @param {Element} element */
  function placeOf(element) {
    const text = (element.textContent ?? '').trim().slice(0, 40);
    return `${element.localName}.${[...element.classList].join('.')} “${text}”`;
  }

  /** Returns the visible nodes with text, and their elements. */
  function* shownTexts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.nodeValue?.trim() || element.closest('script, style, option')) continue;
      if (isShown(element)) yield { node, element };
    }
  }

  /** @returns {Contrast[]} */
  function ofTexts() {
    const contrasts = [];
    for (const { element } of shownTexts())
      contrasts.push({
        text: placeOf(element),
        ratio: contrastIn(element, getComputedStyle(element).color),
      });
    for (const field of document.querySelectorAll('input:not([type=checkbox]), select')) {
      if (!isShown(field)) continue;
      contrasts.push({ text: placeOf(field), ratio: contrastIn(field, getComputedStyle(field).color) });
      if (field.getAttribute('placeholder'))
        contrasts.push({
          text: `placeholder of ${placeOf(field)}`,
          ratio: contrastIn(field, getComputedStyle(field, '::placeholder').color),
        });
    }
    return [...contrasts, ...ofHighlights()];
  }

  /** Returns the contrast of highlighted texts; a text can have several highlights. @returns {Contrast[]} */
  function ofHighlights() {
    const all = [...CSS.highlights].flatMap(([name, ranges]) =>
      [...ranges].map((range) => ({ name, range: /** @type {Range} */ (range) })),
    );
    return all.flatMap(({ name, range }) => {
      const element = range.startContainer.parentElement;
      if (!element || range.collapsed || !isShown(element)) return [];
      const here = all.filter((other) => other.range.isPointInRange(range.startContainer, range.startOffset));
      // The last one determines the color.
      if (here.at(-1)?.name !== name) return [];
      const styles = here.map((other) => getComputedStyle(element, `::highlight(${other.name})`));
      const { color } = getComputedStyle(element, `::highlight(${name})`);
      const ratio = contrastIn(
        element,
        color,
        styles.map(({ backgroundColor }) => backgroundColor),
      );
      return { text: `${name} in ${placeOf(element)}`, ratio };
    });
  }

  /** Returns the contrast of icons, swatches, and dots. @returns {Contrast[]} */
  function ofGraphics() {
    const shown = [...document.querySelectorAll('.codicon, .swatch, .section-bar .dot')];
    return shown.filter(isShown).map((each) => ({ text: placeOf(each), ratio: ofGraphic(each) }));
  }

  /** @param {Element} graphic */
  function ofGraphic(graphic) {
    const { backgroundColor, borderTopColor, borderTopStyle } = getComputedStyle(graphic);
    if (graphic.matches('.codicon')) return contrastIn(graphic, getComputedStyle(graphic, '::before').color);
    if (borderTopStyle === 'solid') return ratioOf(colorFrom(backgroundColor), colorFrom(borderTopColor));
    return contrastIn(graphic.parentElement ?? graphic, backgroundColor);
  }

  /**
   * Returns the contrast of the focus indicator with its background: of an outline around the element, with the parent;
   * of one inside it, with the element itself. Undefined if nothing is focused.
   * @returns {Contrast | undefined}
   */
  function ofFocus() {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    const active = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '');
    const element = active ?? focused;
    const { outlineStyle, outlineColor, outlineOffset } = getComputedStyle(element);
    const parent = element.parentElement ?? element;
    const text = `${placeOf(element)} ${element.ariaLabel ?? ''}`;
    if (outlineStyle !== 'none') {
      const isInside = Number.parseFloat(outlineOffset) < 0;
      const ratio = contrastIn(isInside ? element : parent, outlineColor);
      // An entry in a menu also has another background while it is focused.
      const filled = element.matches('.menu-item')
        ? contrastIn(parent, getComputedStyle(element).backgroundColor)
        : 0;
      return { text, ratio: Math.max(ratio, filled) };
    }
    const { borderTopColor } = getComputedStyle(parent);
    const isField = parent.matches('.field') && parent.parentElement;
    return { text, ratio: isField ? contrastIn(isField, borderTopColor) : 0 };
  }

  Object.assign(globalThis, { contrasts: { ofTexts, ofGraphics, ofFocus } });
})();
