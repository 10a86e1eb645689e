/** Colours, sizes and the elements themselves. */
export const base = `
:root, :host {
  color-scheme: light dark;
  --surface: light-dark(#fff, #14181f);
  --sunken: light-dark(#f3f5f8, #1c222b);
  --line: light-dark(#e0e4eb, #2b333f);
  --line-strong: light-dark(#8791a1, #76849a);
  --text: light-dark(#1b2230, #e6eaf1);
  --soft: light-dark(#545f70, #a2adbd);
  --accent: light-dark(#2f5bd0, #3c66d8);
  --accent-text: light-dark(#2a52bd, #9cb8ff);
  --accent-soft: light-dark(#e9effc, #1d2b4f);
  --good: light-dark(#12703f, #7ed6a4);
  --warn: light-dark(#7d4a00, #f0c071);
  --warn-soft: light-dark(#fdf3dd, #33280f);
  --bad: light-dark(#b3262e, #ff9ea0);
  --mono: ui-monospace, Menlo, Consolas, monospace;
}

html { background: var(--surface); }

body {
  margin: 0;
  min-width: 320px;
}

.app {
  container-type: inline-size;
  display: flex;
  flex-direction: column;
  height: 100dvh;
  background: var(--surface);
  color: var(--text);
  font: 13px/1.45 system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
  -webkit-text-size-adjust: 100%;
}

*, ::before, ::after { box-sizing: border-box; }

:where(h1, h2, h3, p, ul, dl, dd, pre, figure) {
  margin: 0;
  padding: 0;
  list-style: none;
}

:where(h1, h2, h3, dt) {
  font-size: inherit;
  font-weight: 600;
}

:where(button, input, select, textarea) {
  color: inherit;
  font: inherit;
  letter-spacing: inherit;
}

:where(button, select, summary) { cursor: pointer; }

:where(button) {
  padding: 0;
  border: 0;
  background: none;
  text-align: start;
}

code, pre, .mono, textarea.input {
  font-family: var(--mono);
  font-size: 12px;
  font-weight: 400;
}

a, .link {
  color: var(--accent-text);
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-underline-offset: 3px;
  white-space: nowrap;
}

.link, nav a, summary { min-height: 24px; line-height: 24px; }

:focus-visible {
  outline: 2px solid var(--accent-text);
  outline-offset: 1px;
}

.app:focus, .pane:focus, .scroller:focus { outline: none; }

.row {
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
}

.grow {
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
}

.push { margin-left: auto; }
.soft, i { color: var(--soft); }
.good { color: var(--good); }
.warn { color: var(--warn); }
.bad, .failed { color: var(--bad); }
.icon { flex: none; }

.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.empty {
  display: grid;
  justify-items: start;
  gap: 10px;
  padding: 28px 16px;
}

/* Too low for all of it: the page scrolls. */
@media (max-height: 480px) {
  .app {
    height: auto;
    min-height: 100dvh;
  }

  .views { min-height: 360px; }
}

[hidden] { display: none !important; }

@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after {
    animation: none !important;
    transition: none !important;
  }
}
`;
