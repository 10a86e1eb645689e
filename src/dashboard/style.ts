/** The look of the page, in a document of its own and in the shadow of an element. */
export const style = `
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
  --edge: 1px solid var(--line);
}

body { margin: 0; }
[inert], :disabled, [aria-disabled='true'] { opacity: 0.5; }

*, ::before, ::after {
  box-sizing: border-box;
  min-width: 0;
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
  overflow-wrap: anywhere;
  -webkit-text-size-adjust: 100%;
}

:where(h1, h2, h3, p, ul, dl, dd, pre) {
  margin: 0;
  padding: 0;
  list-style: none;
}

:where(h1, h2, h3, strong) {
  font-size: inherit;
  font-weight: 600;
}

:where(button, input, select, textarea) {
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
}

:where(button, select, summary, label, [role='option']) { cursor: pointer; }

code, pre, .mono, textarea.input { font: 12px ui-monospace, Menlo, Consolas, monospace; }

a, .link {
  color: var(--accent-text);
  text-decoration: underline 1px;
  white-space: nowrap;
}

a, .link, summary { line-height: 24px; }

:focus-visible {
  outline: 2px solid var(--accent-text);
  outline-offset: 1px;
}

.pane:focus, .scroller:focus { outline: none; }

.row {
  display: flex;
  align-items: center;
  gap: 8px;
}

.wrap { flex-wrap: wrap; }
.filters > span, .sentence > span { flex: none; }
.chip, .sentence select { max-width: 200px; }

.stack, .columns {
  display: grid;
  gap: 10px;

  > .button { justify-self: start; }
}

.columns {
  grid-template-columns: 1fr 1fr;
  align-items: start;

  > :is(.row, [role='alert']) { grid-column: 1 / -1; }
  > :empty { display: none; }
}

.grow { flex: 1; }

.cut {
  overflow: hidden;
  text-overflow: ellipsis;
  unicode-bidi: isolate;
  white-space: nowrap;
}

.push { margin-left: auto; }
.bar { padding: 6px 12px; }
.soft, i { color: var(--soft); }
.good, .json-string { color: var(--good); }
.warn, .json-number, .json-literal { color: var(--warn); }
.bad, .failed { color: var(--bad); }
.json-name { color: var(--accent-text); }

.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}

.icon {
  flex: none;
  width: 16px;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;
  vertical-align: -3px;
}

.code {
  padding: 6px 10px;
  overflow: auto;
  border-radius: 6px;
  background: var(--sunken);
  white-space: pre-wrap;
  unicode-bidi: plaintext;
}

.empty { padding: 28px 16px; }

.button, .chip, .icon-button, .input {
  min-height: 28px;
  padding: 0 10px;
  border: 1px solid var(--line-strong);
  border-radius: 6px;
  background: var(--surface);
}

.button, .chip, .icon-button {
  display: inline-flex;
  align-items: center;
  flex: none;
  gap: 6px;
}

.primary {
  background: var(--accent);
  color: #fff;
}

.chip {
  border-color: var(--line);
  border-radius: 14px;
  color: var(--soft);
}

[aria-pressed='true'], .newer {
  border-color: var(--accent-text);
  color: var(--accent-text);
}

[aria-pressed='true'], [aria-selected='true'], .tab[aria-current] { background: var(--accent-soft); }

.icon-button {
  padding: 0 6px;
  border: 0;
  background: none;
  color: var(--soft);
}

:is(.button:not(.primary), .chip:not([aria-pressed='true']), .icon-button, .pet, .request:not([aria-selected='true'])):hover, .item:is(:hover, :focus) {
  background: var(--sunken);
}

:where(.chips) {
  padding: 2px;
  overflow-x: auto;
  scrollbar-width: none;

  > * { flex: none; }
}

.input {
  width: 100%;
  padding: 3px 8px;

  &::placeholder { color: var(--soft); }
  &[aria-invalid] { border-color: var(--bad); }

  &:is(textarea) { resize: vertical; }
}

.filters > .field { flex: 1 1 160px; }

[role='switch'] {
  flex: none;
  width: 18px;
  height: 18px;
  margin: 0;
  accent-color: var(--accent);
}

.popover, .dialog {
  width: 320px;
  max-width: calc(100vw - 16px);
  padding: 8px;
  border: var(--edge);
  border-radius: 10px;
  background: var(--surface);
  color: inherit;
  box-shadow: 0 8px 28px light-dark(rgb(20 30 50 / 18%), rgb(0 0 0 / 55%));

  p { padding: 6px 8px 2px; }
}

.popover {
  max-height: 70vh;
  margin: 0;
}

.dialog {
  width: 620px;
  padding: 16px;

  &::backdrop { background: rgb(0 0 0 / 30%); }
  h2 { margin-bottom: 10px; }
}

.item, .tab {
  padding: 6px 8px;
  border-radius: 6px;
}

.item {
  display: block;
  width: 100%;

  > .soft { display: block; }
}

.top { border-bottom: var(--edge); }
.composer, .scroller { border-top: var(--edge); }

h1 {
  font-size: 14px;
  white-space: nowrap;
}

.in-force {
  align-items: start;
  max-height: 30%;
  overflow-y: auto;
  background: var(--warn-soft);

  ul { gap: 0 20px; }
  li { min-height: 28px; }

  .off label {
    color: var(--soft);
    text-decoration: line-through;
  }
}

.views, .views > section, .stream {
  position: relative;
  display: flex;
  flex: 1;
  min-height: 0;
}

.views > section, .stream { flex-direction: column; }
.has-pane > .requests { visibility: hidden; }

.scroller {
  flex: 1;
  overflow: auto;
  overflow-anchor: none;
}

.sentence input, .joined input { width: 64px; }

footer {
  min-height: 32px;
  padding: 0 12px;
  background: var(--sunken);
}

.gate {
  width: min(360px, 90%);
  margin: 15vh auto auto;
}

.newer {
  position: absolute;
  z-index: 1;
  top: 6px;
  left: 50%;
  translate: -50%;
}

.rows { position: relative; }

.request {
  position: absolute;
  inset: 0 0 auto;
  gap: 0 10px;
  height: 32px;
  padding: 0 12px;
  user-select: none;

  > * { flex: none; }
  .status { width: 40px; }
  .method { width: 52px; }
  .path { flex: 1; }
  .key { width: 92px; }
  .why { max-width: 45%; }
  .took { width: 60px; }
  .age { width: 48px; }
  .took, .age { text-align: end; }
}

.request:focus-visible, .pet:focus-visible { outline-offset: -2px; }

.two .request {
  flex-wrap: wrap;
  align-content: center;
  height: 52px;

  .path { flex-basis: calc(100% - 112px); }
  .why { max-width: calc(100% - 130px); }
  .took { margin-left: auto; }
}

.views > .pane {
  display: block;
  position: absolute;
  inset: 0;
  padding: 8px 16px 24px;
  overflow: auto;
  background: var(--surface);

  > * + * { margin-top: 10px; }
  h2 { font-weight: 600; }
  pre { max-height: 60vh; }
}

.pet {
  width: 100%;
  min-height: 32px;
  padding: 0 12px;

  > * { flex: 1; }
}

@container (max-width: 859px) {
  .top {
    flex-wrap: wrap;

    h1 { flex: 1; }

    .base-url {
      order: 1;
      width: 100%;
    }

    .button { padding: 0 8px; }
  }
}

@container (max-width: 719px) {
  .requests > .filters { flex-wrap: wrap; }

  .filters > .chips {
    order: 1;
    flex-basis: 100%;
  }

  .sentence, footer:has(.notice) nav { display: none; }
}

@container (min-width: 900px) {
  .has-pane > .requests { visibility: visible; }

  .views > .pane {
    position: static;
    flex: none;
    width: 50%;
    border-left: var(--edge);
  }
}

@container (width < 1200px) {
  .requests > .pets, .views.pets > :not(.pets) { display: none; }
}

@container (min-width: 1200px) {
  .tabs, .has-pane > .pets { display: none; }
  .views > .pane { width: 540px; }

  .views > .pets {
    flex: none;
    width: 380px;
    border-left: var(--edge);
  }
}

/* Too low for all of it: the page scrolls. */
@media (max-height: 480px) {
  .app {
    height: auto;
    min-height: 100dvh;
  }

  .views { min-height: 360px; }
}

@media (forced-colors: active) {
  [aria-pressed='true'], [aria-selected='true'], [aria-current] { outline: 1px solid Highlight; }
}
`;
