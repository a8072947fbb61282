// Runs in a page: the contrast of each of its texts with what is behind it, as WCAG computes it.
(() => {
  const colourOf = (css) => (css.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = colour.map((one) => {
      const share = one / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    if (element === null) return [255, 255, 255];
    const [r, g, b, alpha = 1] = colourOf(getComputedStyle(element).backgroundColor);
    return alpha === 0 ? behind(element.parentElement) : [r, g, b];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    if (text === "") continue;
    const element = walker.currentNode.parentElement;
    const front = luminance(colourOf(getComputedStyle(element).color).slice(0, 3));
    const back = luminance(behind(element));
    const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    found.push({ text, contrast, isLightOnDark: front > back });
  }
  return found;
})();
